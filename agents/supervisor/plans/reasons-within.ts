import type { Metric } from "#lib/contracts/catalog.ts";
import type { PlanStep } from "#lib/contracts/plan.ts";
import type { StoredResult } from "#lib/contracts/statement.ts";
import { toNumber } from "#lib/format/figure.ts";
import type { Filter } from "#lib/nlq/compose.ts";
import type { Period } from "#lib/nlq/period.ts";
import { termsOf } from "#lib/warehouse/semantic/metric-algebra.ts";
import type { ComputedTable } from "../../workers/analysis/computed-table.ts";
import { termsTable } from "../../workers/analysis/contributions-table.ts";
import { type Summable, summable } from "../../workers/analysis/figures.ts";
import { type Indicator, indicatorsTable } from "../../workers/analysis/indicators.ts";
import { layoutOf, membersOf, summandsOf } from "../../workers/analysis/layout.ts";
import { addQuarters, type Windows } from "../../workers/analysis/windows.ts";
import { decisiveMember, type Winner } from "../../workers/analysis/winner.ts";
import { type Approach, scopeLabel } from "../approach.ts";
import { type Extension, type Progress, passagesStep, readingOf, rowsStep, tableOf } from "./steps.ts";

/** A change that is looked into. */
export interface Case {
  approach: Extract<Approach, { kind: "reasons" }>;
  figure: Summable;
  windows: Windows;
  progress: Progress;
}

/** Tables whose metrics are compared, and searches for what moved. */
const MOST_TABLES = 6;
const MOST_SEARCHES = 3;

const SPLIT = "split-";

/** The step that splits a change over a column, by the column's id. */
export function splitId(column: string): string {
  return `${SPLIT}${column}`;
}

export function splitColumn(step: string): string | null {
  return step.startsWith(SPLIT) ? step.slice(SPLIT.length) : null;
}

/** The member where the change happened, by the tables of contributions; null where it is spread out. */
export function winnerOf({ plan, results }: Pick<Progress, "plan" | "results">): Winner | null {
  const change = toNumber(results.get("change")?.rows[0]?.[3] ?? null);
  if (change === null) return null;
  const splits = plan.steps.flatMap(({ id: task }) => {
    const column = task.startsWith("of-") ? splitColumn(task.slice("of-".length)) : null;
    const table = column && results.get(task);
    return table ? [{ task, column, rows: table.rows }] : [];
  });
  return decisiveMember(splits, change);
}

/** The figure's own parts and the other metrics, where the change happened. */
export function withinWinner(found: Case, winner: Winner | null): Extension {
  const { approach, figure, windows, progress } = found;
  const { catalog } = progress;
  const filters = scopeOf(approach, winner);
  const scope = scopeLabel(filters);
  const over = { grain: "quarter" as const, filters, period: rangeOf(windows) };
  const terms = termsOf(figure.numerator, catalog.metrics).map(({ metric }) => metric);
  const parts =
    terms.length === 0
      ? []
      : rowsStep(
          "parts",
          `The parts of ${approach.metric.name}${scope}`,
          { ...over, metrics: distinct([...terms, ...(figure.denominator ? [figure.denominator] : [])]) },
          catalog,
        );
  const taken = new Set([approach.metric.id, ...summandsOf(figure).map(({ id }) => id)]);
  const others = catalog.metrics
    .filter(({ id, time }) => !taken.has(id) && time !== undefined)
    .flatMap((metric) => summable(metric, catalog) ?? []);
  const indicators = [...Map.groupBy(others, ({ numerator }) => tableOf(numerator.columns[0] ?? ""))]
    .slice(0, MOST_TABLES)
    .flatMap(([table, group]): PlanStep[] =>
      rowsStep(
        `indicators-${table}`,
        `${group.map(({ metric }) => metric.name).join(", ")}${scope}`,
        { ...over, metrics: distinct(group.flatMap(summandsOf)) },
        catalog,
      ),
    );
  // Nothing else to compare: on to what the documents say.
  if (parts.length === 0 && indicators.length === 0) return whatMoved(found, winner);
  return { computed: [], steps: [...parts, ...indicators] };
}

