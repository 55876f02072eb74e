import type { RejectedRow } from "#lib/contracts/file-report.ts";
import type { Heading } from "./header.ts";
import { rejectedShown } from "./limits.ts";

/** A row as a file holds it, before any type is given to it. */
export interface RawRow {
  line: number;
  cells: Array<string | null>;
}

/** A table as a file holds it: named columns over rows of text. */
export interface RawTable {
  /** Its own name in the file: a sheet's, a caption; null where the file is the table. */
  name: string | null;
  columns: Heading[];
  rows: AsyncIterable<RawRow[]> | Iterable<RawRow[]>;
  /** Filled while rows are taken. */
  rejections: Rejections;
  notes: string[];
  /** Numbers were written by a program (`1234.5`), so that a point is no separator of thousands. */
  plainNumbers: boolean;
}

/** Rows that were left out: all are counted, the first are kept. */
export class Rejections {
  count = 0;
  readonly shown: RejectedRow[] = [];

  add(line: number, reason: string, cells: ReadonlyArray<string | null>): void {
    this.count++;
    if (this.shown.length >= rejectedShown) return;
    this.shown.push({
      line,
      reason,
      text: cells
        .map((cell) => cell ?? "")
        .join(" · ")
        .slice(0, 200),
    });
  }
}
