import { describe, expect, it } from "vitest";
import type { EventData, EventKind, EventView, NodeName } from "#lib/contracts/event.ts";
import type { Reading } from "#lib/contracts/reading.ts";
import { foldRun } from "./fold-run.ts";

let seq = 0;
function told<K extends EventKind>(node: NodeName, kind: K, data: EventData<K>): EventView {
  seq += 1;
  return { seq, at: "2026-01-01T00:00:00Z", step: seq, attempt: 1, node, kind, data } as EventView;
}

function reading(label: string): Reading {
  const output = [{ name: "value", label, role: "measure" as const }];
  return {
    measures: [],
    dimensions: [],
    filters: [],
    time: null,
    order: null,
    limit: null,
    entities: [],
    joins: [],
    grain: "",
    words: label,
    unread: [],
    score: 1,
    sql: "",
    params: [],
    output,
  };
}

const columns = [{ name: "value", type: "numeric", kind: "decimal" as const }];
const checked = (hash: string) =>
  told("guard", "sql-checked", {
    accepted: true,
    layers: [],
    text: `SELECT ${hash}`,
    params: [1],
    hash,
    tables: [],
  });
const executed = (hash: string, task?: string) =>
  told("execute", "sql-executed", {
    ...(task && { task, title: `Step ${task}` }),
    resultId: `res_${hash}`,
    hash,
    columns,
    rowCount: 1,
    truncated: false,
    ms: 1,
  });
const drawn = (hash: string, title: string) =>
  told("respond", "chart-drawn", {
    chart: { kind: "bar", resultId: `res_${hash}`, title, x: null, y: [0], series: null },
  });
const waiting = { after: [], state: "waiting" as const };
const plan = {
  since: 0,
  steps: [
    { ...waiting, id: "s1", kind: "rows" as const, title: "One", reading: reading("Revenue") },
    { ...waiting, id: "s2", kind: "rows" as const, title: "Two", reading: reading("Cost") },
    { ...waiting, id: "s3", kind: "passages" as const, title: "Three", text: "duties" },
  ],
};
const retrieval = {
  id: "ret_1",
  task: "s3",
  text: "duties",
  title: "Three",
  restrictedTo: [],
  passages: [],
  below: [],
  threshold: { coverage: 0.5, cosine: 0.4, sentence: "" },
  searched: {
    documents: 84,
    passages: 600,
    words: ["duties"],
    unknownWords: [],
    collections: ["Documents"],
    vectors: { ready: 600, total: 600 },
    fusion: { method: "weighted_sum" as const, vectorWeight: 0.4, earnedFrom: "62 questions" },
  },
  none: "no_match" as const,
};

describe("folding the sources of a run", () => {
  it("gives each result its own statement, chart, title and reading", () => {
    const { results } = foldRun([
      told("understand", "plan-made", { plan, reason: "" }),
      checked("h1"),
      checked("h2"),
      executed("h2", "s2"),
      executed("h1", "s1"),
      drawn("h1", "Revenue by region"),
    ]);
    expect(results.map((found) => [found.resultId, found.statement?.text, found.title])).toEqual([
      ["res_h2", "SELECT h2", "Step s2"],
      ["res_h1", "SELECT h1", "Step s1"],
    ]);
    expect(results.map(({ output }) => output[0]?.label)).toEqual(["Cost", "Revenue"]);
    expect(results.map(({ chart }) => chart?.title)).toEqual([undefined, "Revenue by region"]);
  });

  it("tells the rows of an edited statement apart from those of the reading", () => {
    const approval = {
      id: "apr_1",
      runId: "run_1",
      interruptId: "int",
      revision: 2,
      sqlHash: "h2",
      sql: "SELECT 2",
      params: [],
      tables: [],
      estimate: { scannedRows: 3e6, quality: "heuristic" as const, plan: [] },
      price: { verdict: "ask" as const, sentence: "" },
      cause: "cost" as const,
      smaller: null,
      approvers: ["usr"],
      expiresAt: "2026-01-01T01:00:00Z",
      decision: null,
      by: null,
      at: null,
      reason: null,
    };
    const first = { ...approval, revision: 1, sqlHash: "h1", sql: "SELECT 1" };
    const { results } = foldRun([
      told("approve", "approval-asked", { approval: first }),
      told("approve", "approval-revised", { approval, by: "usr", before: "SELECT 1" }),
      executed("h2"),
      executed("h3"),
    ]);
    expect(results.map(({ edited, output }) => [edited, output])).toEqual([
      [true, []],
      [false, []],
    ]);
  });

  it("knows a computed table by its derivation, without a statement", () => {
    const derivation = {
      operation: "change" as const,
      title: "Change",
      method: "after minus before",
      from: ["res_h1"],
      output: [{ name: "value", label: "Change", role: "measure" as const }],
    };
    const { results } = foldRun([
      executed("h1"),
      told("collect", "statistic-computed", {
        task: "s4",
        resultId: "sta_1",
        columns,
        rowCount: 1,
        derivation,
      }),
    ]);
    expect(results.at(-1)).toMatchObject({
      statement: null,
      title: "Change",
      derivation: { from: ["res_h1"] },
      output: [{ label: "Change" }],
    });
  });

  it("takes the plan told last, and marks a step done once its evidence came", () => {
    const [first, second, third] = plan.steps;
    const longer = {
      since: 0,
      steps: [first!, { ...second!, state: "left_out" as const, note: "Too many." }, third!],
    };
    const events = [
      told("understand", "plan-made", { plan, reason: "" }),
      executed("h1", "s1"),
      told("collect", "plan-made", { plan: longer, reason: "" }),
    ];
    const states = () => foldRun(events).plan?.steps.map(({ state }) => state);
    expect(states()).toEqual(["done", "left_out", "waiting"]);
    events.push(told("retrieve", "passages-retrieved", { retrieval }));
    expect(states()).toEqual(["done", "left_out", "done"]);
    expect(foldRun(events).retrievals).toEqual([retrieval]);
  });
});
