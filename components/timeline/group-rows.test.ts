import { describe, expect, it } from "vitest";
import type { RowState, TimelineRow } from "#components/wire/fold-rows.ts";
import type { NodeName } from "#lib/contracts/event.ts";
import type { Plan } from "#lib/contracts/plan.ts";
import { groupRows } from "./group-rows.ts";

let step = 0;
function row(node: NodeName, task: string | null, state: RowState = "done"): TimelineRow {
  step += 1;
  return { key: `${step}/${node}`, step, node, task, state, ms: 10, decision: null, events: [] };
}

const passages = { kind: "passages" as const, title: "", after: [], state: "done" as const, text: "" };
const plan: Plan = {
  since: 0,
  steps: [
    { ...passages, id: "s1" },
    { ...passages, id: "s2" },
  ],
};
const rows = [
  row("understand", null),
  row("draft", "s1"),
  row("execute", "s1"),
  row("draft", "s2"),
  row("execute", "s2", "running"),
  row("collect", null),
];

describe("grouping the timeline by the plan's steps", () => {
  it("puts what a step went through together, with its time and how it stands", () => {
    const items = groupRows(rows, plan);
    expect(
      items.map((item) =>
        item.kind === "row" ? item.row.node : [item.task, item.rows.length, item.ms, item.state],
      ),
    ).toEqual(["understand", ["s1", 2, 20, "done"], ["s2", 2, 20, "running"], "collect"]);
  });

  it("leaves the rows of one query as they are", () => {
    expect(groupRows(rows, null).every(({ kind }) => kind === "row")).toBe(true);
    expect(groupRows(rows, { since: 0, steps: plan.steps.slice(0, 1) })).toHaveLength(rows.length);
  });
});
