import type { Approval, DecideInput } from "#lib/contracts/approval.ts";
import type { Outcome } from "#lib/contracts/stream.ts";
import type { RunDoor } from "./run-transport.ts";

/** The server actions that a conversation calls, handed in by its page. */
export interface ThreadActions extends RunDoor {
  stop(runId: string): Promise<Outcome<null>>;
  decide(input: DecideInput): Promise<Outcome<null>>;
  revise(input: { id: string; sql: string }): Promise<Outcome<Approval>>;
}
