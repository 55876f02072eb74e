import { describe, expect, it } from "vitest";
import type { EventView } from "#lib/contracts/event.ts";
import { foldMessages, runMessageId } from "./messages.ts";
import type { RunMessage } from "./run-message.ts";

const question: RunMessage = { id: "q", role: "user", parts: [{ type: "text", text: "revenue" }] };

function event(seq: number, kind: "run-queued" | "run-started" | "node-started"): EventView {
  const data =
    kind === "run-queued"
      ? { question: "revenue", sourceId: "s", sourceName: "S", role: "global" }
      : kind === "run-started"
        ? { attempt: 1 }
        : {};
  return { seq, at: "2026-01-01T00:00:00Z", step: 0, attempt: 1, node: "intake", kind, data } as EventView;
}

function told(afterSeq: number, ...events: EventView[]): RunMessage {
  return {
    id: runMessageId("run_1", afterSeq),
    role: "assistant",
    parts: events.map((each) => ({ type: "data-event", id: String(each.seq), data: each })),
  };
}

describe("folding a conversation", () => {
  const before = told(0, event(1, "run-queued"), event(2, "run-started"));

  it("keeps what was seen while a run is followed again after a cut", () => {
    const [whole] = foldMessages([question, before]);
    const [again] = foldMessages([question, before, told(2)]);
    expect(again).toEqual(whole);
    expect(again).toMatchObject({ key: "q", runId: "run_1", seq: 2, state: { status: "running" } });
  });

  it("goes on from the cut, and counts once what was told twice", () => {
    const twice = [question, before, told(1, event(2, "run-started"), event(3, "node-started"))];
    const [run] = foldMessages(twice);
    expect(run?.seq).toBe(3);
    expect(run?.state?.rows.flatMap((row) => row.events.map(({ seq }) => seq))).toEqual([3]);
    expect(run?.state).toEqual(foldMessages([question, before, told(2, event(3, "node-started"))])[0]?.state);
  });

  it("knows the run before its first event, so that it can be followed", () => {
    expect(foldMessages([question, told(0)])[0]).toMatchObject({ runId: "run_1", seq: 0, state: null });
  });

  it("shows a refusal in the place of a run", () => {
    const refusal: RunMessage = {
      id: "refused-1",
      role: "assistant",
      parts: [{ type: "data-refused", data: { code: "E", sentence: "No." } }],
    };
    expect(foldMessages([question, refusal])[0]).toMatchObject({ runId: null, refused: { sentence: "No." } });
  });
});
