import type { Reading } from "#lib/contracts/reading.ts";
import type { StoredResult } from "#lib/contracts/statement.ts";

/**
 * No rows; one row of figures without a single one in it; or a count of nothing under filters: nothing matched what was
 * asked for, which is worth more than the answer "0".
 */
export function isEmpty(
  { rows }: Pick<StoredResult, "rows">,
  { measures, filters, output }: Pick<Reading, "measures" | "filters" | "output">,
): boolean {
  if (rows.length === 0) return true;
  if (rows.length > 1 || measures.length === 0) return false;
  const counts = filters.length > 0;
  return rows[0]!.every(
    (cell, at) => cell === null || (counts && output[at]?.unit === "count" && Number(cell) === 0),
  );
}
