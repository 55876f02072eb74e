import type { Catalog } from "#lib/contracts/catalog.ts";

export interface ScopeColumn {
  name: string;
  /** Column id where it is a table's own column, as it stands. */
  id?: string;
  /** The engine's type of a table's own column. */
  type?: string;
  /** How many columns stand behind it once sub-queries are written out; 1 where absent. */
  weight?: number;
}

/** What stands in a FROM clause under one name. */
export interface Relation {
  alias: string;
  columns: ScopeColumn[];
  tableId?: string;
  /** A policy hides some of its columns, so its columns have no known position. */
  hidesColumns?: boolean;
  /** At most one row, whatever the data: a cross join with it multiplies nothing. */
  singleRow?: boolean;
  /** A reference of a recursive query to itself. */
  recursive?: boolean;
}

/** Names that an expression may use. */
export interface Scope {
  relations: Relation[];
  /** What `*` stands for, in the engine's order: each column as the names that reach it. */
  star: string[][];
  parent: Scope | null;
}

export interface CommonTable {
  columns: ScopeColumn[];
  singleRow: boolean;
  recursive: boolean;
  /** Named in a WITH RECURSIVE clause and not defined yet. */
  pending?: boolean;
}

/** The tables a role may read, looked up by name. Built once a catalog. */
export interface TableIndex {
  bySchema(schema: string, name: string): IndexedTable | undefined;
  /** Tables of that name in any schema, `public` first. */
  byName(name: string): IndexedTable[];
  names: string[];
}

export interface IndexedTable {
  id: string;
  schema: string;
  name: string;
  columns: { name: string; id: string; type: string }[];
  hidesColumns: boolean;
  /** Keys as lists of column ids. */
  keys: string[][];
}

const indexes = new WeakMap<Catalog, TableIndex>();

export function tableIndex(catalog: Catalog): TableIndex {
  const known = indexes.get(catalog);
  if (known) return known;
  const columns = Map.groupBy(catalog.columns, (column) => column.table);
  const tables = catalog.tables.map((table) => ({
    id: table.id,
    schema: table.schema,
    name: table.name,
    columns: (columns.get(table.id) ?? []).map(({ name, id, type }) => ({ name, id, type })),
    hidesColumns: table.hidesColumns === true,
    keys: [table.primaryKey, ...table.uniqueKeys].filter((key) => key.length > 0),
  }));
  const qualified = new Map(tables.map((table) => [JSON.stringify([table.schema, table.name]), table]));
  const named = Map.groupBy(tables, (table) => table.name);
  for (const same of named.values()) same.sort((a, b) => rank(a.schema) - rank(b.schema));
  const index: TableIndex = {
    bySchema: (schema, name) => qualified.get(JSON.stringify([schema, name])),
    byName: (name) => named.get(name) ?? [],
    names: tables.map((table) => table.id),
  };
  indexes.set(catalog, index);
  return index;
}

function rank(schema: string): number {
  return schema === "public" ? 0 : 1;
}
