import type { Catalog, Explanation } from "#lib/contracts/catalog.ts";
import type { PlanStep } from "#lib/contracts/plan.ts";
import type { StoredResult } from "#lib/contracts/statement.ts";
import { toNumber } from "#lib/format/figure.ts";
import type { Filter } from "#lib/nlq/compose.ts";
import type { Period } from "#lib/nlq/period.ts";
import type { Approach } from "../approach.ts";
import {
  type Extension,
  isDone,
  isPlanned,
  nothingMore,
  type Progress,
  passagesStep,
  rowsStep,
  tableOf,
} from "./steps.ts";

const DAY_MS = 86_400_000;
/** Rows whose texts are looked at, the first that were found; a parameter each. */
const MOST_KEYS = 2_000;

/** The passages of the rows that a ranking puts first: `tickets of the customers that left in this segment`. */
export function extendTextsOfRows(
  { text, of }: Extract<Approach, { kind: "texts_of_rows" }>,
  progress: Progress,
): Extension {
  const { plan, results, catalog } = progress;
  const asked = plan.steps.find(({ id }) => id === "rows");
  const ranking = results.get("rows");
  if (asked?.kind !== "rows" || !ranking || !isDone(progress, "rows")) return nothingMore;
  const { reading } = asked;
  const figures = reading.output.flatMap(({ role, binding }) => (role === "measure" ? [binding] : []));
  const explanation = catalog.explanations?.find(({ metric }) => figures.includes(metric));
  // Whose texts: of the group that was named, of all where nothing narrows it, else of the group that comes first.
  if (explanation && of)
    return textsOfPopulation(
      explanation,
      { filters: of.filters, period: of.period, text, prefix: "" },
      progress,
    );
  const top = firstOf(ranking, reading.output, reading.order?.direction ?? "desc");
  if (!explanation || !top) return plainSearch(text, top?.label ?? "", progress);
  const period =
    reading.time?.from && reading.time.to
      ? { from: reading.time.from, to: reading.time.to, label: reading.time.label }
      : null;
  return textsOfPopulation(explanation, { filters: [top], period, text, prefix: "" }, progress);
}

/** What the texts of the rows behind a figure say, for the rows that some filters leave. */
export function textsOfPopulation(
  explanation: Explanation,
  input: {
    filters: Filter[];
    period: Period | null;
    text: string;
    /** Keeps the steps' ids apart from others'. */
    prefix: string;
  },
  progress: Progress,
): Extension {
  const { catalog, results } = progress;
  const ids = {
    population: `${input.prefix}population`,
    texts: `${input.prefix}texts-rows`,
    passages: `${input.prefix}passages`,
  };
  const where = input.filters.map(({ label }) => label).join(", ");
  const title = `${explanation.label}${where ? ` (${where})` : ""}`;
  const kind = tableOf(explanation.texts.key).split(".").at(-1)!.replaceAll("_", " ");
  if (!isPlanned(progress, ids.population)) {
    const steps = population(ids.population, title, explanation, input, catalog);
    return steps.length > 0
      ? { computed: [], steps }
      : plainSearch(input.text, where, progress, ids.passages);
  }
  const behind = results.get(ids.population);
  if (!isDone(progress, ids.population) || isPlanned(progress, ids.passages)) return nothingMore;
  if (!behind || behind.rows.length === 0) return plainSearch(input.text, where, progress, ids.passages);
  if (!isPlanned(progress, ids.texts)) {
    const [key] = lastTwo(behind);
    const keys = [...new Set(behind.rows.flatMap((row) => (row[key] === null ? [] : [String(row[key])])))];
    return {
      computed: [],
      steps: rowsStep(
        ids.texts,
        `${kind} of ${title}`,
        {
          metrics: [],
          columns: [explanation.texts.key, explanation.texts.of, explanation.texts.date],
          filters: [{ column: explanation.texts.of, values: keys.slice(0, MOST_KEYS), label: title }],
        },
        catalog,
        [ids.population],
      ),
    };
  }
  const texts = results.get(ids.texts);
  if (!isDone(progress, ids.texts)) return nothingMore;
  const keys = texts ? writtenBefore(behind, texts, explanation.daysBefore) : [];
  if (keys.length === 0) return plainSearch(input.text, where, progress, ids.passages);
  return {
    computed: [],
    steps: [
      passagesStep(
        ids.passages,
        `What the ${kind} of ${title} say`,
        {
          text: input.text,
          rows: {
            table: tableOf(explanation.texts.key),
            keys,
            label: `${kind} of ${title}, written in the ${explanation.daysBefore} days before`,
          },
          themes: true,
          limit: 6,
        },
        [ids.texts],
      ),
    ],
  };
}

function population(
  id: string,
  title: string,
  { key, date, where }: Explanation,
  { filters, period }: { filters: Filter[]; period: Period | null },
  catalog: Catalog,
): PlanStep[] {
  const conditions: Filter[] = where.map(({ column, values }) => ({
    column,
    values,
    label: values.join(", "),
  }));
  return rowsStep(
    id,
    title,
    {
      metrics: [],
      columns: [key, date],
      filters: [...conditions, ...filters],
      ...(period ? { period } : {}),
    },
    catalog,
    ["rows"],
  );
}

/** Keys of the texts that were written in the days before their row's date. */
function writtenBefore(behind: StoredResult, texts: StoredResult, days: number): Array<string | number> {
  const [key, date] = lastTwo(behind);
  const dates = new Map<string, number[]>();
  for (const row of behind.rows) {
    const at = Date.parse(String(row[date]));
    const of = String(row[key]);
    if (!Number.isNaN(at)) dates.set(of, [...(dates.get(of) ?? []), at]);
  }
  const [textKey, of, written] = lastThree(texts);
  return texts.rows.flatMap((row) => {
    const at = Date.parse(String(row[written]));
    const near = (dates.get(String(row[of])) ?? []).some((date) => at <= date && date - at <= days * DAY_MS);
    return near ? [row[textKey] as string | number] : [];
  });
}

/** What was asked for stands last; a name that the planner adds for people stands before it. */
function lastTwo({ columns }: StoredResult): [number, number] {
  return [columns.length - 2, columns.length - 1];
}

function lastThree({ columns }: StoredResult): [number, number, number] {
  return [columns.length - 3, columns.length - 2, columns.length - 1];
}

/** The group that comes first, as a filter. */
function firstOf(
  { rows }: StoredResult,
  output: Array<{ role: string; binding?: string | undefined }>,
  direction: "asc" | "desc",
): Filter | null {
  const at = output.findIndex(({ role }) => role === "dimension");
  const measure = output.findIndex(({ role }) => role === "measure");
  const binding = output[at]?.binding;
  const [top] = rows
    .map((row) => ({ name: row[at], value: toNumber(row[measure] ?? null) }))
    .filter(({ value }) => value !== null)
    .sort((a, b) => (direction === "desc" ? b.value! - a.value! : a.value! - b.value!));
  if (binding === undefined || top?.name === undefined || top.name === null) return null;
  return { column: binding, values: [String(top.name)], label: String(top.name) };
}

/** Nothing ties texts to these rows: the documents are searched by words. */
function plainSearch(text: string, about: string, progress: Progress, id = "passages"): Extension {
  if (isPlanned(progress, id)) return nothingMore;
  return {
    computed: [],
    steps: [passagesStep(id, "What the documents say", { text: `${text} ${about}`.trim(), limit: 6 })],
  };
}
