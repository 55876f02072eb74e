import type { Catalog, Metric } from "#lib/contracts/catalog.ts";
import type { Plan, PlanStep } from "#lib/contracts/plan.ts";
import type { Reading } from "#lib/contracts/reading.ts";
import type { Cell, StoredResult } from "#lib/contracts/statement.ts";
import { toNumber } from "#lib/format/figure.ts";
import type { Filter } from "#lib/nlq/compose.ts";
import { termsOf } from "#lib/warehouse/semantic/metric-algebra.ts";
import { changeTable } from "../../workers/analysis/change.ts";
import type { Member } from "../../workers/analysis/contributions.ts";
import { contributionsTable, termsTable } from "../../workers/analysis/contributions-table.ts";
import { amountsIn, type Layout, type Summable, selected, summable } from "../../workers/analysis/figures.ts";
import { type Indicator, indicatorsTable } from "../../workers/analysis/indicators.ts";
import { addQuarters, chooseWindows, type Window, type Windows } from "../../workers/analysis/windows.ts";
import type { Approach } from "../approach.ts";
import { splittingColumns } from "./dimensions.ts";
import {
  allDone,
  type Extension,
  isDone,
  isPlanned,
  nothingMore,
  type Progress,
  passagesStep,
  rowsStep,
} from "./steps.ts";

type Reasons = Extract<Approach, { kind: "reasons" }>;

/** At most so many ways to split a change, and so many searches for what moved with it. */
const MOST_SPLITS = 4;
const MOST_SEARCHES = 3;
/** A member that explains less of the change than this is not where to look further. */
const DECISIVE = 0.4;
const SURPLUS = 0.15;

/** The first step: the course of the figure, from which the two stretches of time to compare are chosen. */
export function firstStepOfReasons(approach: Reasons, catalog: Catalog): PlanStep[] {
  const figure = summable(approach.metric, catalog);
  if (!figure) return [];
  const scope = scopeLabel(approach.filters);
  return rowsStep(
    "course",
    `${approach.metric.name}${scope} by quarter`,
    { metrics: selected(figure), grain: "quarter", filters: approach.filters },
    catalog,
  );
}

/**
 * A generic variance analysis. The course of a figure tells which two stretches of time to compare; the change between
 * them is split over every dimension the catalog declares, adding up exactly; where one member explains most of it, the
 * figure's own parts and the other metrics are compared for that member; what moved steers the search for reasons. What
 * coincides is never called a cause here: a cause is what a passage says is one.
 */
export function extendReasons(approach: Reasons, progress: Progress): Extension {
  const { catalog, plan } = progress;
  const figure = summable(approach.metric, catalog);
  if (!figure || !isDone(progress, "course")) return nothingMore;
  const windows = windowsOf(approach, figure, progress);
  if (!windows) return searchOnly(approach, progress);
  if (!isPlanned(progress, "change")) return compared(approach, figure, windows, progress);
  if (!allDone(progress, "split-") || !allDone(progress, "peers")) return nothingMore;
  const within = ["parts", "indicators-", "moved", "texts-"];
  if (!within.some((prefix) => plan.steps.some(({ id }) => id.startsWith(prefix))))
    return splitUp(approach, figure, windows, progress);
  if (!allDone(progress, "parts") || !allDone(progress, "indicators-")) return nothingMore;
  if (isPlanned(progress, "texts-question") || isPlanned(progress, "moved")) return nothingMore;
  return whatMoved(approach, figure, windows, decisiveMember(progress), progress);
}

function windowsOf(
  approach: Reasons,
  figure: Summable,
  { results, catalog, plan }: Progress,
): Windows | null {
  const course = results.get("course");
  const layout = course && layoutOf(readingOf(plan, "course"), figure, null);
  if (!course || !layout) return null;
  const points = course.rows
    .map((row) => String(row[layout.quarter] ?? "").slice(0, 10))
    // A quarter that the data do not cover to its end would look like a fall.
    .filter((quarter) => quarter !== "" && addQuarters(quarter, 1) <= dayAfter(catalog))
    .sort()
    .flatMap((quarter) => {
      const amounts = amountsIn(course, layout, { from: quarter, to: addQuarters(quarter, 1) }).get("");
      if (!amounts) return [];
      const value = amounts.denominator
        ? amounts.denominator.isZero()
          ? null
          : amounts.numerator.dividedBy(amounts.denominator).toNumber()
        : amounts.numerator.toNumber();
      return value === null ? [] : [{ quarter, value }];
    });
  return chooseWindows(points, approach.period, approach.direction);
}

