import type { UIMessage, UIMessageChunk } from "ai";
import type { Engine } from "#agents/engine.ts";
import type { RunDataParts } from "#lib/contracts/stream.ts";
import { followRun } from "#lib/runs/follow.ts";

export type RunChunk = UIMessageChunk<UIMessage["metadata"], RunDataParts>;

/**
 * A run's log as a UI-message stream: replays from the start, then follows. It reads as the browser pulls, and ends
 * when the run does. Cancelling it stops the watching only; the run goes on.
 */
export function runStream({ core, signals }: Engine, runId: string): ReadableStream<RunChunk> {
  const watching = new AbortController();
  const updates = followRun(core, signals, runId, { signal: watching.signal });
  return new ReadableStream<RunChunk>(
    {
      start: (controller) => controller.enqueue({ type: "start", messageId: `run-${runId}` }),
      async pull(controller) {
        const { value, done } = await updates.next();
        if (done) {
          controller.enqueue({ type: "finish" });
          controller.close();
        } else if (value.kind === "event")
          controller.enqueue({ type: "data-event", id: String(value.event.seq), data: value.event });
        else if (value.kind === "status")
          controller.enqueue({
            type: "data-status",
            id: "status",
            data: { runId, status: value.status, ahead: value.ahead },
          });
        else
          controller.enqueue({
            type: "data-heartbeat",
            data: { at: new Date().toISOString() },
            transient: true,
          });
      },
      cancel: () => watching.abort(),
    },
    { highWaterMark: 0 },
  );
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
