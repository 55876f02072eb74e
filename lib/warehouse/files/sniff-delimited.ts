import { type DelimitedFormat, DelimitedLexer, type LexedRecord } from "./lex-delimited.ts";

const candidates = [",", ";", "\t", "|"];
/** Enough to see the shape; the first pieces of a file. */
export const sniffCharacters = 256 * 1024;
const mostRecords = 500;

export interface Sniffed extends DelimitedFormat {
  /** Cells of most records. */
  width: number;
  /** Records before the table: titles, an empty line, Excel's `sep=;`. */
  skip: number;
}

/**
 * Finds the delimiter under which most records have the same number of cells, the more cells the better.
 *
 * @param text the file's beginning
 * @param final whether that is all of it
 */
export function sniffDelimited(text: string, final: boolean, longest: number): Sniffed {
  const newline = !text.includes("\n") && text.includes("\r") ? "\r" : "\n";
  const said = /^sep=(.)\r?\n/i.exec(text);
  let best: (Sniffed & { score: number }) | null = null;
  for (const delimiter of said?.[1] ? [said[1]] : candidates) {
    const records = new DelimitedLexer({ delimiter, newline }, longest)
      .push(text, final)
      .slice(0, mostRecords);
    const { width, share } = shapeOf(records);
    // One column fits any text: it only wins where nothing else does.
    const score = width < 2 ? 0.01 : share * Math.min(1, 0.6 + width / 20);
    if (best && score <= best.score) continue;
    const skip = preamble(records, width);
    best = { delimiter, newline, width, skip: said ? Math.max(1, skip) : skip, score };
  }
  const { score: _, ...sniffed } = best!;
  return sniffed;
}

const filled = ({ cells }: LexedRecord) => cells.some((cell) => cell !== null);

/** The most frequent number of cells among records that hold any, and how many of them have it. */
function shapeOf(records: LexedRecord[]): { width: number; share: number } {
  const counts = new Map<number, number>();
  const used = records.filter(filled);
  for (const { cells, fault } of used)
    if (!fault) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const [width, found] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [1, 0];
  return { width, share: found / Math.max(1, used.length) };
}

/** Titles above a table have other numbers of cells than it; of a header with them nothing is skipped. */
function preamble(records: LexedRecord[], width: number): number {
  if (width < 2) return Math.max(0, records.findIndex(filled));
  const first = records.findIndex(
    ({ cells }) => cells.length === width && cells.some((cell) => cell !== null),
  );
  return first < 0 || first > 30 ? 0 : first;
}
