import { describe, expect, it } from "vitest";
import type { EventData, EventKind, EventView, NodeName } from "#lib/contracts/event.ts";
import type { Reading } from "#lib/contracts/reading.ts";
import type { Route } from "#lib/contracts/run.ts";
import { foldRun } from "./fold-run.ts";

let seq = 0;
function told<K extends EventKind>(step: number, node: NodeName, kind: K, data: EventData<K>): EventView {
  seq += 1;
  return {
    seq,
    at: `2026-01-01T00:00:${String(seq % 60).padStart(2, "0")}Z`,
    step,
    attempt: 1,
    node,
    kind,
    data,
  } as EventView;
}

const approval = {
  id: "apr_1",
  runId: "run_1",
  interruptId: "int",
  revision: 1,
  sqlHash: "h1",
  sql: "SELECT 1",
  params: [],
  tables: ["web.events"],
  estimate: { scannedRows: 3e6, quality: "heuristic" as const, plan: [] },
  price: { verdict: "ask" as const, sentence: "It reads about 3.0 M rows." },
  cause: "cost" as const,
  smaller: null,
  approvers: ["usr"],
  expiresAt: "2026-01-01T01:00:00Z",
  decision: null,
  by: null,
  at: null,
  reason: null,
};

const beginning = () => [
  told(0, "run", "run-queued", { question: "q", sourceId: "s", sourceName: "S", role: "global" }),
  told(0, "run", "run-started", { attempt: 1 }),
  told(1, "intake", "node-started", {}),
  told(1, "intake", "node-finished", { ms: 12, decision: "S: 8 tables." }),
  told(2, "understand", "node-started", {}),
];

