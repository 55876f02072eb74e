import type { Reading } from "#lib/contracts/reading.ts";
import type { StoredResult } from "#lib/contracts/statement.ts";
import { outputColumns } from "./visualise.ts";

/**
 * What can be said of a statement that a person rewrote: its columns by their own names, and nothing of the question's
 * filters, period or units, which it need no longer have.
 */
export function editedReading(reading: Reading, result: StoredResult): Reading {
  const bare: Reading = {
    ...reading,
    measures: [],
    dimensions: [],
    filters: [],
    time: null,
    order: null,
    limit: null,
    entities: [],
    joins: [],
    grain: "one row of the edited statement",
    words: "the statement as it was edited",
    unread: [],
    output: [],
  };
  const output = outputColumns(result, bare);
  // Its rows are listed, none is called the highest: whether they are all there are, the statement alone knows.
  if (result.rows.length !== 1) return { ...bare, output };
  const measures = output
    .filter((column) => column.role === "measure")
    .map(({ label }) => ({ label, words: [], alternatives: [] }));
  return { ...bare, measures, output };
}
