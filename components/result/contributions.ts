import type { OutputColumn } from "#lib/contracts/reading.ts";
import type { Cell } from "#lib/contracts/statement.ts";
import { toNumber } from "#lib/format/figure.ts";

export interface Contribution {
  label: string;
  value: number;
}

export interface Contributions {
  unit: string | undefined;
  parts: Contribution[];
  total: number;
}

/** A row that adds up the others is no part of its own. */
const TOTAL = /^(total|sum)$/i;

/**
 * What each part added to a change, from a computed table: the labels are its dimensions, the amounts the measure that
 * is named a contribution, or else the last one that is no ratio. They stand in the table's own order, largest effect
 * first and the rest together at the end. The total is the table's own row for it, or else the
 * sum of the parts. Null where the table has no such measure.
 */
export function contributionsOf(
  output: OutputColumn[],
  rows: Cell[][],
  text: (value: Cell, column: number) => string,
): Contributions | null {
  const measures = output.flatMap(({ role }, at) => (role === "measure" ? [at] : []));
  const amounts = measures.filter((at) => output[at]!.unit !== "ratio");
  const column =
    amounts.find((at) => /contribution/i.test(`${output[at]!.name} ${output[at]!.label}`)) ??
    amounts.at(-1) ??
    measures.at(-1);
  if (column === undefined) return null;
  const names = output.flatMap(({ role }, at) => (role === "measure" ? [] : [at]));
  const named = rows.flatMap((row) => {
    const value = toNumber(row[column] ?? null);
    const label = names
      .map((at) => text(row[at] ?? null, at))
      .filter((each) => each !== "")
      .join(", ");
    return value === null ? [] : [{ label, value }];
  });
  const parts = named.filter(({ label }) => !TOTAL.test(label));
  return {
    unit: output[column]!.unit,
    parts,
    total:
      named.find(({ label }) => TOTAL.test(label))?.value ?? parts.reduce((sum, { value }) => sum + value, 0),
  };
}
