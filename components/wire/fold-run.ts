import type { EventData, EventKind, EventView } from "#lib/contracts/event.ts";
import type { Answer } from "#lib/contracts/evidence.ts";
import type { Plan } from "#lib/contracts/plan.ts";
import type { Prediction, Reading } from "#lib/contracts/reading.ts";
import type { StoredRetrieval } from "#lib/contracts/retrieval.ts";
import type { Route, RunStatus } from "#lib/contracts/run.ts";
import {
  type AskedApproval,
  type AskedClarification,
  foldApprovals,
  foldClarifications,
} from "./fold-asked.ts";
import { foldRows, type TimelineRow } from "./fold-rows.ts";
import { type FoundResult, foldPlan, foldResults, foldRetrievals } from "./fold-sources.ts";

/** A run folded from its events: the only source of what the screen shows. */
export interface RunState {
  status: RunStatus;
  /** Whose rights the database applied. */
  role: string | null;
  rows: TimelineRow[];
  prediction: Prediction | null;
  route: EventData<"route-chosen"> | null;
  /** What the question, or its half that asks of rows, was taken to mean as one query; null where it is none. */
  reading: Reading | null;
  /** The steps of a question that takes several. */
  plan: Plan | null;
  /** Oldest first; only the last one can be open. */
  approvals: AskedApproval[];
  /** Questions back, oldest first; only the last one can be open. */
  clarifications: AskedClarification[];
  /** Tables that came, each with its chart and statement. */
  results: FoundResult[];
  /** Searches with what they brought. */
  retrievals: StoredRetrieval[];
  answer: Answer | null;
  verified: EventData<"claims-verified"> | null;
  failure: EventData<"run-failed"> | null;
  /** Working time, without waiting for a person; null until the run ended. */
  ms: number | null;
  queries: number;
}

const ONE_QUERY = new Set<Route>(["kpi_lookup", "nl2sql_query", "hybrid"]);

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
  const clarifications = foldClarifications(events);
  const prediction = predictionOf(events);
  const route = last("route-chosen");
  const isOneQuery = route === null || ONE_QUERY.has(route.route);
  const reading = isOneQuery ? (prediction?.readings[0] ?? null) : null;
  const plan = foldPlan(events);
  return {
    status: statusOf(events, finished, approvals, clarifications),
    role: last("run-queued")?.role ?? null,
    rows: foldRows(events, finished !== null),
    prediction,
    route,
    reading,
    plan,
    approvals,
    clarifications,
    results: foldResults(events, reading, plan, approvals),
    retrievals: foldRetrievals(events),
    answer: last("answer-written")?.answer ?? null,
    verified: last("claims-verified"),
    failure: last("run-failed"),
    ms: finished?.ms ?? null,
    queries: events.filter((event) => event.kind === "sql-executed").length,
  };
}

/** How the question was read last: as a whole, or by a part of it where the whole is no query. */
function predictionOf(events: EventView[]): Prediction | null {
  const told = events.flatMap((event) => (event.kind === "question-understood" ? [event.data] : []));
  const latest = told.at(-1);
  const whole = told.findLast(({ part }) => !part);
  return (latest?.part && whole?.prediction.outcome === "answered" ? whole : latest)?.prediction ?? null;
}

function statusOf(
  events: EventView[],
  finished: EventData<"run-finished"> | null,
  approvals: AskedApproval[],
  clarifications: AskedClarification[],
): RunStatus {
  if (finished) return finished.status;
  if (approvals.at(-1)?.approval.decision === null) return "needs_approval";
  if (clarifications.at(-1)?.state === "open") return "needs_answer";
  return events.some((event) => event.kind === "run-started") ? "running" : "queued";
}
