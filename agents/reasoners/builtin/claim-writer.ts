import type { Claim, ClaimBasis } from "#lib/contracts/evidence.ts";
import type { Cell, StoredResult } from "#lib/contracts/statement.ts";
import { exactSum } from "../../answer/arithmetic.ts";

/** Hands out slots (`{{c1}}`) for figures of one result, and keeps the claim behind each. */
export class ClaimWriter {
  readonly claims: Claim[] = [];
  readonly #result: StoredResult;

  constructor(result: StoredResult) {
    this.#result = result;
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
    const id = `c${this.claims.length + 1}`;
    this.claims.push({ id, value, ...(unit === undefined ? {} : { unit }), basis });
    return `{{${id}}}`;
  }
}
