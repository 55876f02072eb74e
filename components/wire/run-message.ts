import type { UIMessage, UIMessageChunk } from "ai";
import type { RunDataParts } from "#lib/contracts/stream.ts";

/** A message of a conversation: a question's text, or what a run tells as data parts. */
export type RunMessage = UIMessage<unknown, RunDataParts>;
export type RunChunk = UIMessageChunk<unknown, RunDataParts>;

/** The words of a message. */
export function textOf(message: RunMessage | undefined): string {
  return message?.parts.map((part) => (part.type === "text" ? part.text : "")).join("") ?? "";
}

/** A stream that says why a question was not taken. */
export function refusalStream(code: string, sentence: string): ReadableStream<RunChunk> {
  return new ReadableStream<RunChunk>({
    start(controller) {
      controller.enqueue({ type: "start", messageId: `refused-${crypto.randomUUID()}` });
      controller.enqueue({ type: "data-refused", data: { code, sentence } });
      controller.enqueue({ type: "finish" });
      controller.close();
    },
  });
}
