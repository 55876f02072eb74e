import { Decimal } from "decimal.js";
import type { Cell } from "#lib/contracts/statement.ts";
import { toNumber } from "#lib/format/figure.ts";

/** Exact sum of a column's numbers; cells without one count as nothing. */
export function exactSum(values: Cell[]): string {
  return values
    .filter((value): value is string | number => toNumber(value) !== null)
    .reduce((total, value) => total.plus(value), new Decimal(0))
    .toFixed();
}

/** Equal as figures: `12.50` and `12.5` are. */
export function sameFigure(a: Cell, b: Cell): boolean {
  if (a === b) return true;
  if (toNumber(a) === null || toNumber(b) === null) return false;
  return new Decimal(a as string | number).equals(b as string | number);
}
