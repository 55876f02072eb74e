import type { Claim, ClaimBasis } from "#lib/contracts/evidence.ts";
import type { Cell, StoredResult } from "#lib/contracts/statement.ts";
import { exactSum } from "../../answer/arithmetic.ts";

/** Hands out slots (`{{c1}}`) for figures of one result, and keeps the claim behind each. */
export class ClaimWriter {
  readonly #claims: Claim[];
  readonly #result: StoredResult;

  /** @param claims the answer's, to which these are added */
  constructor(result: StoredResult, claims: Claim[]) {
    this.#result = result;
    this.#claims = claims;
  }

  cell(row: number, column: number, unit?: string): string {
    return this.#slot(this.#at(row, column), { kind: "cell", resultId: this.#result.id, row, column }, unit);
  }

  /** The largest or smallest of a column; holds only for a result that was not cut. */
  extreme(row: number, column: number, which: "max" | "min", unit?: string): string {
    return this.#slot(
      this.#at(row, column),
      { kind: "extreme", resultId: this.#result.id, row, column, which },
      unit,
    );
  }

  /** The sum of a column over all rows; holds only for a result that was not cut. */
  total(column: number, unit?: string): string {
    const value = exactSum(this.#result.rows.map((row) => row[column] ?? null));
    return this.#slot(value, { kind: "total", resultId: this.#result.id, column }, unit);
  }

  rowCount(): string {
    return this.#slot(this.#result.rowCount, { kind: "rowCount", resultId: this.#result.id });
  }

  #at(row: number, column: number): Cell {
    return this.#result.rows[row]?.[column] ?? null;
  }

  #slot(value: Cell, basis: ClaimBasis, unit?: string): string {
    return addClaim(this.#claims, { value, ...(unit === undefined ? {} : { unit }), basis });
  }
}

/** Adds a claim and returns its slot. */
export function addClaim(claims: Claim[], claim: Omit<Claim, "id">): string {
  const id = `c${claims.length + 1}`;
  claims.push({ id, ...claim });
  return `{{${id}}}`;
}

/** The id in a slot, for a claim that rests on others. */
export function claimIn(slot: string): string {
  return slot.slice(2, -2);
}
