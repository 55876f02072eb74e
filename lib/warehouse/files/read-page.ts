import { readFile } from "node:fs/promises";
import { parseHTML } from "linkedom";
import { AppError } from "#lib/contracts/errors.ts";
import { hasHeader, headings } from "./header.ts";
import type { FileLimits } from "./limits.ts";
import { type RawRow, type RawTable, Rejections } from "./raw-table.ts";

interface Element {
  querySelectorAll(selector: string): Iterable<Element>;
  querySelector(selector: string): Element | null;
  closest(selector: string): Element | null;
  getAttribute(name: string): string | null;
  textContent: string | null;
}

/** The tables of an HTML page that hold data: more than one row and column. Throws `E_FILE_NO_TABLE`, `E_FILE_WIDE`. */
export async function readPage(
  file: string,
  name: string,
  encoding: string,
  limits: FileLimits,
): Promise<RawTable[]> {
  const { document } = parseHTML(new TextDecoder(encoding).decode(await readFile(file)));
  const tables = [...(document as unknown as Element).querySelectorAll("table")].flatMap((table) => {
    const read = tableOf(table, name, limits);
    return read ? [read] : [];
  });
  if (tables.length === 0)
    throw new AppError(
      "E_FILE_NO_TABLE",
      `${name} has no table with rows in it. Save the page that shows the table.`,
    );
  return tables.length === 1 && tables[0]!.name === null
    ? tables
    : tables.map((table, at) => ({ ...table, name: table.name ?? `table ${at + 1}` }));
}

function tableOf(table: Element, file: string, limits: FileLimits): RawTable | null {
  const rows: RawRow[] = [];
  // A cell that spans rows stands in each of them.
  const spanning = new Map<number, { left: number; text: string | null }>();
  let line = 0;
  for (const tr of table.querySelectorAll("tr")) {
    if (tr.closest("table") !== table) continue;
    line++;
    const cells: Array<string | null> = [];
    const fill = () => {
      for (let span = spanning.get(cells.length); span; span = spanning.get(cells.length)) {
        if (span.left === 1) spanning.delete(cells.length);
        else spanning.set(cells.length, { ...span, left: span.left - 1 });
        cells.push(span.text);
      }
    };
    for (const cell of tr.querySelectorAll("td, th")) {
      if (cell.closest("tr") !== tr) continue;
      fill();
      const text = (cell.textContent ?? "").replace(/\s+/g, " ").replaceAll("\u0000", "").trim() || null;
      const [columns, down] = [spanOf(cell, "colspan"), spanOf(cell, "rowspan")];
      for (let each = 0; each < columns && cells.length <= limits.columns; each++) {
        if (down > 1) spanning.set(cells.length, { left: down - 1, text });
        cells.push(text);
      }
    }
    fill();
    if (cells.some((cell) => cell !== null)) rows.push({ line, cells });
  }
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  if (rows.length < 2 || width < 2) return null;
  if (width > limits.columns)
    throw new AppError(
      "E_FILE_WIDE",
      `A table of ${file} has ${width.toLocaleString("en")} columns; at most ${limits.columns.toLocaleString("en")} are read.`,
    );
  const [top, ...below] = rows;
  const isHeader = hasHeader(
    top!.cells,
    below.map(({ cells }) => cells),
  );
  const named = headings(isHeader ? top!.cells : null, width);
  const rejections = new Rejections();
  const whole = (isHeader ? below : rows).flatMap(({ line: at, cells }) => {
    if (cells.length === width) return [{ line: at, cells }];
    rejections.add(at, `has ${cells.length} cells where the table has ${width} columns`, cells);
    return [];
  });
  const caption = table.querySelector("caption")?.textContent?.trim();
  return {
    name: caption || null,
    columns: named.columns,
    rejections,
    notes: named.notes,
    plainNumbers: false,
    rows: [whole],
  };
}

function spanOf(cell: Element, name: string): number {
  const span = Number(cell.getAttribute(name) ?? 1);
  return Number.isInteger(span) && span > 1 ? Math.min(span, 1_000) : 1;
}
