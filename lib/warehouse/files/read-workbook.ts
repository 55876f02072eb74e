import type { Cell, Worksheet } from "exceljs";
import { AppError } from "#lib/contracts/errors.ts";
import { hasHeader, headings } from "./header.ts";
import type { FileLimits } from "./limits.ts";
import { type RawRow, type RawTable, Rejections } from "./raw-table.ts";

/** Each sheet of a workbook that holds something. Formulas give the value that was last computed. */
export async function readWorkbook(file: string, name: string, limits: FileLimits): Promise<RawTable[]> {
  const { Workbook } = (await import("exceljs")).default;
  const workbook = new Workbook();
  try {
    await workbook.xlsx.readFile(file);
  } catch (cause) {
    throw new AppError(
      "E_FILE_BROKEN",
      `${name} cannot be read as an XLSX workbook. Open it, save it again and add that.`,
      {
        cause,
      },
    );
  }
  const tables = workbook.worksheets.flatMap((sheet) => {
    const table = tableOf(sheet, name, limits);
    return table ? [table] : [];
  });
  if (tables.length === 0) throw new AppError("E_FILE_EMPTY", `${name} has no sheet with rows in it.`);
  return tables.length === 1 ? [{ ...tables[0]!, name: null }] : tables;
}

interface SheetFacts {
  formulas: number;
  merged: number;
  errors: number;
}

function tableOf(sheet: Worksheet, file: string, limits: FileLimits): RawTable | null {
  if (sheet.columnCount > limits.columns)
    throw new AppError(
      "E_FILE_WIDE",
      `The sheet "${sheet.name}" of ${file} has ${sheet.columnCount.toLocaleString("en")} columns; at most ${limits.columns.toLocaleString("en")} are read.`,
    );
  const facts: SheetFacts = { formulas: 0, merged: 0, errors: 0 };
  const rows: RawRow[] = [];
  sheet.eachRow({ includeEmpty: false }, (row, line) => {
    const cells = Array.from({ length: sheet.columnCount }, (_, at) => textOf(row.getCell(at + 1), facts));
    if (cells.some((cell) => cell !== null)) rows.push({ line, cells });
  });
  // A title above the table has one cell where the table has many.
  const width = usualWidth(rows);
  const start = rows.findIndex(
    ({ cells }) => cells.filter((cell) => cell !== null).length >= Math.min(2, width),
  );
  const table = rows.slice(Math.max(0, start));
  const [top, ...below] = table;
  if (!top) return null;
  const isHeader = hasHeader(
    top.cells,
    below.slice(0, 200).map(({ cells }) => cells),
  );
  const used = Math.max(...table.map(({ cells }) => cells.findLastIndex((cell) => cell !== null) + 1));
  const named = headings(isHeader ? top.cells : null, used);
  const notes = [
    ...(start > 0
      ? [
          `${start === 1 ? "A row stands" : `${start} rows stand`} before the table and ${start === 1 ? "was" : "were"} left out.`,
        ]
      : []),
    ...named.notes,
    ...(facts.formulas > 0
      ? [
          `${facts.formulas.toLocaleString("en")} cells are formulas; the values that were last computed are read.`,
        ]
      : []),
    ...(facts.merged > 0
      ? [
          `${facts.merged.toLocaleString("en")} cells belong to merged ones; only the first of each holds the value.`,
        ]
      : []),
    ...(facts.errors > 0
      ? [`${facts.errors.toLocaleString("en")} cells hold an error such as #DIV/0! and are read as no value.`]
      : []),
  ];
  return {
    name: sheet.name,
    columns: named.columns,
    rejections: new Rejections(),
    notes,
    plainNumbers: true,
    rows: [(isHeader ? below : table).map(({ line, cells }) => ({ line, cells: cells.slice(0, used) }))],
  };
}

function usualWidth(rows: RawRow[]): number {
  const counts = rows.slice(0, 200).map(({ cells }) => cells.filter((cell) => cell !== null).length);
  return counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0;
}

function textOf(cell: Cell, facts: SheetFacts): string | null {
  if (cell.isMerged && cell.master !== cell) {
    facts.merged++;
    return null;
  }
  let value: unknown = cell.value;
  if (isPart(value, "formula") || isPart(value, "sharedFormula")) {
    facts.formulas++;
    value = (value as { result?: unknown }).result ?? null;
  }
  if (isPart(value, "error")) {
    facts.errors++;
    return null;
  }
  if (value instanceof Date) return dayOrInstant(value);
  if (isPart(value, "richText"))
    value = (value as { richText: Array<{ text: string }> }).richText.map(({ text }) => text).join("");
  if (isPart(value, "text")) value = (value as { text: unknown }).text;
  if (value === null || value === undefined || typeof value === "object") return null;
  const text = String(value).replaceAll("\u0000", "").trim();
  return text === "" ? null : text;
}

/** Days are stored as numbers, and read as midnight in UTC. */
function dayOrInstant(value: Date): string | null {
  if (Number.isNaN(value.getTime())) return null;
  const text = value.toISOString();
  return text.endsWith("T00:00:00.000Z") ? text.slice(0, 10) : text.slice(0, 19).replace("T", " ");
}

function isPart(value: unknown, key: string): boolean {
  return typeof value === "object" && value !== null && key in value;
}
