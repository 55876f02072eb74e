import type { ChatTransport } from "ai";
import { type RunChunk, type RunMessage, refusalStream, textOf } from "#components/wire/run-message.ts";
import type { RunDoor } from "#components/wire/thread-actions.ts";

/** How far a run that is under way was seen. */
export interface RunCursor {
  runId: string;
  /** The last event that is there. */
  seq: number;
}

/**
 * Sends a question's text, not the history: the conversation lives on the server. After a cut it follows the run that
 * is under way from the last event seen; what was seen stays on the page, so nothing that a person has begun is lost.
 */
export class RunTransport implements ChatTransport<RunMessage> {
  readonly resumeStreamIsReplay = false;
  readonly #door: RunDoor;
  readonly #threadId: string;
  readonly #underWay: () => RunCursor | null;
  readonly #unreachable: string;

  constructor(door: RunDoor, threadId: string, underWay: () => RunCursor | null, unreachable: string) {
    this.#door = door;
    this.#threadId = threadId;
    this.#underWay = underWay;
    this.#unreachable = unreachable;
  }

  async sendMessages({ messages }: { messages: RunMessage[] }): Promise<ReadableStream<RunChunk>> {
    const question = textOf(messages.at(-1));
    try {
      return await this.#door.ask({ threadId: this.#threadId, question });
    } catch {
      // The server answers every fault of its own in words, so this is a lost connection: said in its place.
      return refusalStream("E_UNREACHABLE", this.#unreachable);
    }
  }

  async reconnectToStream(): Promise<ReadableStream<RunChunk> | null> {
    const cursor = this.#underWay();
    return cursor === null ? null : this.#door.follow(cursor.runId, cursor.seq);
  }
}