/** The change itself, and the steps that split it and set it beside its peers. */
function compared(approach: Reasons, figure: Summable, windows: Windows, progress: Progress): Extension {
  const { catalog, results, plan } = progress;
  const scope = scopeLabel(approach.filters);
  const layout = layoutOf(readingOf(plan, "course"), figure, null)!;
  const table = changeTable({
    title: `${approach.metric.name}${scope}: ${windows.after.label} against ${windows.before.label}`,
    figure,
    windows,
    members: members(results.get("course")!, layout, windows),
    label: `${approach.metric.name}${scope}`,
    from: results.get("course")!.id,
  });
  const range = rangeOf(windows);
  const [only, ...others] = approach.filters;
  const peers =
    only && others.length === 0
      ? rowsStep(
          "peers",
          `${approach.metric.name} of the others beside ${only.label}`,
          { metrics: parts(figure), by: [only.column], grain: "quarter", period: range },
          catalog,
          ["change"],
        )
      : [];
  const splits = splittingColumns(figure, approach.filters, catalog)
    .flatMap((column) =>
      rowsStep(
        `split-${column.id}`,
        `${approach.metric.name}${scope} by ${column.label}`,
        {
          metrics: parts(figure),
          by: [column.id],
          grain: "quarter",
          filters: approach.filters,
          period: range,
        },
        catalog,
        ["change"],
      ),
    )
    .slice(0, MOST_SPLITS);
  return {
    computed: [{ task: "change", title: `The change of ${approach.metric.name}${scope}`, table }],
    steps: [...peers, ...splits],
  };
}

/** Each dimension's contributions; then what is asked next of the member that explains most. */
function splitUp(approach: Reasons, figure: Summable, windows: Windows, progress: Progress): Extension {
  const computed = progress.plan.steps.flatMap((step) => {
    const result = step.id.startsWith("split-") ? progress.results.get(step.id) : undefined;
    if (!result || result.truncated) return [];
    const layout = layoutOf(readingOf(progress.plan, step.id), figure, step.id.slice("split-".length));
    const table =
      layout &&
      contributionsTable({
        title: `What explains the change: ${step.title}`,
        figure,
        windows,
        members: members(result, layout, windows),
        from: result.id,
      });
    return table ? [{ task: `of-${step.id}`, title: `Contributions: ${step.title}`, table }] : [];
  });
  const peers = progress.results.get("peers");
  const beside = approach.filters[0];
  const layout = peers && beside && layoutOf(readingOf(progress.plan, "peers"), figure, beside.column);
  if (peers && layout)
    computed.push({
      task: "of-peers",
      title: `${approach.metric.name} beside ${beside.label}`,
      table: changeTable({
        title: `${approach.metric.name} beside ${beside.label}: ${windows.after.label} against ${windows.before.label}`,
        figure,
        windows,
        members: members(peers, layout, windows),
        label: "",
        from: peers.id,
      }),
    });
  const winner = decisive(computed.map(({ task, table }) => ({ id: task, rows: table.rows })));
  const next = withinWinner(approach, figure, windows, winner, progress);
  return { computed: [...computed, ...next.computed], steps: next.steps };
}

export interface Winner {
  /** The step whose table shows it. */
  table: string;
  filter: Filter;
  /** Share of the whole change. */
  share: number;
  /** That share less the member's own weight in the whole. */
  surplus: number;
}

/** The member, of whichever dimension, that explains most of the change; null where it is spread out. */
export function decisiveMember({ plan, results }: Pick<Progress, "plan" | "results">): Winner | null {
  return decisive(
    plan.steps.flatMap(({ id }) => {
      const table = results.get(id);
      return table ? [{ id, rows: table.rows }] : [];
    }),
  );
}

function decisive(tables: Array<{ id: string; rows: Cell[][] }>): Winner | null {
  let best: Winner | null = null;
  for (const { id, rows } of tables) {
    const [top] = rows;
    if (!id.startsWith("of-split-") || !top) continue;
    const total = rows.reduce((sum, row) => sum + (toNumber(row[3] ?? null) ?? 0), 0);
    const share = total === 0 ? 0 : (toNumber(top[3] ?? null) ?? 0) / total;
    // What explains as much of the change as it is of the whole explains nothing: the surplus counts.
    const surplus = share - (toNumber(top[4] ?? null) ?? 0);
    if (share < DECISIVE || surplus < SURPLUS || (best && best.surplus >= surplus)) continue;
    const name = String(top[0]);
    best = {
      table: id,
      filter: { column: id.slice("of-split-".length), values: [name], label: name },
      share,
      surplus,
    };
  }
  return best;
}