/** What moved most where the change happened: a table of it, and the searches for what the documents say of each. */
export function whatMoved({ approach, figure, windows, progress }: Case, winner: Winner | null): Extension {
  const scope = scopeLabel(scopeOf(approach, winner));
  const parts = progress.results.get("parts");
  const ofParts = parts ? partsTable(figure, windows, parts, scope, progress) : null;
  const { indicators, from } = indicatorsOf(approach.metric, figure, windows, progress);
  const moved = indicatorsTable({
    title: `What moved most${scope}: ${windows.after.label} against ${windows.before.label}`,
    windows,
    indicators,
    from,
  });
  return {
    computed: [
      ...(ofParts
        ? [{ task: "of-parts", title: `The parts of ${figure.metric.name}${scope}`, table: ofParts }]
        : []),
      ...(moved ? [{ task: "moved", title: `What moved most${scope}`, table: moved }] : []),
    ],
    steps: progress.hasDocuments ? searches(approach, windows, winner, moved) : [],
  };
}

function searches(
  approach: Case["approach"],
  windows: Windows,
  winner: Winner | null,
  moved: ComputedTable | null,
): PlanStep[] {
  const names = moved?.rows.slice(0, MOST_SEARCHES).map((row) => String(row[0])) ?? [];
  const place = winner?.filter.label ?? approach.filters.map(({ label }) => label).join(" ");
  // Papers tell of a change before it comes and after it is known.
  const published = { from: addQuarters(windows.after.from, -3), to: addQuarters(windows.after.to, 1) };
  return [
    passagesStep("texts-question", "What the documents say to the question", {
      text: `${approach.text} ${place}`.trim(),
      published,
      limit: 6,
    }),
    ...names.map((name, at) =>
      passagesStep(`texts-${at + 1}`, `What the documents say about ${name}${place ? `, ${place}` : ""}`, {
        text: `${place} ${name}`.trim(),
        published,
        limit: 4,
      }),
    ),
  ];
}

/** The figure's parts as the amounts that people speak of, and every other metric that was read. */
function indicatorsOf(
  asked: Metric,
  figure: Summable,
  windows: Windows,
  { plan, catalog, results }: Progress,
): { indicators: Indicator[]; from: string[] } {
  const indicators: Indicator[] = [];
  const from: string[] = [];
  for (const { id } of plan.steps) {
    const result = id === "parts" || id.startsWith("indicators-") ? results.get(id) : undefined;
    if (!result) continue;
    from.push(result.id);
    const figures =
      id === "parts"
        ? termsOf(figure.numerator, catalog.metrics).map(({ metric }) => amountOf(metric))
        : catalog.metrics.flatMap((metric) =>
            metric.id === asked.id ? [] : (summable(metric, catalog) ?? []),
          );
    for (const one of figures) indicators.push(...indicatorOf(result, readingOf(plan, id), one, windows));
  }
  return { indicators, from };
}

/** The change of the figure, split over the terms it is made of: exact, where the change happened. */
function partsTable(
  figure: Summable,
  windows: Windows,
  result: StoredResult,
  scope: string,
  { plan, catalog }: Progress,
): ComputedTable | null {
  const { denominator } = figure;
  const terms = termsOf(figure.numerator, catalog.metrics).flatMap(({ metric, sign }) =>
    indicatorOf(result, readingOf(plan, "parts"), { metric, numerator: metric, denominator }, windows).map(
      (one) => ({ ...one, sign }),
    ),
  );
  return termsTable({
    title: `The parts of ${figure.metric.name}${scope}: ${windows.after.label} against ${windows.before.label}`,
    figure,
    windows,
    terms,
    from: result.id,
  });
}

function amountOf(metric: Metric): Summable {
  return { metric, numerator: metric, denominator: null };
}

function indicatorOf(
  result: StoredResult,
  reading: Parameters<typeof layoutOf>[0],
  figure: Summable,
  windows: Windows,
): Indicator[] {
  const layout = layoutOf(reading, figure, null);
  const [one] = layout ? membersOf(result, layout, windows) : [];
  return one ? [{ figure, before: one.before, after: one.after }] : [];
}

function scopeOf({ filters }: Case["approach"], winner: Winner | null): Filter[] {
  return winner ? [...filters, winner.filter] : filters;
}

/** From the first day of the one window to the last of the other. */
export function rangeOf({ before, after }: Windows): Period {
  const label = `${before.label.split(" to ")[0]} to ${after.label.split(" to ").at(-1)}`;
  return { from: before.from, to: after.to, label };
}

function distinct(metrics: Metric[]): Metric[] {
  return [...new Map(metrics.map((metric) => [metric.id, metric])).values()];
}
