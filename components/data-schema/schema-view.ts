import type { Catalog, Column, Join, Table } from "#lib/contracts/catalog.ts";

/** A table in the list. */
export interface TableLine {
  id: string;
  schema: string;
  name: string;
  kind: Table["kind"];
  comment: string | null;
  /** The engine's estimate. */
  rows: number | null;
  columns: number;
  /** Names of its columns by which it was found. */
  found: string[];
}

export interface TableList {
  lines: TableLine[];
  /** All that were found, and the pages they take; the first is 1. */
  total: number;
  page: number;
  pages: number;
}

export interface ColumnLine extends Pick<Column, "id" | "name" | "type" | "top"> {
  comment: string | null;
  key: "primary" | "unique" | null;
  synonyms: string[];
  nullShare: number | null;
  distinct: number | null;
  range: { min: string; max: string } | null;
}

export interface JoinLine {
  from: string[];
  to: string[];
  /** Table id of the other side. */
  other: string;
  origin: Join["origin"];
  /** This table refers, or is referred to. */
  refers: boolean;
}

export interface TableView extends TableLine {
  list: ColumnLine[];
  joins: JoinLine[];
}

export const TABLES_A_PAGE = 50;
const MOST_FOUND = 4;

/** Tables whose name, comment or columns hold all words of the search; those that are called so come first. */
export function tableList(catalog: Catalog, search: string, page: number): TableList {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const columns = Map.groupBy(catalog.columns, ({ table }) => table);
  const has = (texts: Array<string | undefined>) => {
    const text = texts.join(" ").toLowerCase();
    return words.every((word) => text.includes(word) || text.includes(word.replaceAll("_", " ")));
  };
  const ranked = catalog.tables.flatMap((table) => {
    const own = columns.get(table.id) ?? [];
    const found =
      words.length === 0
        ? []
        : own.filter((each) => has([each.name, each.comment, ...(each.synonyms ?? [])]));
    const byName = has([table.id, table.name.replaceAll("_", " "), ...(table.synonyms ?? [])]);
    if (!byName && found.length === 0 && !has([table.id, table.comment])) return [];
    return [{ rank: byName ? 0 : found.length > 0 ? 1 : 2, line: lineOf(table, own, found) }];
  });
  const all = ranked.toSorted((a, b) => a.rank - b.rank || a.line.id.localeCompare(b.line.id));
  const pages = Math.max(1, Math.ceil(all.length / TABLES_A_PAGE));
  const at = Math.min(Math.max(1, page), pages);
  return {
    lines: all.slice((at - 1) * TABLES_A_PAGE, at * TABLES_A_PAGE).map(({ line }) => line),
    total: all.length,
    page: at,
    pages,
  };
}

/** One table with its columns, their profiles and what it joins; null where the role sees no such table. */
export function tableView(catalog: Catalog, id: string): TableView | null {
  const table = catalog.tables.find((each) => each.id === id);
  if (!table) return null;
  const own = catalog.columns.filter((column) => column.table === id);
  return {
    ...lineOf(table, own, []),
    list: own.map((column) => columnLine(column, table)),
    joins: catalog.joins.flatMap(({ from, to, origin }): JoinLine[] => {
      const [referring, referred] = [tableOf(from[0]!), tableOf(to[0]!)];
      if (referring === id) return [{ from, to, origin, other: referred, refers: true }];
      return referred === id ? [{ from, to, origin, other: referring, refers: false }] : [];
    }),
  };
}

function lineOf(table: Table, columns: Column[], found: Column[]): TableLine {
  const { id, schema, name, kind, comment = null, rows = null } = table;
  return {
    ...{ id, schema, name, kind, comment, rows, columns: columns.length },
    found: found.slice(0, MOST_FOUND).map((column) => column.name),
  };
}

function columnLine(column: Column, table: Table): ColumnLine {
  const { id, name, type, top, comment = null, synonyms = [], min, max } = column;
  const key = table.primaryKey.includes(id)
    ? "primary"
    : table.uniqueKeys.some((each) => each.includes(id))
      ? "unique"
      : null;
  return {
    ...{
      id,
      name,
      type,
      comment,
      synonyms,
      key,
      top: column.kind === "text" || column.kind === "boolean" ? top : [],
    },
    nullShare: column.nullShare ?? null,
    distinct: column.distinct ?? null,
    range: min !== undefined && max !== undefined ? { min, max } : null,
  };
}

const tableOf = (column: string) => column.slice(0, column.lastIndexOf("."));
