import type { FileReport } from "#lib/contracts/file-report.ts";
import type { Parameter } from "#lib/contracts/reading.ts";
import type { Cell, ResultColumn } from "#lib/contracts/statement.ts";
import type { FolderFile } from "#lib/warehouse/files/folder.ts";

/** The first message to the process: what to load, and into which file of ours. */
export interface OpenRequest {
  files: FolderFile[];
  database: string;
  timeZone: string;
  memoryMegabytes: number;
  temporaryMegabytes: number;
}

export type WorkRequest =
  | {
      kind: "query";
      id: number;
      text: string;
      params: readonly Parameter[];
      maxRows: number;
      maxBytes: number;
    }
  | { kind: "explain"; id: number; text: string; params: readonly Parameter[] }
  | { kind: "profile"; id: number; leftOut: string[] };

export type Request = ({ kind: "open" } & OpenRequest) | WorkRequest | { kind: "interrupt"; id: number };

export interface ColumnProfile {
  table: string;
  name: string;
  type: string;
  nullShare: number;
  distinct: number;
  min: string | null;
  max: string | null;
  top: string[];
  /** Distinct texts, most frequent first, and whether that is all of them. */
  values: { list: string[]; complete: boolean } | null;
}

export interface QueryAnswer {
  columns: ResultColumn[];
  rows: Cell[][];
  truncated: boolean;
}

/** What the engine says of a statement it does not run. */
export interface ExplainAnswer {
  plan: string;
  /** Rows of each table, by name. */
  rows: Record<string, number>;
}

export type Answer =
  | { kind: "opened"; reports: FileReport[] }
  | { kind: "unopened"; sentence: string }
  | { kind: "result"; id: number; value: QueryAnswer | ExplainAnswer | ColumnProfile[] }
  | { kind: "failed"; id: number; message: string };
