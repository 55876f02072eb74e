import { Decimal } from "decimal.js";
import type { Metric } from "#lib/contracts/catalog.ts";
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

interface Moved {
  figure: Summable;
  start: Decimal;
  end: Decimal;
  /** Absolute logarithm of after over before; infinite where one is zero or they differ in sign. */
  distance: number;
}

/**
 * The figures that moved most, by the logarithm of after over before, which takes a doubling and a halving for equally
 * far; those that came from nothing, went to nothing or changed sign come first, as no doubling reaches them. Shares are
 * told in percent, so that one column can hold figures of several units.
 *
 * @returns null where nothing moved
 */
export function indicatorsTable(input: {
  title: string;
  windows: Windows;
  indicators: Indicator[];
  from: string[];
}): ComputedTable | null {
  const names = new Set<string>();
  const indicators = input.indicators.filter(
    ({ figure: { metric } }) => !names.has(metric.name) && names.add(metric.name),
  );
  const without: string[] = [];
  let scattered = 0;
  const moved = indicators
    .flatMap((indicator): Moved[] => {
      const { figure, before, after } = indicator;
      const [start, end] = [figureOf(before), figureOf(after)];
      if (!start || !end) {
        without.push(figure.metric.name);
        return [];
      }
      const isSame = end.equals(start) || end.minus(start).abs().lessThan(start.abs().times(MOVED));
      if (isSame) return [];
      if (isChance(indicator, start, end)) {
        scattered++;
        return [];
      }
      const isComparable = !start.isZero() && end.dividedBy(start).greaterThan(0);
      const distance = isComparable ? Math.abs(Math.log(end.dividedBy(start).toNumber())) : Infinity;
      return [{ figure, start, end, distance }];
    })
    .sort((a, b) => (a.distance === b.distance ? 0 : b.distance - a.distance));
  const rows = moved.slice(0, MOST).map(({ figure, start, end }) => {
    const percent = figure.metric.unit === "ratio";
    const shown = (value: Decimal) =>
      value
        .times(percent ? 100 : 1)
        .toDecimalPlaces(4)
        .toFixed();
    const note = noteOf(start, end);
    return [
      figure.metric.name,
      unitInWords(figure, percent),
      shown(start),
      shown(end),
      start.greaterThan(0) && end.greaterThanOrEqualTo(0)
        ? end.dividedBy(start).minus(1).toDecimalPlaces(6).toFixed()
        : null,
      note,
    ];
  });
  if (rows.length === 0) return null;
  const left = [
    ...(scattered > 0 ? [`${scattered} that moved no further than scatter alone may`] : []),
    ...(without.length > 0 ? [`${without.join(", ")}, with nothing to divide by on one side`] : []),
    ...(moved.length > MOST ? [`${moved.length - MOST} that moved less far than these`] : []),
  ];
  return computedTable(
    [
      { name: "figure", label: "Figure", role: "dimension" },
      { name: "unit", label: "Unit", role: "attribute" },
      { name: "before", label: input.windows.before.label, role: "measure" },
      { name: "after", label: input.windows.after.label, role: "measure" },
      { name: "change", label: "Change", role: "measure", unit: "ratio" },
      { name: "note", label: "Note", role: "attribute" },
    ],
    rows,
    {
      operation: "indicators",
      title: input.title,
      method: `Every metric that can be added up over quarters, before and after; those that moved by ${new Decimal(MOVED).times(100).toFixed()} % or more and beyond three times their scatter (of counts, and of ratios over counts), furthest first.${left.length > 0 ? ` Left out: ${left.join("; ")}.` : ""} Where a figure was zero or negative, no change in percent is told. That they moved together does not make one the cause of the other.`,
      from: input.from,
    },
  );
}

/** Why there is no change in percent, or that there is nothing left; null where the change says it all. */
function noteOf(start: Decimal, end: Decimal): string | null {
  if (start.isZero()) return "from nothing";
  if (end.isZero()) return "to nothing";
  if (start.isNegative() !== end.isNegative())
    return end.isNegative() ? "turned negative" : "turned positive";
  return start.isNegative() ? "negative" : null;
}

/** So many standard errors are no chance any more. */
const SURE = 3;

/**
 * Whether scatter alone may explain the difference. A count scatters by the square root of its size (Poisson). A share of
 * counts scatters binomially with its denominator, both sides pooled; what is above one, like lines per order, as a
 * Poisson rate; and an amount per item about as much as its own size. Amounts of money alone are not judged.
 */
function isChance({ figure, before, after }: Indicator, start: Decimal, end: Decimal): boolean {
  const difference = end.minus(start).abs();
  const { metric, numerator, denominator } = figure;
  if (!denominator) return isCount(metric) && difference.lessThan(start.plus(end).abs().sqrt().times(SURE));
  const [n0, n1] = [before.denominator, after.denominator];
  if (!isCount(denominator) || !n0?.greaterThan(0) || !n1?.greaterThan(0)) return false;
  const pooled = before.numerator.plus(after.numerator).dividedBy(n0.plus(n1));
  const share = isCount(numerator) && pooled.greaterThanOrEqualTo(0) && pooled.lessThanOrEqualTo(1);
  const variance = share
    ? pooled.times(new Decimal(1).minus(pooled))
    : isCount(numerator)
      ? pooled.abs()
      : pooled.times(pooled);
  const error = variance.times(new Decimal(1).dividedBy(n0).plus(new Decimal(1).dividedBy(n1))).sqrt();
  return difference.lessThan(error.times(SURE));
}

function isCount({ unit, expression }: Metric): boolean {
  return unit === "count" || (unit === undefined && /^\s*count\s*\(/i.test(expression));
}

function unitInWords({ metric }: Summable, percent: boolean): string {
  if (percent) return "%";
  if (metric.unit?.startsWith("currency:")) return metric.unit.slice("currency:".length);
  return metric.unit === "count" || metric.unit === undefined ? "" : metric.unit;
}
