import type { Engine } from "#agents/engine.ts";
import { runMessageId } from "#components/wire/messages.ts";
import type { RunChunk } from "#components/wire/run-message.ts";
import { followRun } from "#lib/runs/follow.ts";

/**
 * A run's log as a UI-message stream: what it told after `afterSeq`, then what it tells. It reads as the browser pulls,
 * and ends when the run does. Cancelling it stops the watching only; the run goes on.
 */
export function runStream({ core, signals }: Engine, runId: string, afterSeq = 0): ReadableStream<RunChunk> {
  const watching = new AbortController();
  const updates = followRun(core, signals, runId, { afterSeq, signal: watching.signal });
  return new ReadableStream<RunChunk>(
    {
      start: (controller) => controller.enqueue({ type: "start", messageId: runMessageId(runId, afterSeq) }),
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
