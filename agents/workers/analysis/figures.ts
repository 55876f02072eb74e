import { Decimal } from "decimal.js";
import type { Catalog, Metric } from "#lib/contracts/catalog.ts";
import type { Cell, StoredResult } from "#lib/contracts/statement.ts";
import { toNumber } from "#lib/format/figure.ts";
import { isAdditive, ratioOf } from "#lib/warehouse/semantic/metric-algebra.ts";
import type { Amounts } from "./contributions.ts";
import type { Window } from "./windows.ts";

/** A metric in parts that may be added up over quarters and members: an amount, or the two sides of a ratio. */
export interface Summable {
  metric: Metric;
  numerator: Metric;
  denominator: Metric | null;
}

/** Null where quarters cannot be added up to a year, as with a median or a count of different things. */
export function summable(metric: Metric, catalog: Pick<Catalog, "metrics">): Summable | null {
  const ratio = ratioOf(metric, catalog.metrics);
  if (ratio && isAdditive(ratio.numerator) && isAdditive(ratio.denominator)) return { metric, ...ratio };
  return isAdditive(metric) ? { metric, numerator: metric, denominator: null } : null;
}

/** The metrics to select for it: the figure itself is shown where it is a ratio. */
export function selected({ metric, numerator, denominator }: Summable): Metric[] {
  return denominator ? [metric, numerator, denominator] : [numerator];
}

/** Where the columns of a metric's parts stand in a result, by the metrics that were selected in order. */
export interface Layout {
  /** Position of the member's name; null where rows are not split by one. */
  member: number | null;
  quarter: number;
  numerator: number;
  denominator: number | null;
}

/** Adds a result's quarters up over a window, for each member. */
export function amountsIn(
  result: StoredResult,
  layout: Layout,
  window: Pick<Window, "from" | "to">,
): Map<string | null, Amounts> {
  const sums = new Map<string | null, Amounts>();
  for (const row of result.rows) {
    const quarter = String(row[layout.quarter] ?? "").slice(0, 10);
    if (quarter < window.from || quarter >= window.to) continue;
    const member = layout.member === null ? "" : (row[layout.member] ?? null);
    // What has no value is a group of its own, and no value called so.
    const name = member === null ? null : String(member);
    const known = sums.get(name);
    const numerator = decimal(row[layout.numerator] ?? null).plus(known?.numerator ?? 0);
    const denominator =
      layout.denominator === null
        ? null
        : decimal(row[layout.denominator] ?? null).plus(known?.denominator ?? 0);
    sums.set(name, { numerator, denominator });
  }
  return sums;
}

/** An empty cell adds nothing. */
function decimal(cell: Cell): Decimal {
  return toNumber(cell) === null ? new Decimal(0) : new Decimal(cell as string | number);
}
