import type { Relation } from "../scope.ts";
import type { Environment } from "./environment.ts";
import { nameOf, printExpression } from "./expressions.ts";
import { type Found, newScope, type Scope, tableNamed, withQuery } from "./scope.ts";
import { fieldsOf, kindOf, refused, unknownNode } from "./strict.ts";
import { equalitiesIn, filteredIn, relationsIn, tiedBy } from "./ties.ts";

/** The relations of one FROM clause, which are tied to which, and by which columns. */
export interface Group {
  relations: Relation[];
  /** Disjoint sets: relation → one that stands for it. */
  groups: Map<Relation, Relation>;
  edges: Array<[Found, Found]>;
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function tie({ groups }: Group, a: Relation, b: Relation): void {
  const leader = (each: Relation): Relation => {
    const above = groups.get(each);
    return above === undefined ? each : leader(above);
  };
  const [first, second] = [leader(a), leader(b)];
  if (first !== second) groups.set(second, first);
}

/** Ties what a condition that was printed already compares. */
export function tieCondition(env: Environment, condition: unknown, group: Group): void {
  for (const [a, b] of tiedBy(condition, env.references)) tie(group, a, b);
  group.edges.push(...equalitiesIn(condition, env.references));
}

/** One item of FROM with the joins behind it. */
export function printFrom(env: Environment, node: unknown, scope: Scope, group: Group): string {
  const { relation, joins } = fieldsOf("FROM", node, ["relation", "joins"]);
  let text = printRelation(env, relation, scope, group);
  for (const each of list(joins)) text += ` ${printJoin(env, each, scope, group)}`;
  return text;
}

const JOINS: Record<string, string> = {
  Join: "JOIN",
  Inner: "INNER JOIN",
  Left: "LEFT JOIN",
  LeftOuter: "LEFT JOIN",
  Right: "RIGHT JOIN",
  RightOuter: "RIGHT JOIN",
  FullOuter: "FULL JOIN",
  CrossJoin: "CROSS JOIN",
};

function printJoin(env: Environment, node: unknown, scope: Scope, group: Group): string {
  const { relation, join_operator } = fieldsOf("join", node, ["relation", "join_operator"]);
  const { kind, value: constraint } = kindOf(join_operator);
  const word = JOINS[kind];
  if (word === undefined || (word === "FULL JOIN" && env.dialect.name === "mysql")) throw unknownNode(kind);
  const before = group.relations.length;
  const right = printRelation(env, relation, scope, group);
  if (!constraint || constraint === "None") return `${word} ${right}`;
  if (constraint === "Natural")
    throw refused("E_NODE", "A natural join depends on names that may change. Say USING or ON.");
  const { kind: how, value } = kindOf(constraint);
  if (how === "On") {
    const text = printExpression(env, value, scope);
    tieCondition(env, value, group);
    for (const id of filteredIn(value, env.references)) env.filtered.add(id);
    return `${word} ${right} ON ${text}`;
  }
  if (how !== "Using") throw unknownNode(how);
  const names = list(value).map((each) => {
    const parts = Array.isArray(each) ? each : [each];
    return nameOf(env, kindOf(parts[0]).value);
  });
  for (const name of names) mergeColumns(env, name, scope, group, before);
  return `${word} ${right} USING (${names.map((name) => env.quote(name)).join(", ")})`;
}

function mergeColumns(env: Environment, name: string, scope: Scope, group: Group, before: number): void {
  const holding = (relations: Relation[]) =>
    relations.flatMap((relation) => {
      const column = relation.columns.find((each) => each.name.toLowerCase() === name.toLowerCase());
      return column ? [{ relation, column, fields: [] }] : [];
    });
  const left = holding(group.relations.slice(0, before))[0];
  const right = holding(group.relations.slice(before))[0];
  if (!left || !right)
    throw refused("E_COLUMN", `USING (${name}): both sides need a column of that name.`, []);
  for (const { column } of [left, right]) if (column.id !== undefined) env.columns.add(column.id);
  scope.merged.add(name.toLowerCase());
  tie(group, left.relation, right.relation);
  group.edges.push([left, right]);
}

function printRelation(env: Environment, node: unknown, scope: Scope, group: Group): string {
  const { kind, value } = kindOf(node);
  const join = (relation: Relation, text: string) => {
    env.postponing(() => env.budget.relation(), undefined);
    scope.relations.push(relation);
    group.relations.push(relation);
    return text;
  };
  if (kind === "Table") {
    const table = printTable(env, value, scope);
    return join(table.relation, table.text);
  }
  if (kind === "Derived") {
    const { lateral, subquery, alias } = fieldsOf(kind, value, ["lateral", "subquery", "alias"]);
    const sees = lateral === true || env.dialect.lateralAlways;
    const { text, columns, singleRow } = env.query(subquery, sees ? scope : outside(scope));
    const { name, renamed, print } = aliasOf(env, alias);
    if (name === null && env.dialect.name === "mysql") throw unknownNode("a sub-query without a name");
    const relation: Relation = {
      alias: name ?? "",
      columns: columns.map((column, at) => ({ ...column, name: renamed[at] ?? column.name })),
      singleRow,
    };
    for (const each of relationsIn(subquery, env.references))
      if (group.relations.includes(each)) tie(group, each, relation);
    return join(relation, `${lateral === true ? "LATERAL " : ""}(${text})${print}`);
  }
  if (kind === "NestedJoin") {
    const { table_with_joins, alias } = fieldsOf(kind, value, ["table_with_joins", "alias"]);
    if (alias) throw unknownNode("a name for joined tables");
    return `(${printFrom(env, table_with_joins, scope, group)})`;
  }
  if (/Function|UNNEST|Json|Xml|Open/i.test(kind))
    throw refused(
      "E_TABLE_FUNC",
      "A function stands where a table should. Only tables and sub-queries are read.",
    );
  throw unknownNode(kind);
}

/** What a sub-query in FROM sees where its neighbours are hidden: queries in WITH, and the levels above. */
function outside(scope: Scope): Scope {
  return { ...newScope(scope.parent), withQueries: scope.withQueries };
}

function printTable(env: Environment, node: unknown, scope: Scope): { relation: Relation; text: string } {
  if ((node as { args?: unknown }).args) {
    const called = list((node as { name?: unknown }).name)
      .map((each) => String((kindOf(each).value as { value?: unknown }).value))
      .join(".");
    throw refused(
      "E_TABLE_FUNC",
      `${called}(…) stands where a table should. Only tables and sub-queries are read.`,
    );
  }
  const { name, alias } = fieldsOf("Table", node, ["name", "alias"]);
  const names = list(name).map((each) => nameOf(env, kindOf(each).value));
  const { name: given, renamed, print } = aliasOf(env, alias);
  if (renamed.length > 0 && names.length > 0 && print === "") throw unknownNode("names of columns");
  const bare = names.at(-1)!;
  const query = names.length === 1 ? withQuery(scope, bare) : undefined;
  if (query) {
    const columns = query.columns.map((column, at) => ({ ...column, name: renamed[at] ?? column.name }));
    return {
      relation: { alias: given ?? bare, columns, singleRow: query.singleRow },
      text: `${env.quote(bare)}${print}`,
    };
  }
  env.tableNames.add(bare.toLowerCase());
  const table = env.postponing(() => tableNamed(names, env.catalog, env.dialect), null);
  if (!table) return { relation: { alias: given ?? bare, columns: [] }, text: env.quote(bare) };
  if (renamed.length > 0 && table.hidesColumns) throw unknownNode("names of columns by position");
  env.tables.add(table.id);
  return {
    relation: {
      alias: given ?? table.name,
      columns: table.columns.map((column, at) => ({ ...column, name: renamed[at] ?? column.name })),
      tableId: table.id,
    },
    text: `${env.quote(table.schema)}.${env.quote(table.name)}${print}`,
  };
}

function aliasOf(env: Environment, node: unknown): { name: string | null; renamed: string[]; print: string } {
  if (!node) return { name: null, renamed: [], print: "" };
  const { name, columns } = fieldsOf("alias", node, ["name", "columns", "explicit"]);
  const given = nameOf(env, name);
  const renamed = list(columns).map((each) => nameOf(env, fieldsOf("column", each, ["name"]).name));
  const names = renamed.length > 0 ? ` (${renamed.map((each) => env.quote(each)).join(", ")})` : "";
  return { name: given, renamed, print: ` AS ${env.quote(given)}${names}` };
}
