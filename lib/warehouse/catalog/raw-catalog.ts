import type { Column, Dialect, Join, Table } from "#lib/contracts/catalog.ts";

/** Distinct stored texts of one column, most frequent first. */
export interface ColumnValues {
  /** Column id. */
  column: string;
  values: string[];
  /** False where the list was cut or read from a sample: a value that is missing here may still exist. */
  complete: boolean;
}

/** What an engine's introspection returns: structure, profiles and values, before any meaning is laid over it. */
export interface RawCatalog {
  sourceId: string;
  dialect: Dialect;
  tables: Table[];
  columns: Column[];
  joins: Join[];
  values: ColumnValues[];
}
