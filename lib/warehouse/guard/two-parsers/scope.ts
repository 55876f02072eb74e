import type { Catalog } from "#lib/contracts/catalog.ts";
import { nearest, schemaFault, unknownColumn } from "../schema-fault.ts";
import { type IndexedTable, type Relation, type ScopeColumn, tableIndex } from "../scope.ts";
import type { TwoParserDialect } from "./dialects.ts";

/** A query in WITH: what it brings. */
export interface WithQuery {
  columns: ScopeColumn[];
  singleRow: boolean;
}

/** Names that an expression may use. */
export interface Scope {
  relations: Relation[];
  /** Outputs of this level that have a name, lower case. */
  outputs: Set<string>;
  /** Columns that USING made one, lower case. */
  merged: Set<string>;
  withQueries: Map<string, WithQuery>;
  /** Sorting: an output's name comes before a column's. */
  prefersOutputs: boolean;
  parent: Scope | null;
}

export function newScope(parent: Scope | null): Scope {
  return {
    relations: [],
    outputs: new Set(),
    merged: new Set(),
    withQueries: new Map(),
    prefersOutputs: false,
    parent,
  };
}

export function withQuery(scope: Scope | null, name: string): WithQuery | undefined {
  for (let at = scope; at; at = at.parent) {
    const found = at.withQueries.get(name.toLowerCase());
    if (found) return found;
  }
  return undefined;
}

/** The table that a name means for this role. Throws `E_TABLE` and `E_SCHEMA`. */
export function tableNamed(names: string[], catalog: Catalog, dialect: TwoParserDialect): IndexedTable {
  const shown = names.join(".");
  const [first, second] = names;
  if (names.length === 2 && dialect.systemSchemas.has(first!.toLowerCase()))
    throw schemaFault("E_SCHEMA", `The schema "${first}" is the database's own and is not read.`);
  const index = tableIndex(catalog);
  const same = (a: string, b: string) =>
    dialect.foldsTables ? a.toLowerCase() === b.toLowerCase() : a === b;
  const matching = catalog.tables.filter((table) =>
    names.length === 2
      ? same(table.schema, first!) && same(table.name, second!)
      : names.length === 1 && same(table.name, first!),
  );
  const [table] = matching;
  const found = matching.length === 1 ? index.bySchema(table!.schema, table!.name) : undefined;
  if (found) return found;
  const near = nearest(names.at(-1)!, index.names);
  throw schemaFault(
    "E_TABLE",
    matching.length > 1
      ? `"${shown}" could be ${matching.map(({ id }) => id).join(" or ")}. Say which.`
      : `There is no table "${shown}" that you may read.${near.length > 0 ? ` Near by: ${near.join(", ")}.` : ""}`,
    near,
  );
}

/** What a column reference turned out to be. */
export interface Found {
  relation: Relation;
  column: ScopeColumn;
  /** Parts of the name that are fields within the column. */
  fields: string[];
}

const folded = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

function columnIn(relation: Relation, name: string): ScopeColumn | undefined {
  return relation.columns.find((column) => folded(column.name, name));
}

/**
 * Looks a name up, from the innermost level outwards: `column`, `alias.column`, `schema.table.column`, each with fields
 * behind it where the dialect has such. Null where it is an output of this level. Throws `E_COLUMN`.
 */
export function columnNamed(names: string[], scope: Scope): Found | null {
  const [first, second, third] = names;
  if (names.length === 1 && scope.prefersOutputs && scope.outputs.has(first!.toLowerCase())) return null;
  for (let at: Scope | null = scope; at; at = at.parent) {
    const bare = at.relations.flatMap((relation) => {
      const column = columnIn(relation, first!);
      return column ? [{ relation, column, fields: names.slice(1) }] : [];
    });
    if (names.length === 1 && bare.length > 1 && !at.merged.has(first!.toLowerCase()))
      throw schemaFault(
        "E_COLUMN",
        `"${first}" stands in ${bare.map(({ relation }) => `"${relation.alias}"`).join(" and ")}. Say which one is meant.`,
        bare.map(({ relation }) => `${relation.alias}.${first}`),
      );
    const relation =
      second === undefined ? undefined : at.relations.find(({ alias }) => folded(alias, first!));
    const column = relation && columnIn(relation, second!);
    if (column) return { relation: relation!, column, fields: names.slice(2) };
    if (third !== undefined) {
      const full = at.relations.find(({ tableId }) => tableId && folded(tableId, `${first}.${second}`));
      const own = full && columnIn(full, third);
      if (own) return { relation: full, column: own, fields: names.slice(3) };
    }
    if (relation) break;
    if (bare.length > 0) return bare[0]!;
  }
  if (names.length === 1 && scope.outputs.has(first!.toLowerCase())) return null;
  const reachable: Relation[] = [];
  for (let at: Scope | null = scope; at; at = at.parent) reachable.push(...at.relations);
  throw unknownColumn(names.join("."), reachable);
}
