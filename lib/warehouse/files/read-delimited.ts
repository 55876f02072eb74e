import { AppError } from "#lib/contracts/errors.ts";
import { decodedText, type TextFacts } from "./encoding.ts";
import { hasHeader, headings } from "./header.ts";
import { DelimitedLexer, type LexedRecord } from "./lex-delimited.ts";
import type { FileLimits } from "./limits.ts";
import { type RawRow, type RawTable, Rejections } from "./raw-table.ts";
import { type Sniffed, sniffCharacters, sniffDelimited } from "./sniff-delimited.ts";

const named: Record<string, string> = { ",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars" };
const encodings = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  "windows-1252": "Windows-1252",
} as const;

/**
 * Opens a file of delimited text as a table. Encoding, delimiter and header are found in the file, and said where they
 * are not the plain ones. Rows stream; a row that has not as many cells as the header is rejected with its line.
 *
 * @throws `E_FILE_EMPTY`, `E_FILE_WIDE`
 */
export async function readDelimited(
  file: string,
  name: string,
  facts: TextFacts,
  limits: FileLimits,
): Promise<RawTable> {
  const pieces = decodedText(file, facts.encoding);
  const head = await beginning(pieces);
  if (head.text.trim() === "")
    throw new AppError(
      "E_FILE_EMPTY",
      `${name} holds nothing but white space. Export it again with its rows.`,
    );
  const format = sniffDelimited(head.text, head.final, limits.recordCharacters);
  const lexer = new DelimitedLexer(format, limits.recordCharacters);
  const first = lexer.push(head.text, head.final);
  const table = first.slice(format.skip);
  const [top, ...below] = table;
  if (!top) throw new AppError("E_FILE_EMPTY", `${name} has no rows. Export it again.`);
  const isHeader = hasHeader(
    top.cells,
    below.slice(0, 200).map(({ cells }) => cells),
  );
  const width = Math.max(format.width, isHeader ? trimmedLength(top.cells) : 0);
  if (width > limits.columns)
    throw new AppError(
      "E_FILE_WIDE",
      `${name} has ${width.toLocaleString("en")} columns; at most ${limits.columns.toLocaleString("en")} are read. ` +
        "Turn it so that each column is a row, or leave out columns.",
    );
  const { columns, notes } = headings(isHeader ? top.cells : null, width);
  const rejections = new Rejections();
  const rest = isHeader ? below : table;
  return {
    name: null,
    columns,
    rejections,
    notes: [...shapeNotes(format, facts, first), ...notes],
    plainNumbers: false,
    rows: rowsOf(rest, pieces, lexer, { width, broken: facts.broken, rejections }),
  };
}

async function beginning(pieces: AsyncGenerator<string>): Promise<{ text: string; final: boolean }> {
  let text = "";
  while (text.length < sniffCharacters) {
    const next = await pieces.next();
    if (next.done) return { text, final: true };
    text += next.value;
  }
  return { text, final: false };
}

async function* rowsOf(
  first: LexedRecord[],
  pieces: AsyncGenerator<string>,
  lexer: DelimitedLexer,
  check: { width: number; broken: boolean; rejections: Rejections },
): AsyncGenerator<RawRow[]> {
  yield accepted(first, check);
  for await (const piece of pieces) yield accepted(lexer.push(piece), check);
  yield accepted(lexer.push("", true), check);
}

function accepted(
  records: LexedRecord[],
  { width, broken, rejections }: { width: number; broken: boolean; rejections: Rejections },
): RawRow[] {
  const rows: RawRow[] = [];
  for (const { line, cells, fault } of records) {
    if (cells.every((cell) => cell === null)) continue;
    const reason = fault ?? faultOf(cells, width, broken);
    if (reason) rejections.add(line, reason, cells);
    else rows.push({ line, cells: cells.length > width ? cells.slice(0, width) : cells });
  }
  return rows;
}

function faultOf(cells: Array<string | null>, width: number, broken: boolean): string | undefined {
  const found = trimmedLength(cells);
  if (found > width || cells.length < width) {
    const shown = found > width ? found : cells.length;
    return `has ${shown} ${shown === 1 ? "cell" : "cells"} where the table has ${width} columns`;
  }
  if (cells.some((cell) => cell?.includes("\u0000"))) return "holds a NUL byte";
  if (broken && cells.some((cell) => cell?.includes("\ufffd"))) return "holds bytes that are not UTF-8";
  return undefined;
}

/** Delimiters at the end of a row that nothing follows are no cells. */
function trimmedLength(cells: Array<string | null>): number {
  let length = cells.length;
  while (length > 0 && cells[length - 1] === null) length--;
  return length;
}

function shapeNotes(format: Sniffed, facts: TextFacts, first: LexedRecord[]): string[] {
  const notes: string[] = [];
  if (facts.encoding !== "utf-8") notes.push(`The text is ${encodings[facts.encoding]}.`);
  if (facts.broken)
    notes.push("Some bytes are not UTF-8, the encoding of the rest: the rows that hold them were left out.");
  if (format.width > 1 && format.delimiter !== "," && format.delimiter !== "\t")
    notes.push(`Cells are separated by ${named[format.delimiter] ?? `"${format.delimiter}"`}.`);
  const skipped = first.slice(0, format.skip).filter(({ cells }) => cells.some((cell) => cell !== null));
  const [one, ...more] = skipped;
  if (one && !/^sep=/i.test(String(one.cells[0])))
    notes.push(
      more.length === 0
        ? `Line ${one.line} stands before the table and was left out.`
        : `Lines ${one.line} to ${skipped.at(-1)!.line} stand before the table and were left out.`,
    );
  return notes;
}
