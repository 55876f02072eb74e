import type { Approval, DecideInput } from "#lib/contracts/approval.ts";
import type { AnswerInput } from "#lib/contracts/clarification.ts";
import type { Outcome } from "#lib/contracts/stream.ts";
import type { RunChunk } from "./run-message.ts";

/** The server actions that bring a run's stream. They return at once; the stream tells what happens. */
export interface RunDoor {
  /** A new conversation asks the source that is named; one that exists asks its own. */
  ask(input: { threadId: string; question: string; sourceId?: string }): Promise<ReadableStream<RunChunk>>;
  /** What a run told after that event, and what it tells from then on; null where it is not the asker's. */
  follow(runId: string, afterSeq: number): Promise<ReadableStream<RunChunk> | null>;
}

/** The server actions that a conversation calls, handed in by its page. */
export interface ThreadActions extends RunDoor {
  stop(runId: string): Promise<Outcome<null>>;
  decide(input: DecideInput): Promise<Outcome<null>>;
  revise(input: { id: string; sql: string }): Promise<Outcome<Approval>>;
  /** Answers a question back, by an option or in words. */
  answer(input: AnswerInput): Promise<Outcome<null>>;
}
