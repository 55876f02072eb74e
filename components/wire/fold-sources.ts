import type { EventData, EventView } from "#lib/contracts/event.ts";
import type { Chart } from "#lib/contracts/evidence.ts";
import type { Plan, PlanStep } from "#lib/contracts/plan.ts";
import type { OutputColumn, Parameter, Reading } from "#lib/contracts/reading.ts";
import type { StoredRetrieval } from "#lib/contracts/retrieval.ts";
import type { Derivation, ResultColumn } from "#lib/contracts/statement.ts";
import type { AskedApproval } from "./fold-asked.ts";

/** A table that an answer may rest on: rows of a statement, or figures that code computed from others. */
export interface FoundResult {
  resultId: string;
  /** What it finds out; null where the question is one query. */
  title: string | null;
  columns: ResultColumn[];
  rowCount: number | null;
  /** A person's own statement brought it: titles made from the reading do not speak of it. */
  edited: boolean;
  /** What its columns mean; empty where nobody knows, as after an edit by hand. */
  output: OutputColumn[];
  /** The reading of its statement; null for a computed table and after an edit by hand. */
  reading: Reading | null;
  chart: Chart | null;
  /** What ran; null for a computed table. */
  statement: { text: string; params: Parameter[] } | null;
  /** Set where code computed it. */
  derivation: Derivation | null;
}

/** The tables of a run in the order in which they came. `whole` is the reading of a question that is one query. */
export function foldResults(
  events: EventView[],
  whole: Reading | null,
  plan: Plan | null,
  approvals: AskedApproval[],
): FoundResult[] {
  const charts = new Map<string, Chart>();
  const checked = new Map<string, EventData<"sql-checked">>();
  for (const event of events)
    if (event.kind === "chart-drawn") charts.set(event.data.chart.resultId, event.data.chart);
    else if (event.kind === "sql-checked") checked.set(event.data.hash, event.data);
  const found = new Map<string, FoundResult>();
  for (const event of events) {
    if (event.kind === "sql-executed") {
      const { resultId, task, title, columns, rowCount, hash } = event.data;
      const asked = approvals.find(({ approval }) => approval.sqlHash === hash);
      // A person's own statement was approved: the reading no longer says what its columns mean.
      const edited = asked !== undefined && asked.original !== null;
      const reading = edited ? null : readingOf(task, plan, whole);
      found.set(resultId, {
        resultId,
        title: title ?? null,
        columns,
        rowCount,
        edited,
        output: reading?.output ?? [],
        reading,
        chart: charts.get(resultId) ?? null,
        statement: {
          text: asked?.approval.sql ?? checked.get(hash)?.text ?? "",
          params: asked?.approval.params ?? checked.get(hash)?.params ?? [],
        },
        derivation: null,
      });
    } else if (event.kind === "statistic-computed") {
      const { resultId, columns, rowCount, derivation } = event.data;
      found.set(resultId, {
        resultId,
        title: derivation.title,
        columns,
        rowCount,
        edited: false,
        output: derivation.output,
        reading: null,
        chart: charts.get(resultId) ?? null,
        statement: null,
        derivation,
      });
    }
  }
  return [...found.values()];
}

function readingOf(task: string | undefined, plan: Plan | null, whole: Reading | null): Reading | null {
  if (task === undefined) return whole;
  const step = plan?.steps.find((each) => each.id === task);
  return step?.kind === "rows" ? step.reading : whole;
}

/** The searches of a run in the order in which they came. */
export function foldRetrievals(events: EventView[]): StoredRetrieval[] {
  const found = new Map<string, StoredRetrieval>();
  for (const event of events)
    if (event.kind === "passages-retrieved") found.set(event.data.retrieval.id, event.data.retrieval);
  return [...found.values()];
}

/**
 * The plan as it stands: the one told last, with the steps done whose evidence has come since. Null where the question
 * needs no plan.
 */
export function foldPlan(events: EventView[]): Plan | null {
  const made = events.findLast((event) => event.kind === "plan-made");
  if (!made) return null;
  const steps = made.data.plan.steps.map((step): PlanStep => {
    const came = events.some((event) => event.step >= made.data.plan.since && isEvidenceOf(step, event));
    return step.state === "waiting" && came ? { ...step, state: "done" } : step;
  });
  return { ...made.data.plan, steps };
}

function isEvidenceOf(step: PlanStep, event: EventView): boolean {
  if (event.kind === "sql-executed" || event.kind === "statistic-computed")
    return event.data.task === step.id;
  return event.kind === "passages-retrieved" && event.data.retrieval.task === step.id;
}
