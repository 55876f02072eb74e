import { AGGREGATES } from "./allowed.ts";
import { schemaFault } from "./schema-fault.ts";
import type { CommonTable, Relation, Scope, ScopeColumn } from "./scope.ts";
import { as, type Fields, list, literal, strings, visit } from "./tree.ts";

/** A scope without relations. */
export function emptyScope(parent: Scope | null): Scope {
  return { relations: [], star: [], parent };
}

/** What one item of FROM brings: its relations, and its columns in the order of `*`. */
export interface FromItem {
  relations: Relation[];
  star: string[][];
}

/** A single relation as an item of FROM. */
export function fromItem(relation: Relation): FromItem {
  return { relations: [relation], star: relation.columns.map(({ name }) => [relation.alias, name]) };
}

/**
 * The columns of a join in the engine's order: those that USING or NATURAL make one come first and once, then the rest
 * of the left side, then that of the right.
 */
export function joinStar(left: string[][], right: string[][], merged: string[]): string[][] {
  const own = (side: string[][]) => side.filter((names) => !merged.includes(names.at(-1)!));
  return [...merged.map((name) => [name]), ...own(left), ...own(right)];
}

/** Column names that both sides of a NATURAL join have, in the left side's order. */
export function sharedNames(left: string[][], right: string[][]): string[] {
  const names = new Set(right.map((each) => each.at(-1)!));
  return left.map((each) => each.at(-1)!).filter((name) => names.has(name));
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

/** Columns of the functions that return more than one, or one with a name of its own. */
const FUNCTION_COLUMNS: Record<string, string[]> = {
  json_each: ["key", "value"],
  jsonb_each: ["key", "value"],
  json_each_text: ["key", "value"],
  jsonb_each_text: ["key", "value"],
  json_array_elements: ["value"],
  jsonb_array_elements: ["value"],
  json_array_elements_text: ["value"],
  jsonb_array_elements_text: ["value"],
};

/** What functions in FROM bring: a scalar one has a column named like its alias, else like itself. */
export function functionRelation(fields: Fields): Relation {
  const alias = fields.alias as Fields | undefined;
  const called = list(fields.functions).map((each) => {
    const call = as(list(as(each, "List")?.items)[0], "FuncCall");
    return strings(call?.funcname).at(-1) ?? "";
  });
  const name = String(alias?.aliasname ?? called[0]);
  const names = called.flatMap((each) => FUNCTION_COLUMNS[each] ?? [called.length === 1 ? name : each]);
  if (fields.ordinality) names.push("ordinality");
  const columns = names.map((each) => ({ name: each }));
  return { alias: name, columns: renamed(columns, strings(alias?.colnames)) };
}

/** Columns under the names that an alias list gives them. */
export function renamed(columns: ScopeColumn[], names: string[]): ScopeColumn[] {
  return columns.map((column, position) => ({ ...column, name: names[position] ?? column.name }));
}

/** The names that an alias list gives by position, which says nothing where a policy hides columns in between. */
export function positionalNames(alias: Fields | undefined, hidesColumns: boolean): string[] {
  const names = strings(alias?.colnames);
  if (hidesColumns && names.length > 0)
    throw schemaFault(
      "E_COLUMN",
      `Some columns behind "${String(alias?.aliasname)}" may not be read, so the others cannot be renamed by position. Use their own names.`,
    );
  return names;
}

/** `*` and `t.*` as the columns that the role may read, in the engine's order; anything else as it is. */
export function expandStar(target: unknown, scope: Scope): unknown[] {
  const fields = as(target, "ResTarget")!;
  const parts = list(as(fields.val, "ColumnRef")?.fields);
  if (!as(parts.at(-1), "A_Star")) return [target];
  const names = strings(parts.slice(0, -1));
  const relations =
    names.length === 0 ? scope.relations : scope.relations.filter((each) => isNamedBy(each, names));
  if (relations.length === 0)
    throw schemaFault("E_TABLE", `"${names.join(".")}" is not a table of this statement.`);
  const empty = relations.find((each) => each.columns.length === 0);
  if (empty) throw schemaFault("E_COLUMN", `No column of "${empty.alias}" may be read.`);
  if (names.length === 0) return scope.star.map(columnTarget);
  return relations.flatMap((relation) =>
    relation.columns.map(({ name }) => columnTarget([relation.alias, name])),
  );
}

/** Whether a qualifier (`alias`, or `schema.table`) means this relation. */
export function isNamedBy(relation: Relation, qualifier: string[]): boolean {
  const [table, schema] = [qualifier.at(-1)!, qualifier.at(-2)];
  if (qualifier.length > 2 || relation.alias !== table) return false;
  return schema === undefined || relation.tableId?.startsWith(`${schema}.`) === true;
}

function columnTarget(names: string[]): unknown {
  return { ResTarget: { val: { ColumnRef: { fields: names.map((sval) => ({ String: { sval } })) } } } };
}

/** Functions that return several rows for one call. */
const SET_RETURNING = new Set([
  "generate_series",
  "unnest",
  "regexp_split_to_table",
  "regexp_matches",
  "string_to_table",
  "json_object_keys",
  "jsonb_object_keys",
  ...Object.keys(FUNCTION_COLUMNS),
]);

/** True for a total without groups and for a literal LIMIT of one; never where a target returns several rows. */
export function isSingleRow(select: Fields): boolean {
  if (select.limitOption === "LIMIT_OPTION_WITH_TIES") return false;
  if (literal(select.limitCount) === 1) return true;
  if (returnsSets(select.targetList)) return false;
  if (!select.fromClause) return true;
  if (list(select.groupClause).length > 0) return false;
  const targets = list(select.targetList).map((target) => as(as(target, "ResTarget")?.val, "FuncCall"));
  return targets.some((call) => call && !call.over && AGGREGATES.has(strings(call.funcname).at(-1) ?? ""));
}

function returnsSets(targets: unknown): boolean {
  let found = false;
  visit(targets, (kind, fields) => {
    if (kind === "FuncCall" && SET_RETURNING.has(strings(fields.funcname).at(-1) ?? "")) found = true;
    return !found && kind !== "SelectStmt";
  });
  return found;
}
