import { Decimal } from "decimal.js";
import type { Claim, ClaimBasis } from "#lib/contracts/evidence.ts";
import type { StoredRetrieval } from "#lib/contracts/retrieval.ts";
import type { Cell, StoredResult } from "#lib/contracts/statement.ts";
import { toNumber } from "#lib/format/figure.ts";
import { exactSum } from "./arithmetic.ts";

/** What an answer rests on, as it is stored. */
export interface Basis {
  results: StoredResult[];
  retrievals: StoredRetrieval[];
}

/**
 * What a claim's basis really gives: read from the stored result or passage, or computed again. Undefined where the basis does
 * not hold, as when the cell is not there, the extreme is not one, or the total is of a result that was cut.
 */
export function recompute(claim: Claim, claims: Claim[], stored: Basis): Cell | undefined {
  const { basis } = claim;
  if (basis.kind === "computed") return compute(basis.operation, basis.claims, claims, stored);
  if (basis.kind === "direction") return direction(basis.from, basis.to, claims, stored);
  if ("retrievalId" in basis) return readPassage(basis, stored.retrievals);
  const result = stored.results.find((each) => each.id === basis.resultId);
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

/** The text itself, character for character, or what is known of its document. */
function readPassage(
  basis: Extract<ClaimBasis, { retrievalId: string }>,
  retrievals: StoredRetrieval[],
): Cell | undefined {
  const retrieval = retrievals.find(({ id }) => id === basis.retrievalId);
  if (!retrieval) return undefined;
  if (basis.kind === "passageCount") return retrieval.passages.length;
  const passage = [...retrieval.passages, ...retrieval.below].find(({ id }) => id === basis.passageId);
  if (!passage) return undefined;
  return basis.kind === "document" ? passage[basis.field] : passage.text.slice(basis.start, basis.end);
}

function direction(from: string, to: string, claims: Claim[], stored: Basis): Cell | undefined {
  const [before, after] = [from, to].map((id) => {
    const claim = claims.find((each) => each.id === id);
    const value = claim && recompute(claim, claims, stored);
    return value === undefined ? null : toNumber(value);
  });
  if (before === null || after === null || before === undefined || after === undefined) return undefined;
  return after > before ? "rose" : after < before ? "fell" : "stayed the same";
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
  stored: Basis,
): Cell | undefined {
  const values = ids.map((id) => {
    const claim = claims.find((each) => each.id === id);
    const value = claim && recompute(claim, claims, stored);
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
