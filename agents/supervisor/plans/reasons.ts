import type { Catalog } from "#lib/contracts/catalog.ts";
import type { PlanStep } from "#lib/contracts/plan.ts";
import { changeTable } from "../../workers/analysis/change.ts";
import { contributionsTable } from "../../workers/analysis/contributions-table.ts";
import { amountsIn, type Summable, selected, summable } from "../../workers/analysis/figures.ts";
import { layoutOf, membersOf, summandsOf } from "../../workers/analysis/layout.ts";
import { addQuarters, chooseWindows, type Windows } from "../../workers/analysis/windows.ts";
import { type Approach, scopeLabel } from "../approach.ts";
import { splittingColumns } from "./dimensions.ts";
import {
  type Case,
  rangeOf,
  splitColumn,
  splitId,
  whatMoved,
  winnerOf,
  withinWinner,
} from "./reasons-within.ts";
import {
  allDone,
  type Extension,
  endOfData,
  isDone,
  isPlanned,
  nothingMore,
  type Progress,
  passagesStep,
  readingOf,
  rowsStep,
} from "./steps.ts";

type Reasons = Extract<Approach, { kind: "reasons" }>;

/** At most so many ways to split a change. */
const MOST_SPLITS = 4;

/** The first step: the course of the figure, from which the two stretches of time to compare are chosen. */
export function firstStepOfReasons({ metric, filters }: Reasons, catalog: Catalog): PlanStep[] {
  const figure = summable(metric, catalog);
  if (!figure) return [];
  return rowsStep(
    "course",
    `${metric.name}${scopeLabel(filters)} by quarter`,
    { metrics: selected(figure), grain: "quarter", filters },
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
  const figure = summable(approach.metric, progress.catalog);
  if (!figure || !isDone(progress, "course")) return nothingMore;
  const windows = windowsOf(approach, figure, progress);
  if (!windows) return searchOnly(approach, progress);
  const found: Case = { approach, figure, windows, progress };
  if (!isPlanned(progress, "change")) return compared(found);
  if (!allDone(progress, "split-") || !allDone(progress, "peers")) return nothingMore;
  if (!isPlanned(progress, "of-") && hasSplits(progress)) return splitUp(found);
  if (!isPlanned(progress, "parts") && !isPlanned(progress, "indicators-"))
    return withinWinner(found, winnerOf(progress));
  if (!allDone(progress, "parts") || !allDone(progress, "indicators-")) return nothingMore;
  const isOver = ["of-parts", "moved", "texts-"].some((prefix) => isPlanned(progress, prefix));
  return isOver ? nothingMore : whatMoved(found, winnerOf(progress));
}

function hasSplits({ plan, results }: Progress): boolean {
  return plan.steps.some(({ id }) => (id.startsWith("split-") || id === "peers") && results.has(id));
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
    .filter((quarter) => quarter !== "" && addQuarters(quarter, 1) <= endOfData(catalog))
    .sort()
    .flatMap((quarter) => {
      const amounts = amountsIn(course, layout, { from: quarter, to: addQuarters(quarter, 1) }).get("");
      if (!amounts || amounts.denominator?.isZero()) return [];
      const value = amounts.denominator
        ? amounts.numerator.dividedBy(amounts.denominator)
        : amounts.numerator;
      return [{ quarter, value: value.toNumber() }];
    });
  return chooseWindows(points, approach.period, approach.direction);
}

/** The change itself, and the steps that split it and set it beside its peers. */
function compared({ approach, figure, windows, progress }: Case): Extension {
  const { catalog, results, plan } = progress;
  const { metric, filters } = approach;
  const scope = scopeLabel(filters);
  const course = results.get("course")!;
  const table = changeTable({
    title: `${metric.name}${scope}: ${windows.after.label} against ${windows.before.label}`,
    figure,
    windows,
    members: membersOf(course, layoutOf(readingOf(plan, "course"), figure, null)!, windows),
    label: `${metric.name}${scope}`,
    from: course.id,
  });
  const over = { metrics: summandsOf(figure), grain: "quarter" as const, period: rangeOf(windows) };
  const [only, ...others] = filters;
  const peers =
    only && others.length === 0
      ? rowsStep(
          "peers",
          `${metric.name} of the others beside ${only.label}`,
          { ...over, by: [only.column] },
          catalog,
          ["change"],
        )
      : [];
  const splits = splittingColumns(figure, filters, catalog).flatMap(({ id, label }) =>
    rowsStep(splitId(id), `${metric.name}${scope} by ${label}`, { ...over, by: [id], filters }, catalog, [
      "change",
    ]),
  );
  return {
    computed: [{ task: "change", title: `The change of ${metric.name}${scope}`, table }],
    steps: [...peers, ...splits.slice(0, MOST_SPLITS)],
  };
}

/** Each dimension's contributions, and how the others beside it did. */
function splitUp({ approach, figure, windows, progress }: Case): Extension {
  const { plan, results } = progress;
  const computed: Extension["computed"] = plan.steps.flatMap((step) => {
    const column = splitColumn(step.id);
    const result = results.get(step.id);
    const layout = column && result && layoutOf(readingOf(plan, step.id), figure, column);
    if (!layout || !result || result.truncated) return [];
    const table = contributionsTable({
      title: `What explains the change: ${step.title}`,
      figure,
      windows,
      members: membersOf(result, layout, windows),
      from: result.id,
    });
    return table ? [{ task: `of-${step.id}`, title: `Contributions: ${step.title}`, table }] : [];
  });
  const peers = results.get("peers");
  const beside = approach.filters[0];
  const layout = peers && beside && layoutOf(readingOf(plan, "peers"), figure, beside.column);
  if (peers && layout) {
    const title = `${approach.metric.name} beside ${beside.label}`;
    const table = changeTable({
      title: `${title}: ${windows.after.label} against ${windows.before.label}`,
      figure,
      windows,
      members: membersOf(peers, layout, windows),
      label: "",
      from: peers.id,
    });
    computed.push({ task: "of-peers", title, table });
  }
  // Nothing could be split: on to what can be compared all the same.
  return computed.length > 0
    ? { computed, steps: [] }
    : withinWinner({ approach, figure, windows, progress }, null);
}

/** The figure has no course to compare: what is left is what the documents say. */
function searchOnly({ text }: Reasons, progress: Progress): Extension {
  if (isPlanned(progress, "texts-") || !progress.hasDocuments) return nothingMore;
  return {
    computed: [],
    steps: [passagesStep("texts-question", "What the documents say to the question", { text })],
  };
}
