import type { Approval } from "#lib/contracts/approval.ts";
import type { EventData, EventKind, EventView, NodeName } from "#lib/contracts/event.ts";
import type { Answer, Chart, Finding } from "#lib/contracts/evidence.ts";
import type { Prediction } from "#lib/contracts/reading.ts";
import type { RunStatus } from "#lib/contracts/run.ts";

/** What a timeline row is going through. */
export type RowState = "running" | "needs_you" | "done" | "unsettled" | "failed" | "stopped" | "retrying";

/** One node of one superstep, as an analyst reads it. */
export interface TimelineRow {
  key: string;
  step: number;
  node: NodeName;
  state: RowState;
  ms: number | null;
  /** What was decided, in one line. */
  decision: string | null;
  /** Everything the node told, in order: SQL, layers, price, rows. */
  events: EventView[];
}

/** A question to a person, with everything that happened to it since. */
export interface AskedApproval {
  /** The latest revision, with its decision. */
  approval: Approval;
  /** The statement as it was first asked about; null where nobody edited it. */
  original: string | null;
}

/** A run folded from its events: the only source of what the screen shows. */
export interface RunState {
  status: RunStatus;
  /** Whose rights the database applied. */
  role: string | null;
  rows: TimelineRow[];
  prediction: Prediction | null;
  route: EventData<"route-chosen"> | null;
  /** Oldest first; only the last one can be open. */
  approvals: AskedApproval[];
  /** The statement that ran or waits, as judged. */
  checked: EventData<"sql-checked"> | null;
  executed: EventData<"sql-executed"> | null;
  findings: Finding[];
  answer: Answer | null;
  verified: EventData<"claims-verified"> | null;
  chart: Chart | null;
  failure: EventData<"run-failed"> | null;
  /** Working time, without waiting for a person; null until the run ended. */
  ms: number | null;
  queries: number;
}

/**
 * Folds a run's events, in whatever order they came, into what the screen shows. Pure: the same events give the same
 * state, so a reload in mid-run shows the same.
 */
export function foldRun(unordered: EventView[]): RunState {
  // Between branches the sequence is the order of arrival; the superstep comes first.
  const events = unordered.toSorted((a, b) => a.step - b.step || a.seq - b.seq);
  const last = <K extends EventKind>(kind: K): EventData<K> | null => {
    const found = events.findLast((event) => event.kind === kind);
    return found ? (found.data as EventData<K>) : null;
  };
  const finished = last("run-finished");
  const approvals = foldApprovals(events);
  return {
    status: statusOf(events, finished, approvals),
    role: last("run-queued")?.role ?? null,
    rows: foldRows(events, finished !== null),
    prediction: last("question-understood")?.prediction ?? null,
    route: last("route-chosen"),
    approvals,
    checked: last("sql-checked"),
    executed: last("sql-executed"),
    findings: last("result-validated")?.findings ?? [],
    answer: last("answer-written")?.answer ?? null,
    verified: last("claims-verified"),
    chart: last("chart-drawn")?.chart ?? null,
    failure: last("run-failed"),
    ms: finished?.ms ?? null,
    queries: events.filter((event) => event.kind === "sql-executed").length,
  };
}

function statusOf(
  events: EventView[],
  finished: EventData<"run-finished"> | null,
  approvals: AskedApproval[],
): RunStatus {
  if (finished) return finished.status;
  if (approvals.at(-1)?.approval.decision === null) return "needs_approval";
  return events.some((event) => event.kind === "run-started") ? "running" : "queued";
}

function foldApprovals(events: EventView[]): AskedApproval[] {
  const asked = new Map<string, AskedApproval>();
  const change = (id: string, decided: Partial<Approval>) => {
    const known = asked.get(id);
    if (known) asked.set(id, { ...known, approval: { ...known.approval, ...decided } });
  };
  for (const event of events.toSorted((a, b) => a.seq - b.seq)) {
    if (event.kind === "approval-asked" || event.kind === "approval-revised") {
      const { approval } = event.data;
      const before = event.kind === "approval-revised" ? event.data.before : null;
      asked.set(approval.id, { approval, original: asked.get(approval.id)?.original ?? before });
    } else if (event.kind === "approval-decided") {
      const { id, decision, by, reason } = event.data;
      change(id, { decision, by, reason, at: event.at });
    } else if (event.kind === "approval-expired")
      change(event.data.id, { decision: "expired", at: event.at });
  }
  return [...asked.values()];
}

const TOLD_BY_RUN = new Set<EventKind>(["run-queued", "run-started", "run-finished"]);

function foldRows(events: EventView[], ended: boolean): TimelineRow[] {
  const rows = new Map<string, TimelineRow>();
  for (const event of events) {
    if (TOLD_BY_RUN.has(event.kind)) continue;
    const key = `${event.step}/${event.node}`;
    const row = rows.get(key) ?? {
      key,
      step: event.step,
      node: event.node,
      state: "running" as RowState,
      ms: null,
      decision: null,
      events: [],
    };
    rows.set(key, row);
    row.events.push(event);
    if (event.kind === "node-finished") {
      row.state = "done";
      row.ms = event.data.ms;
      row.decision = event.data.decision;
    }
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
    if (row.node === "approve") row.state = approvalState(row, ended);
    // A node that never finished in a run that has: it is where the run failed, or it was cut short.
    else if (row.state === "running" && ended) row.state = failed ? "failed" : "stopped";
  }
  return [...rows.values()];
}

function approvalState(row: TimelineRow, ended: boolean): RowState {
  const answered = row.events.some(({ kind }) => kind === "approval-decided" || kind === "approval-expired");
  if (answered) return "done";
  return ended ? "stopped" : "needs_you";
}
