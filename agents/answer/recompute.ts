import { Decimal } from "decimal.js";
import type { Claim } from "#lib/contracts/evidence.ts";
import type { Cell, StoredResult } from "#lib/contracts/statement.ts";
import { toNumber } from "#lib/format/figure.ts";
import { exactSum } from "./arithmetic.ts";

/**
 * What a claim's basis really gives: read from the stored result, or computed again. Undefined where the basis does
 * not hold, as when the cell is not there, the extreme is not one, or the total is of a result that was cut.
 */
export function recompute(claim: Claim, claims: Claim[], results: StoredResult[]): Cell | undefined {
  const { basis } = claim;
  if (basis.kind === "computed") return compute(basis.operation, basis.claims, claims, results);
  if (!("resultId" in basis)) return undefined;
  const result = results.find((each) => each.id === basis.resultId);
  if (!result) return undefined;
  switch (basis.kind) {
    case "rowCount":
      return result.rowCount ?? undefined;
    case "cell":
      return result.rows[basis.row]?.[basis.column];
    case "extreme": {
      const value = result.rows[basis.row]?.[basis.column];
      return !result.truncated && isExtreme(value, basis.which, result, basis.column) ? value : undefined;
    }
    case "total":
      return result.truncated ? undefined : exactSum(result.rows.map((row) => row[basis.column] ?? null));
  }
}

function isExtreme(
  value: Cell | undefined,
  which: "max" | "min",
  result: StoredResult,
  column: number,
): boolean {
  const number = value === undefined ? null : toNumber(value);
  if (number === null) return false;
  return result.rows.every((row) => {
    const other = toNumber(row[column] ?? null);
    return other === null || (which === "max" ? other <= number : other >= number);
  });
}

function compute(
  operation: "sum" | "difference" | "ratio",
  ids: string[],
  claims: Claim[],
  results: StoredResult[],
): Cell | undefined {
  const values = ids.map((id) => {
    const claim = claims.find((each) => each.id === id);
    const value = claim && recompute(claim, claims, results);
    return value === undefined || toNumber(value) === null
      ? undefined
      : new Decimal(value as string | number);
  });
  if (values.some((each) => each === undefined)) return undefined;
  const [first, ...others] = values as Decimal[];
  if (operation === "sum") return others.reduce((total, each) => total.plus(each), first!).toFixed();
  if (others.length !== 1) return undefined;
  if (operation === "difference") return first!.minus(others[0]!).toFixed();
  return others[0]!.isZero() ? undefined : first!.dividedBy(others[0]!).toNumber();
}
