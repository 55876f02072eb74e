import { describe, expect, it } from "vitest";
import type { RowState, TimelineRow } from "#components/wire/fold-rows.ts";
import type { EventView, NodeName } from "#lib/contracts/event.ts";
import type { Plan } from "#lib/contracts/plan.ts";
import { underWay } from "./under-way.ts";

function row(step: number, node: NodeName, seq: number, state: RowState, task: string | null = null) {
  const events = [{ seq, step, node } as EventView];
  return { key: `${step}/${node}`, step, node, task, state, ms: null, decision: null, events } as TimelineRow;
}

const plan = {
  since: 2,
  steps: [{ id: "course", title: "net margin by month", kind: "statistic", after: [], state: "waiting" }],
} as unknown as Plan;

describe("what a run does now", () => {
  it("is the node under way in the latest superstep, named by its step of the plan", () => {
    const rows = [
      row(1, "intake", 1, "running"),
      row(11, "execute", 40, "running", "course"),
      row(11, "retrieve", 41, "done"),
    ];
    const now = underWay({ rows, plan });
    expect([now?.row.node, now?.title]).toEqual(["execute", "net margin by month"]);
  });

  it("stays with what came last between two supersteps, and never goes back to the first node", () => {
    const rows = [row(1, "intake", 1, "done"), row(11, "validate", 50, "done")];
    const now = underWay({ rows, plan });
    expect([now?.row.node, now?.title]).toEqual(["validate", null]);
  });

  it("goes on with the nodes after the run itself waited for its source", () => {
    const waited = [row(4, "execute", 20, "done"), row(1_000_000, "run", 21, "retrying")];
    expect(underWay({ rows: waited, plan })?.row.node).toBe("run");
    const goesOn = [row(4, "execute", 22, "running"), row(1_000_000, "run", 21, "retrying")];
    expect(underWay({ rows: goesOn, plan })?.row.node).toBe("execute");
  });

  it("is nothing before a node has told something", () => {
    expect(underWay({ rows: [], plan: null })).toBeNull();
  });
});
