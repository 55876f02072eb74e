import type { Catalog } from "#lib/contracts/catalog.ts";
import type { Resolution } from "./resolution.ts";
import { type Relation, tableIndex } from "./scope.ts";
import { type Fields, list, strings, unwrap, visit } from "./tree.ts";

/** Totals that a repeated row changes; a minimum, a maximum or a distinct count it does not. */
const MULTIPLIED = new Set(["sum", "avg", "count"]);

/**
 * The meaning layer, for now the one lie that looks right: a total over rows that a join repeats. An edge of the join
 * repeats the rows of one side where the other side's joined columns hold no key. Says so; a person may mean it.
 */
export function findMultipliedTotals(select: Fields, resolution: Resolution, catalog: Catalog): string[] {
  const findings = new Set<string>();
  visit(
    select,
    (kind, fields) => {
      if (kind === "SelectStmt")
        for (const each of multipliedIn(fields, resolution, catalog)) findings.add(each);
      return undefined;
    },
    "SelectStmt",
  );
  return [...findings];
}

export interface Edge {
  left: Relation;
  right: Relation;
  leftColumns: string[];
  rightColumns: string[];
}

function multipliedIn(select: Fields, resolution: Resolution, catalog: Catalog): string[] {
  const edges = edgesOf(select, resolution);
  if (edges.length === 0) return [];
  const findings: string[] = [];
  for (const call of aggregatesOf(select)) {
    const [argument] = list(call.args);
    const relation = owner(argument, resolution);
    if (!relation || call.agg_distinct) continue;
    const repeating = repeatedBy(relation, edges, catalog);
    if (repeating)
      findings.push(
        `The join to ${repeating.alias} repeats rows of ${relation.alias}, so ${strings(call.funcname).at(-1)} may count a figure of ${relation.alias} more than once.`,
      );
  }
  return findings;
}

/** Aggregates of this level: those of a sub-query belong to that sub-query. */
function aggregatesOf(select: Fields): Fields[] {
  const calls: Fields[] = [];
  for (const clause of ["targetList", "havingClause", "sortClause"])
    visit(select[clause], (kind, fields) => {
      if (kind === "SelectStmt") return false;
      if (kind === "FuncCall" && MULTIPLIED.has(strings(fields.funcname).at(-1) ?? "") && !fields.agg_star)
        calls.push(fields);
      return undefined;
    });
  return calls;
}

/** The one relation an expression takes its columns from; null where there are several or none. */
function owner(value: unknown, resolution: Resolution): Relation | null {
  const found = new Set<Relation>();
  visit(value, (kind, _, node) => {
    const reference = kind === "ColumnRef" ? resolution.references.get(node) : undefined;
    if (reference) found.add(reference.relation);
    return undefined;
  });
  return found.size === 1 ? [...found][0]! : null;
}

function edgesOf(select: Fields, resolution: Resolution): Edge[] {
  const pairs = new Map<string, Edge>();
  const ids = new Map<Relation, number>();
  const idOf = (relation: Relation) => {
    if (!ids.has(relation)) ids.set(relation, ids.size);
    return ids.get(relation);
  };
  const add = (left: Relation, leftName: string, right: Relation, rightName: string) => {
    const key = `${idOf(left)}/${idOf(right)}`;
    const edge = pairs.get(key) ?? { left, right, leftColumns: [], rightColumns: [] };
    edge.leftColumns.push(leftName);
    edge.rightColumns.push(rightName);
    pairs.set(key, edge);
  };
  const equalities = (condition: unknown) =>
    visit(condition, (kind, fields) => {
      if (kind === "SubLink" || (kind === "BoolExpr" && fields.boolop !== "AND_EXPR")) return false;
      if (kind !== "A_Expr" || strings(fields.name).at(-1) !== "=") return undefined;
      const [a, b] = [fields.lexpr, fields.rexpr].map((each) =>
        each && typeof each === "object" ? resolution.references.get(each) : undefined,
      );
      if (a && b && a.relation !== b.relation) add(a.relation, a.column.name, b.relation, b.column.name);
      return undefined;
    });
  const walk = (item: unknown): Relation[] => {
    const node = unwrap(item);
    if (node?.kind !== "JoinExpr")
      return [resolution.relations.get(item as object)].filter((each) => each !== undefined);
    const [left, right] = [walk(node.fields.larg), walk(node.fields.rarg)];
    for (const name of strings(node.fields.usingClause)) {
      const [a, b] = [left, right].map((side) =>
        side.find((each) => each.columns.some((c) => c.name === name)),
      );
      if (a && b) add(a, name, b, name);
    }
    equalities(node.fields.quals);
    return [...left, ...right];
  };
  for (const item of list(select.fromClause)) walk(item);
  equalities(select.whereClause);
  return [...pairs.values()];
}

/** Walks the joins away from a relation; the first side reached by columns without a key among them repeats its rows. */
export function repeatedBy(from: Relation, edges: Edge[], catalog: Catalog): Relation | null {
  const seen = new Set([from]);
  const open = [from];
  for (let at = open.pop(); at; at = open.pop())
    for (const edge of edges) {
      const [next, columns] =
        edge.left === at
          ? [edge.right, edge.rightColumns]
          : edge.right === at
            ? [edge.left, edge.leftColumns]
            : [null, []];
      if (!next || seen.has(next)) continue;
      seen.add(next);
      if (next.singleRow) continue;
      if (next.tableId && !holdsKey(next, columns, catalog)) return next;
      open.push(next);
    }
  return null;
}

function holdsKey(relation: Relation, joined: string[], catalog: Catalog): boolean {
  const ids = new Set(
    relation.columns.filter((column) => joined.includes(column.name)).map((column) => column.id),
  );
  const [schema, name] = splitId(relation.tableId!, catalog);
  const keys = tableIndex(catalog).bySchema(schema, name)?.keys ?? [];
  return keys.some((key) => key.every((column) => ids.has(column)));
}

function splitId(tableId: string, catalog: Catalog): [string, string] {
  const table = catalog.tables.find((each) => each.id === tableId)!;
  return [table.schema, table.name];
}
