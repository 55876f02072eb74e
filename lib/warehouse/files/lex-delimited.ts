/** How a text is cut into cells. */
export interface DelimitedFormat {
  delimiter: string;
  /** Line ends of old Macs are a carriage return alone. */
  newline: "\n" | "\r";
}

/** One record; `line` is where it begins, counted from 1. */
export interface LexedRecord {
  line: number;
  /** Null for a cell that is empty. */
  cells: Array<string | null>;
  /** Why its cells cannot be trusted. */
  fault?: string;
}

const quote = '"';

/**
 * Cuts text into records while it comes in, after RFC 4180: a quoted cell may hold delimiters, line ends and doubled
 * quotes. A quote that is not closed within the limit rejects the line it opens in, and reading goes on with the next.
 */
export class DelimitedLexer {
  readonly #format: DelimitedFormat;
  readonly #longest: number;
  #text = "";
  #line = 1;

  constructor(format: DelimitedFormat, longest: number) {
    this.#format = format;
    this.#longest = longest;
  }

  /** The records that are complete with this piece of text. */
  push(text: string, final = false): LexedRecord[] {
    this.#text = this.#text === "" ? text : this.#text + text;
    const records: LexedRecord[] = [];
    let at = 0;
    while (at < this.#text.length) {
      const next = this.#record(at, final);
      if (!next) break;
      records.push(next.record);
      at = next.end;
    }
    this.#text = this.#text.slice(at);
    return records;
  }

  #record(start: number, final: boolean): { record: LexedRecord; end: number } | null {
    const { newline, delimiter } = this.#format;
    const found = this.#text.indexOf(newline, start);
    if (found < 0 && !final) {
      if (this.#text.length - start <= this.#longest) return null;
    }
    const lineEnd = found < 0 ? this.#text.length : found;
    const line = this.#line;
    const first = this.#text.slice(start, lineEnd);
    const after = found < 0 ? lineEnd : lineEnd + 1;
    if (!first.includes(quote)) {
      this.#line++;
      const plain = first.endsWith("\r") ? first.slice(0, -1) : first;
      return { record: { line, cells: plain.split(delimiter).map(unquoted) }, end: after };
    }
    const cells: LexedRecord["cells"] = [];
    const end = this.#quoted(start, cells);
    if (end.at < 0) {
      const open = !final && this.#text.length - start <= this.#longest;
      if (open) return null;
      this.#line++;
      const fault = "a quote opens here that is never closed";
      return { record: { line, cells: [first.trimEnd()], fault }, end: after };
    }
    this.#line += end.lines;
    const record: LexedRecord = { line, cells };
    if (end.stray) record.fault = "text stands behind a closing quote";
    return { record, end: end.at };
  }

  /** Reads a record with quotes from `start`. `at` is where the next begins, or -1 where this one does not end yet. */
  #quoted(start: number, cells: LexedRecord["cells"]): { at: number; lines: number; stray: boolean } {
    const { newline, delimiter } = this.#format;
    const text = this.#text;
    let at = start;
    let lines = 1;
    let stray = false;
    for (;;) {
      let from = at;
      while (text[from] === " " && delimiter !== " ") from++;
      if (text[from] !== quote) {
        const stop = nextOf(text, at, delimiter, newline);
        cells.push(unquoted(text.slice(at, stop).replace(/\r$/, "")));
        if (stop >= text.length) return { at: stop, lines, stray };
        at = stop + 1;
        if (text[stop] === newline) return { at, lines, stray };
        continue;
      }
      let value = "";
      let open = from + 1;
      for (;;) {
        const close = text.indexOf(quote, open);
        if (close < 0) return { at: -1, lines, stray };
        value += text.slice(open, close);
        open = close + 2;
        if (text[close + 1] !== quote) {
          at = close + 1;
          break;
        }
        value += quote;
      }
      lines += count(value, newline);
      cells.push(value === "" ? null : value);
      const stop = nextOf(text, at, delimiter, newline);
      if (text.slice(at, stop).trim() !== "") stray = true;
      if (stop >= text.length) return { at: stop, lines, stray };
      at = stop + 1;
      if (text[stop] === newline) return { at, lines, stray };
    }
  }
}

function nextOf(text: string, from: number, delimiter: string, newline: string): number {
  const end = text.indexOf(newline, from);
  const cell = text.indexOf(delimiter, from);
  if (end < 0) return cell < 0 ? text.length : cell;
  return cell < 0 ? end : Math.min(cell, end);
}

function count(text: string, sign: string): number {
  let found = 0;
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) found++;
  return found;
}

function unquoted(cell: string): string | null {
  const plain = cell.trim();
  return plain === "" ? null : plain;
}