/** The figure's own parts and the other metrics, where the change happened. */
function withinWinner(
  approach: Reasons,
  figure: Summable,
  windows: Windows,
  winner: Winner | null,
  progress: Progress,
): Extension {
  const { catalog } = progress;
  const filters = scopeOf(approach, winner);
  const scope = scopeLabel(filters);
  const period = rangeOf(windows);
  const terms = termsOf(figure.numerator, catalog.metrics);
  const ofParts =
    terms.length > 0
      ? rowsStep(
          "parts",
          `The parts of ${approach.metric.name}${scope}`,
          {
            metrics: unique([
              ...terms.map(({ metric }) => metric),
              ...(figure.denominator ? [figure.denominator] : []),
            ]),
            grain: "quarter",
            filters,
            period,
          },
          catalog,
        )
      : [];
  const taken = new Set([approach.metric.id, ...parts(figure).map(({ id }) => id)]);
  const others = catalog.metrics
    .filter(({ id, time }) => !taken.has(id) && time !== undefined)
    .flatMap((metric) => summable(metric, catalog) ?? []);
  const indicators = [...Map.groupBy(others, ({ numerator }) => tableOf(numerator))].flatMap(
    ([table, group]) => indicatorSteps(table, group, filters, scope, period, catalog),
  );
  // Nothing else to compare: on to what the documents say.
  if (ofParts.length === 0 && indicators.length === 0)
    return whatMoved(approach, figure, windows, winner, progress);
  return { computed: [], steps: [...ofParts, ...indicators] };
}

/** One query for all metrics of a table. */
function indicatorSteps(
  table: string,
  group: Summable[],
  filters: Filter[],
  scope: string,
  period: ReturnType<typeof rangeOf>,
  catalog: Catalog,
): PlanStep[] {
  const metrics = unique(group.flatMap(parts));
  return rowsStep(
    `indicators-${table}`,
    `${group.map(({ metric }) => metric.name).join(", ")}${scope}`,
    { metrics, grain: "quarter", filters, period },
    catalog,
  );
}

/** What moved most where the change happened: a table of it, and the searches for what the documents say of each. */
function whatMoved(
  approach: Reasons,
  figure: Summable,
  windows: Windows,
  winner: Winner | null,
  progress: Progress,
): Extension {
  const { plan, catalog, results } = progress;
  const filters = scopeOf(approach, winner);
  const scope = scopeLabel(filters);
  const indicators: Indicator[] = [];
  const from: string[] = [];
  const partsResult = results.get("parts");
  if (partsResult) {
    from.push(partsResult.id);
    for (const { metric } of termsOf(figure.numerator, catalog.metrics))
      indicators.push(
        // As the amount that people speak of; what it does to the ratio stands in the parts' own table.
        ...indicatorOf(
          partsResult,
          readingOf(plan, "parts"),
          { metric, numerator: metric, denominator: null },
          windows,
        ),
      );
  }
  for (const step of plan.steps) {
    const result = step.id.startsWith("indicators-") ? results.get(step.id) : undefined;
    if (!result) continue;
    from.push(result.id);
    for (const metric of catalog.metrics) {
      const one = metric.id === approach.metric.id ? null : summable(metric, catalog);
      if (one) indicators.push(...indicatorOf(result, readingOf(plan, step.id), one, windows));
    }
  }
  const partsTable = partsResult && partsOf(figure, windows, partsResult, scope, progress);
  const table = indicatorsTable({
    title: `What moved most${scope}: ${windows.after.label} against ${windows.before.label}`,
    windows,
    indicators,
    from,
  });
  const moved = table?.rows.slice(0, MOST_SEARCHES).map((row) => String(row[0])) ?? [];
  const place = winner?.filter.label ?? approach.filters.map(({ label }) => label).join(" ");
  const published = { from: addQuarters(windows.after.from, -3), to: addQuarters(windows.after.to, 1) };
  const searches = !progress.hasDocuments
    ? []
    : [
        passagesStep("texts-question", "What the documents say to the question", {
          text: `${approach.text} ${place}`.trim(),
          published,
          limit: 6,
        }),
        ...moved.map((name, at) =>
          passagesStep(
            `texts-${at + 1}`,
            `What the documents say about ${name}${place ? `, ${place}` : ""}`,
            {
              text: `${place} ${name}`.trim(),
              published,
              limit: 4,
            },
          ),
        ),
      ];
  return {
    computed: [
      ...(partsTable
        ? [{ task: "of-parts", title: `The parts of ${figure.metric.name}${scope}`, table: partsTable }]
        : []),
      ...(table ? [{ task: "moved", title: `What moved most${scope}`, table }] : []),
    ],
    steps: searches,
  };
}

