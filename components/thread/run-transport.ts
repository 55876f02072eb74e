import type { ChatTransport, UIMessage, UIMessageChunk } from "ai";
import type { RunDataParts } from "#lib/contracts/stream.ts";

export type RunMessage = UIMessage<unknown, RunDataParts>;
export type RunChunks = ReadableStream<UIMessageChunk<unknown, RunDataParts>>;

/** The server actions a conversation needs. They return at once; the stream tells what happens. */
export interface RunDoor {
  ask(input: { threadId: string; question: string; timeZone?: string }): Promise<RunChunks>;
  follow(runId: string): Promise<RunChunks | null>;
}

/**
 * Sends a question's text, not the history: the conversation lives on the server. After a cut it follows the run that
 * is under way from its start; parts with the same id update in place.
 */
export class RunTransport implements ChatTransport<RunMessage> {
  readonly #door: RunDoor;
  readonly #threadId: string;
  readonly #activeRun: () => string | null;
  readonly #unreachable: string;

  constructor(door: RunDoor, threadId: string, activeRun: () => string | null, unreachable: string) {
    this.#door = door;
    this.#threadId = threadId;
    this.#activeRun = activeRun;
    this.#unreachable = unreachable;
  }

  async sendMessages({ messages }: { messages: RunMessage[] }): Promise<RunChunks> {
    const question = textOf(messages.at(-1));
    try {
      return await this.#door.ask({ threadId: this.#threadId, question, timeZone: browserTimeZone() });
    } catch {
      // The server answers every fault of its own in words, so this is a lost connection: said in its place.
      return refused(this.#unreachable);
    }
  }

  async reconnectToStream(): Promise<RunChunks | null> {
    const runId = this.#activeRun();
    return runId === null ? null : this.#door.follow(runId);
  }
}

function refused(sentence: string): RunChunks {
  return new ReadableStream({
    start(controller) {
      controller.enqueue({ type: "start", messageId: `refused-${crypto.randomUUID()}` });
      controller.enqueue({ type: "data-refused", data: { code: "E_UNREACHABLE", sentence } });
      controller.enqueue({ type: "finish" });
      controller.close();
    },
  });
}

/** The words of a message. */
export function textOf(message: RunMessage | undefined): string {
  return message?.parts.map((part) => (part.type === "text" ? part.text : "")).join("") ?? "";
}

export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
