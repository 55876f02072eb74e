import { eq } from "drizzle-orm";
import type { CoreTransaction } from "#db/core/client.ts";
import { runs } from "#db/core/schema.ts";

/** What a graph that waits for a person waits for: an approval, or an answer to a question back. */
export type WaitKind = "approval" | "clarification";

/** A wait, tied to the interrupt that resumes it. */
export interface Wait {
  kind: WaitKind;
  /** Id of the approval or the clarification. */
  id: string;
  interruptId: string;
}

/** Somebody answered, or the time is up: the run goes on from its interrupt. */
export async function requeue(tx: CoreTransaction, runId: string): Promise<void> {
  await tx.update(runs).set({ status: "queued", attempts: 0 }).where(eq(runs.id, runId));
}
