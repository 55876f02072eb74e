import { Decimal } from "decimal.js";
import { type ComputedTable, computedTable } from "./computed-table.ts";
import { type Amounts, figureOf } from "./contributions.ts";
import type { Summable } from "./figures.ts";
import type { Windows } from "./windows.ts";

/** A figure before and after, beside the one that is asked about. */
export interface Indicator {
  figure: Summable;
  before: Amounts;
  after: Amounts;
}

/** A figure that moved by less than this share of itself did not move. */
const MOVED = 0.12;
const MOST = 8;

/**
 * The figures that moved most, by the logarithm of after over before, which takes a doubling and a halving for equally
 * far. Shares are told in percent, so that one column can hold figures of several units.
 */
export function indicatorsTable(input: {
  title: string;
  windows: Windows;
  indicators: Indicator[];
  from: string[];
}): ComputedTable | null {
  const moved = input.indicators
    .flatMap(({ figure, before, after }) => {
      const [start, end] = [figureOf(before), figureOf(after)];
      if (!start?.isPositive() || !end?.isPositive() || start.isZero() || end.isZero()) return [];
      const factor = end.dividedBy(start);
      return Math.abs(factor.toNumber() - 1) < MOVED || isChance(figure, start, end)
        ? []
        : [{ figure, start, end, factor, distance: Math.abs(Math.log(factor.toNumber())) }];
    })
    .sort((a, b) => b.distance - a.distance);
  const seen = new Set<string>();
  const rows = moved
    .filter(({ figure: { metric } }) => !seen.has(metric.name) && seen.add(metric.name))
    .slice(0, MOST)
    .map(({ figure, start, end, factor }) => {
      const percent = figure.metric.unit === "ratio";
      const shown = (value: Decimal) =>
        value
          .times(percent ? 100 : 1)
          .toDecimalPlaces(4)
          .toFixed();
      return [
        figure.metric.name,
        unitInWords(figure, percent),
        shown(start),
        shown(end),
        factor.minus(1).toDecimalPlaces(6).toFixed(),
      ];
    });
  if (rows.length === 0) return null;
  return computedTable(
    [
      { name: "figure", label: "Figure", role: "dimension" },
      { name: "unit", label: "Unit", role: "attribute" },
      { name: "before", label: input.windows.before.label, role: "measure" },
      { name: "after", label: input.windows.after.label, role: "measure" },
      { name: "change", label: "Change", role: "measure", unit: "ratio" },
    ],
    rows,
    {
      operation: "indicators",
      title: input.title,
      method: `Every metric that can be added up over quarters, before and after; those that moved by ${new Decimal(MOVED).times(100).toFixed()} % or more, furthest first. That they moved together does not make one the cause of the other.`,
      from: input.from,
    },
  );
}

/** Counts scatter by the square root of their size; three times that is no chance any more. */
function isChance({ metric }: Summable, before: Decimal, after: Decimal): boolean {
  return metric.unit === "count" && after.minus(before).abs().lessThan(before.plus(after).sqrt().times(3));
}

function unitInWords({ metric }: Summable, percent: boolean): string {
  if (percent) return "%";
  if (metric.unit?.startsWith("currency:")) return metric.unit.slice("currency:".length);
  return metric.unit === "count" || metric.unit === undefined ? "" : metric.unit;
}
