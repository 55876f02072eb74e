import type { OutputColumn, Reading } from "#lib/contracts/reading.ts";
import type { Cell, ResultColumn } from "#lib/contracts/statement.ts";
import { formatFigure, formatPeriod, formatText, toNumber } from "#lib/format/figure.ts";
import { columnWords, outputOf } from "#lib/format/output-column.ts";

/** A result column as a person reads it. */
export interface ShownColumn {
  label: string;
  numeric: boolean;
  unit: string | undefined;
  /** Set where the column holds the first day of a period. */
  grain: string | undefined;
}

/** A result's columns, with what is known of their meaning. */
export interface DescribedColumns {
  columns: ResultColumn[];
  output: OutputColumn[];
  reading: Reading | null;
}

/** Labels, units and grains from what the columns are known to mean; else the column's own name. */
export function shownColumns({ columns, output, reading }: DescribedColumns): ShownColumn[] {
  return columns.map((column, at) => {
    const meaning = outputOf(column, at, output);
    return {
      label: meaning?.label ?? columnWords(column.name),
      numeric: column.kind === "integer" || column.kind === "decimal",
      unit: meaning?.unit,
      grain: meaning?.role === "time" ? reading?.time?.grain : undefined,
    };
  });
}

/** A cell for a table: exact, unlike a sentence, which may round. */
export function cellText(value: Cell, column: ShownColumn, locale: string): string {
  if (value === null) return "";
  if (column.grain !== undefined) return formatPeriod(String(value), column.grain, locale);
  const number = toNumber(value);
  if (!column.numeric || number === null)
    return typeof value === "string" ? formatText(value, locale) : String(value);
  if (column.unit?.startsWith("currency:"))
    return new Intl.NumberFormat(locale, { style: "currency", currency: column.unit.slice(9) }).format(
      number,
    );
  return formatFigure(value, column.unit, locale);
}

/** A value on an axis: short. */
export function axisText(value: number, unit: string | undefined, locale: string): string {
  const base = { notation: "compact", maximumFractionDigits: 1 } as const;
  if (unit?.startsWith("currency:"))
    return new Intl.NumberFormat(locale, { ...base, style: "currency", currency: unit.slice(9) }).format(
      value,
    );
  if (unit === "ratio")
    return new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 }).format(value);
  return new Intl.NumberFormat(locale, base).format(value);
}
