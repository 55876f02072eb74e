import type { Column, Dialect, Join, Table } from "#lib/contracts/catalog.ts";
import type { JoinDecision, RenameDecision, StructureChange } from "#lib/contracts/catalog-changes.ts";

/** Distinct stored texts of one column, most frequent first. */
export interface ColumnValues {
  /** Column id. */
  column: string;
  values: string[];
  /** False where the list was cut or read from a sample: a value that is missing here may still exist. */
  complete: boolean;
}

/** How many of a bounded sample of referring values were found on the referred side. */
export interface ProbedOverlap {
  /** Column ids. */
  from: string;
  to: string;
  /** Different values looked up, and those that were there. */
  sampled: number;
  found: number;
  /** The referred side held one of them more than once. */
  repeats: boolean;
}

/** What an engine's introspection returns: structure, profiles and values, before any meaning is laid over it. */
export interface RawCatalog {
  sourceId: string;
  dialect: Dialect;
  tables: Table[];
  columns: Column[];
  joins: Join[];
  values: ColumnValues[];
  /** Where the connector could ask the engine; absent pairs were not asked about. */
  overlaps?: ProbedOverlap[];
}

/** What people decided about a source, and what vanished from it: laid over each reading of its structure. */
export interface CatalogMemory {
  joins: JoinDecision[];
  renames: RenameDecision[];
  /** Columns and tables that were removed and have not come back. */
  vanished: StructureChange[];
}

export const nothingDecided: CatalogMemory = { joins: [], renames: [], vanished: [] };