/** The change of the figure, split over the terms it is made of: exact, where the change happened. */
function partsOf(
  figure: Summable,
  windows: Windows,
  result: StoredResult,
  scope: string,
  { plan, catalog }: Progress,
) {
  const reading = readingOf(plan, "parts");
  const terms = termsOf(figure.numerator, catalog.metrics).flatMap(({ metric, sign }) =>
    indicatorOf(result, reading, { metric, numerator: metric, denominator: figure.denominator }, windows).map(
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

/** The figure has no course to compare: what is left is what the documents say. */
function searchOnly(approach: Reasons, progress: Progress): Extension {
  if (isPlanned(progress, "texts-question") || !progress.hasDocuments) return nothingMore;
  return {
    computed: [],
    steps: [
      passagesStep("texts-question", "What the documents say to the question", { text: approach.text }),
    ],
  };
}

function indicatorOf(
  result: StoredResult,
  reading: Reading,
  figure: Summable,
  windows: Windows,
): Indicator[] {
  const layout = layoutOf(reading, figure, null);
  if (!layout) return [];
  const [one] = members(result, layout, windows);
  return one ? [{ figure, before: one.before, after: one.after }] : [];
}

function members(result: StoredResult, layout: Layout, windows: Windows): Member[] {
  const [before, after] = [
    amountsIn(result, layout, windows.before),
    amountsIn(result, layout, windows.after),
  ];
  const names = unique([...before.keys(), ...after.keys()]);
  const [any] = [...before.values(), ...after.values()];
  const nothing = any && {
    numerator: any.numerator.minus(any.numerator),
    denominator: any.denominator?.minus(any.denominator) ?? null,
  };
  return names.map((name) => ({
    name,
    before: before.get(name) ?? nothing!,
    after: after.get(name) ?? nothing!,
  }));
}

/** Where a figure's parts stand in a reading's result; null where they do not. */
function layoutOf(reading: Reading, figure: Summable, member: string | null): Layout | null {
  const at = (fits: (output: Reading["output"][number]) => boolean) => reading.output.findIndex(fits);
  const quarter = at(({ role }) => role === "time");
  const numerator = at(({ binding }) => binding === figure.numerator.id);
  const denominator = figure.denominator ? at(({ binding }) => binding === figure.denominator!.id) : null;
  const name = member === null ? null : at(({ binding }) => binding === member);
  if ([quarter, numerator, denominator, name].includes(-1)) return null;
  return { quarter, numerator, denominator, member: name };
}

function readingOf(plan: Plan, id: string): Reading {
  const step = plan.steps.find((each) => each.id === id);
  if (step?.kind !== "rows") throw new Error(`The plan has no step of rows called ${id}.`);
  return step.reading;
}

function parts({ numerator, denominator }: Summable): Metric[] {
  return denominator ? [numerator, denominator] : [numerator];
}

function scopeOf(approach: Reasons, winner: Winner | null): Filter[] {
  return winner ? [...approach.filters, winner.filter] : approach.filters;
}

/** ` for EMEA, Germany`: the innermost says where. */
export function scopeLabel(filters: Filter[]): string {
  const last = filters.at(-1);
  return last ? ` for ${last.label}` : "";
}

function rangeOf({ before, after }: { before: Window; after: Window }) {
  return {
    from: before.from,
    to: after.to,
    label: `${before.label.split(" to ")[0]} to ${after.label.split(" to ").at(-1)}`,
  };
}

function tableOf(metric: Metric): string {
  return metric.columns[0]?.split(".").slice(0, -1).join(".") ?? "";
}

/** The first day that the data do not cover any more. */
function dayAfter({ asOf, now }: Catalog): string {
  const last = asOf ?? now.slice(0, 10);
  return new Date(Date.parse(`${last}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

function unique<T extends string | { id: string }>(values: T[]): T[] {
  return [...new Map(values.map((value) => [typeof value === "string" ? value : value.id, value])).values()];
}
