import type { EventKind, EventView, NodeName } from "#lib/contracts/event.ts";

/** What a timeline row is going through. */
export type RowState = "running" | "needs_you" | "done" | "unsettled" | "failed" | "stopped" | "retrying";

/** One node of one superstep, as an analyst reads it. */
export interface TimelineRow {
  key: string;
  step: number;
  node: NodeName;
  /** The plan's step it worked on; null where it worked on the whole question, or on several steps at once. */
  task: string | null;
  state: RowState;
  ms: number | null;
  /** What was decided, a line for each branch that went through the node in this superstep. */
  decision: string | null;
  /** Everything the node told, in order: SQL, layers, price, rows, passages. */
  events: EventView[];
}

const TOLD_BY_RUN = new Set<EventKind>(["run-queued", "run-started", "run-finished"]);

/** The nodes that wait for a person, with what ends the wait. */
const WAITS: Partial<Record<NodeName, EventKind[]>> = {
  approve: ["approval-decided", "approval-expired"],
  clarify: ["clarification-answered", "clarification-expired"],
};

/** Rows of the timeline from events in order; `ended` where the run is over. */
export function foldRows(events: EventView[], ended: boolean): TimelineRow[] {
  const rows = new Map<string, TimelineRow>();
  for (const event of events) {
    if (TOLD_BY_RUN.has(event.kind)) continue;
    const key = `${event.step}/${event.node}`;
    const row = rows.get(key) ?? {
      key,
      step: event.step,
      node: event.node,
      task: (event.kind === "node-started" && event.data.task) || null,
      state: "running" as RowState,
      ms: null,
      decision: null,
      events: [],
    };
    rows.set(key, row);
    row.events.push(event);
    if (event.kind === "node-finished") {
      // Branches of one superstep run beside each other: the slowest is what it took.
      row.ms = Math.max(row.ms ?? 0, event.data.ms);
      row.decision = row.decision === null ? event.data.decision : `${row.decision}\n${event.data.decision}`;
    }
    if (event.kind === "node-started" || event.kind === "node-finished")
      row.state = isUnderWay(row, event.attempt) ? "running" : "done";
    if (event.kind === "retry-decided")
      Object.assign(row, { state: "retrying", decision: `${event.data.error} ${event.data.change}` });
    if (event.kind === "run-failed") Object.assign(row, { state: "failed", decision: event.data.sentence });
    if (event.kind === "run-cancelled") row.state = "stopped";
  }
  const failed = events.some((event) => event.kind === "run-failed");
  for (const row of rows.values()) {
    // The node did its part, but nobody knows whether the statement ran.
    if (row.state === "done" && row.events.some(({ kind }) => kind === "sql-unsettled"))
      row.state = "unsettled";
    if (row.state === "retrying" && ended && !failed) row.state = "done";
    const answeredBy = WAITS[row.node];
    if (answeredBy) row.state = waitState(row, answeredBy, ended);
    // A node that never finished in a run that has: it is where the run failed, or it was cut short.
    else if (row.state === "running" && ended) row.state = failed ? "failed" : "stopped";
  }
  return [...rows.values()];
}

/** Whether a branch of that attempt has begun and not finished. */
function isUnderWay(row: TimelineRow, attempt: number): boolean {
  const count = (kind: EventKind) =>
    row.events.filter((event) => event.kind === kind && event.attempt === attempt).length;
  return count("node-started") > count("node-finished");
}

function waitState(row: TimelineRow, answeredBy: EventKind[], ended: boolean): RowState {
  if (row.events.some(({ kind }) => answeredBy.includes(kind))) return "done";
  return ended ? "stopped" : "needs_you";
}
