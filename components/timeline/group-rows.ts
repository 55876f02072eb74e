import type { RowState, TimelineRow } from "#components/wire/fold-rows.ts";
import type { Plan } from "#lib/contracts/plan.ts";

/** A row of the timeline, or the rows of a plan's step that followed each other. */
export type TimelineItem =
  | { kind: "row"; row: TimelineRow }
  | { kind: "task"; id: string; task: string; rows: TimelineRow[]; state: RowState; ms: number };

/** Puts together what one step of a plan went through, where the plan has several: drafted, checked, priced, run. */
export function groupRows(rows: TimelineRow[], plan: Plan | null): TimelineItem[] {
  if (plan === null || plan.steps.length < 2) return rows.map((row) => ({ kind: "row", row }));
  const items: TimelineItem[] = [];
  for (const row of rows) {
    const before = items.at(-1);
    if (row.task === null) items.push({ kind: "row", row });
    else if (before?.kind === "task" && before.task === row.task) {
      before.rows.push(row);
      before.ms += row.ms ?? 0;
      // The first that is not done, or went wrong, says how the step stands.
      if (before.state === "done") before.state = row.state;
    } else
      items.push({
        kind: "task",
        id: row.key,
        task: row.task,
        rows: [row],
        state: row.state,
        ms: row.ms ?? 0,
      });
  }
  return items;
}
