import { AGGREGATES } from "./allowed.ts";
import { schemaFault } from "./schema-fault.ts";
import type { CommonTable, Relation, Scope, ScopeColumn } from "./scope.ts";
import { as, type Fields, list, literal, strings } from "./tree.ts";

/** A scope without relations. */
export function emptyScope(parent: Scope | null): Scope {
  return { relations: [], outputs: [], merged: new Map(), parent };
}

/** Column names that both sides of a NATURAL join have. */
export function sharedNames(left: Relation[], right: Relation[]): string[] {
  const names = new Set(left.flatMap((each) => each.columns.map((column) => column.name)));
  return right.flatMap((each) => each.columns.map((column) => column.name)).filter((name) => names.has(name));
}

/** What a query puts out, under the name that FROM gives it. */
export function aliased(query: CommonTable, alias: unknown, name: string): Relation {
  const { aliasname, colnames } = (alias ?? {}) as Fields;
  return {
    alias: String(aliasname ?? name),
    columns: renamed(query.columns, strings(colnames)),
    singleRow: query.singleRow,
  };
}

/** What a function in FROM brings. */
export function functionRelation(fields: Fields): Relation {
  const alias = fields.alias as Fields | undefined;
  const call = as(list(as(list(fields.functions)[0], "List")?.items)[0], "FuncCall");
  const name = String(alias?.aliasname ?? strings(call?.funcname).at(-1));
  const named = strings(alias?.colnames);
  // Without column names a function of one column is named like its alias; `key` and `value` are what each() returns.
  const columns = named.length > 0 ? named : [name, "key", "value"];
  if (fields.ordinality) columns.push("ordinality");
  return { alias: name, columns: columns.map((each) => ({ name: each })) };
}

/** Columns under the names that an alias list gives them. */
export function renamed(columns: ScopeColumn[], names: string[]): ScopeColumn[] {
  return columns.map((column, position) => ({ ...column, name: names[position] ?? column.name }));
}

/** `*` and `t.*` as the columns that the role may read, in order; anything else as it is. */
export function expandStar(target: unknown, scope: Scope): unknown[] {
  const fields = as(target, "ResTarget")!;
  const parts = list(as(fields.val, "ColumnRef")?.fields);
  if (!as(parts.at(-1), "A_Star")) return [target];
  const names = strings(parts.slice(0, -1));
  const relations =
    names.length === 0 ? scope.relations : scope.relations.filter((each) => each.alias === names.at(-1));
  if (relations.length === 0)
    throw schemaFault("E_TABLE", `"${names.join(".")}" is not a table of this statement.`);
  const empty = relations.find((each) => each.columns.length === 0);
  if (empty) throw schemaFault("E_COLUMN", `No column of "${empty.alias}" may be read.`);
  // A column that USING or NATURAL merged comes first and once, as in the engine.
  const merged = names.length === 0 ? scope.merged : new Map<string, Set<Relation>>();
  return [
    ...[...merged.keys()].map((name) => columnTarget([name])),
    ...relations.flatMap((relation) =>
      relation.columns
        .filter(({ name }) => !merged.get(name)?.has(relation))
        .map(({ name }) => columnTarget([relation.alias, name])),
    ),
  ];
}

function columnTarget(names: string[]): unknown {
  return { ResTarget: { val: { ColumnRef: { fields: names.map((sval) => ({ String: { sval } })) } } } };
}

/** True for a total without groups and for a literal LIMIT of one. */
export function isSingleRow(select: Fields): boolean {
  if (literal(select.limitCount) === 1 || !select.fromClause) return true;
  if (list(select.groupClause).length > 0) return false;
  const targets = list(select.targetList).map((target) => as(as(target, "ResTarget")?.val, "FuncCall"));
  return targets.some((call) => call && !call.over && AGGREGATES.has(strings(call.funcname).at(-1) ?? ""));
}