describe("folding a run", () => {
  it("shows a node that started as running and one that finished with its decision and time", () => {
    const { rows, status } = foldRun(beginning());
    expect(status).toBe("running");
    expect(rows.map((row) => [row.node, row.state, row.ms])).toEqual([
      ["intake", "done", 12],
      ["understand", "running", null],
    ]);
  });

  it("gives the same whatever the order in which events arrive", () => {
    const events = beginning();
    expect(foldRun(events.toReversed())).toEqual(foldRun(events));
  });

  it("waits for a person, follows an edit, and keeps who decided what", () => {
    const waiting = [...beginning(), told(6, "approve", "approval-asked", { approval })];
    expect(foldRun(waiting)).toMatchObject({
      status: "needs_approval",
      approvals: [{ approval: { revision: 1 }, original: null }],
    });
    const revised = { ...approval, revision: 2, sql: "SELECT 2", sqlHash: "h2" };
    const edited = [
      ...waiting,
      told(6, "approve", "approval-revised", { approval: revised, by: "usr", before: "SELECT 1" }),
    ];
    expect(foldRun(edited).approvals).toMatchObject([
      { approval: { revision: 2, sql: "SELECT 2" }, original: "SELECT 1" },
    ]);
    const decision = { id: "apr_1", revision: 2, decision: "approve" as const, by: "usr", reason: null };
    const decided = foldRun([...edited, told(6, "approve", "approval-decided", decision)]);
    expect(decided).toMatchObject({
      status: "running",
      approvals: [{ approval: { decision: "approve", by: "usr" }, original: "SELECT 1" }],
    });
    expect(decided.rows.at(-1)).toMatchObject({ node: "approve", state: "done" });
  });

  it("keeps the first approval when a smaller question has to ask again", () => {
    const decision = { id: "apr_1", revision: 1, decision: "smaller" as const, by: "usr", reason: null };
    const again = { ...approval, id: "apr_2", sql: "SELECT 3" };
    const { approvals, status, rows } = foldRun([
      ...beginning(),
      told(6, "approve", "approval-asked", { approval }),
      told(6, "approve", "approval-decided", decision),
      told(10, "approve", "approval-asked", { approval: again }),
    ]);
    expect(status).toBe("needs_approval");
    expect(approvals.map((each) => [each.approval.id, each.approval.decision])).toEqual([
      ["apr_1", "smaller"],
      ["apr_2", null],
    ]);
    expect(rows.filter((row) => row.node === "approve").map((row) => row.state)).toEqual([
      "done",
      "needs_you",
    ]);
  });

  it("marks what was cut short when a run is stopped", () => {
    const stopped = foldRun([
      ...beginning(),
      told(1_000_000, "run", "run-cancelled", { by: "usr" }),
      told(1_000_000, "run", "run-finished", { status: "cancelled", ms: 12, queries: 0 }),
    ]);
    expect(stopped.status).toBe("cancelled");
    expect(stopped.rows.map((row) => row.state)).toEqual(["done", "stopped", "stopped"]);
  });

  it("shows a query whose outcome is not known as neither run nor failed, also once the run is over", () => {
    const unsettled = [
      ...beginning(),
      told(7, "execute", "node-started", {}),
      told(7, "execute", "sql-unsettled", { hash: "h1", sentence: "It may have run already." }),
      told(7, "execute", "node-finished", { ms: 3, decision: "It may have run already." }),
    ];
    const over = told(1_000_000, "run", "run-finished", { status: "expired", ms: 12, queries: 0 });
    for (const events of [unsettled, [...unsettled, over]])
      expect(foldRun(events).rows.find((row) => row.node === "execute")?.state).toBe("unsettled");
  });

  it("marks where a run failed", () => {
    const failed = foldRun([
      ...beginning(),
      told(1_000_000, "run", "run-failed", { code: "E_SOURCE_DOWN", sentence: "S does not answer." }),
      told(1_000_000, "run", "run-finished", { status: "failed", ms: 12, queries: 0 }),
    ]);
    expect(failed.status).toBe("failed");
    expect(failed.rows.map((row) => row.state)).toEqual(["done", "failed", "failed"]);
  });

  it("says that a run waits for its source, and that it got there", () => {
    const retry = {
      error: "S does not answer.",
      diagnosis: "",
      change: "Trying again in 2 s.",
      attempt: 2,
      of: 4,
    };
    const waiting = [...beginning(), told(1_000_000, "run", "retry-decided", retry)];
    expect(foldRun(waiting).rows.at(-1)).toMatchObject({
      state: "retrying",
      decision: "S does not answer. Trying again in 2 s.",
    });
    const done = [...waiting, told(1_000_000, "run", "run-finished", { status: "done", ms: 1, queries: 1 })];
    expect(foldRun(done).rows.at(-1)).toMatchObject({ node: "run", state: "done" });
  });

  it("waits for the asker to say what was meant, and goes on with it", () => {
    const clarification = {
      id: "clr_1",
      runId: "run_1",
      question: "Which revenue?",
      options: [{ id: "o1", label: "Net revenue", detail: null }],
      expiresAt: "2026-01-01T01:00:00Z",
    };
    const waiting = [
      ...beginning(),
      told(3, "clarify", "node-started", {}),
      told(3, "clarify", "clarification-asked", { clarification }),
    ];
    const asked = foldRun(waiting);
    expect(asked).toMatchObject({
      status: "needs_answer",
      clarifications: [{ state: "open", answer: null }],
    });
    expect(asked.rows.at(-1)).toMatchObject({ node: "clarify", state: "needs_you" });
    const said = { id: "clr_1", option: "o1", text: "Net revenue", by: "usr" };
    const answered = foldRun([...waiting, told(3, "clarify", "clarification-answered", said)]);
    expect(answered).toMatchObject({
      status: "running",
      clarifications: [{ state: "answered", answer: { option: "o1", text: "Net revenue" } }],
    });
    expect(answered.rows.at(-1)?.state).toBe("done");
    const over = foldRun([
      ...waiting,
      told(3, "clarify", "clarification-expired", { id: "clr_1" }),
      told(1_000_000, "run", "run-finished", { status: "expired", ms: 1, queries: 0 }),
    ]);
    expect(over).toMatchObject({ status: "expired", clarifications: [{ state: "expired" }] });
  });

  it("shows the reading that ran after a question back, not one of a part of the question", () => {
    const understood = (step: number, words: string, outcome: "asked" | "answered", part?: true) =>
      told(step, "understand", "question-understood", {
        question: words,
        ...(part && { part }),
        prediction: {
          outcome,
          sql: null,
          params: [],
          score: 1,
          reason: "",
          readings: [{ words } as Reading],
        },
      });
    const routed = (step: number, route: Route) =>
      told(step, "understand", "route-chosen", { route, runnerUp: null, reason: "" });
    const waiting = [
      ...beginning(),
      understood(2, "product name of products", "asked"),
      routed(2, "clarification"),
    ];
    expect(foldRun(waiting).reading).toBeNull();
    const chosen = [
      ...waiting,
      understood(4, "revenue by product", "answered"),
      routed(4, "nl2sql_query"),
      understood(4, "a part", "answered", true),
    ];
    const state = foldRun(chosen);
    expect([state.reading?.words, state.prediction?.readings[0]?.words]).toEqual([
      "revenue by product",
      "revenue by product",
    ]);
    // What could not be read as a query is answered by the query of its part.
    const named = [
      ...beginning(),
      understood(2, "whole", "asked"),
      routed(2, "hybrid"),
      understood(2, "a part", "answered", true),
    ];
    expect(foldRun(named).reading?.words).toBe("a part");
  });

  it("takes branches of one superstep as one row, done once all of them are", () => {
    const both = [
      ...beginning(),
      told(5, "execute", "node-started", {}),
      told(5, "execute", "node-started", {}),
      told(5, "execute", "node-finished", { ms: 30, decision: "126 rows." }),
    ];
    expect(foldRun(both).rows.at(-1)).toMatchObject({ state: "running" });
    const done = [...both, told(5, "execute", "node-finished", { ms: 12, decision: "3 rows." })];
    expect(foldRun(done).rows.at(-1)).toMatchObject({
      state: "done",
      ms: 30,
      decision: "126 rows.\n3 rows.",
    });
  });
});
