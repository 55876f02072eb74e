import type { RowState, TimelineRow } from "#components/wire/fold-rows.ts";
import type { RunState } from "#components/wire/fold-run.ts";

const UNDER_WAY = new Set<RowState>(["running", "retrying"]);

/**
 * The timeline row that tells what a run does now, with the title of its plan's step; null until a node has told
 * something. Between two supersteps nothing is under way: the row that came last still says where the run is.
 */
export function underWay({
  rows,
  plan,
}: Pick<RunState, "rows" | "plan">): { row: TimelineRow; title: string | null } | null {
  const newest = rows.reduce((seq, row) => Math.max(seq, lastSeq(row)), 0);
  // The run's own row stands after all supersteps, also where the nodes went on after it.
  const steps = rows.filter((row) => row.node !== "run" || lastSeq(row) === newest);
  const latest = steps.reduce((step, row) => Math.max(step, row.step), 0);
  const here = steps.filter(({ step }) => step === latest).toSorted((a, b) => lastSeq(a) - lastSeq(b));
  const row = here.findLast(({ state }) => UNDER_WAY.has(state)) ?? here.at(-1);
  if (row === undefined) return null;
  return { row, title: plan?.steps.find(({ id }) => id === row.task)?.title ?? null };
}

function lastSeq({ events }: TimelineRow): number {
  return events.at(-1)?.seq ?? 0;
}
