import { GateFault } from "../fault.ts";
import type { ScopeColumn } from "../scope.ts";
import type { Environment, Printed } from "./environment.ts";
import { nameOf, printExpression } from "./expressions.ts";
import { type Group, printFrom, tieCondition } from "./from.ts";
import { printOrder, printWindow } from "./functions.ts";
import { findMultiplied } from "./multiplied.ts";
import { newScope, type Scope } from "./scope.ts";
import { fieldsOf, kindOf, refused, unknownNode } from "./strict.ts";
import { filteredIn, visit } from "./ties.ts";

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const costly = (sentence: string) => new GateFault("shape", "E_COST", sentence);

/**
 * Prints a query of which every part is on the list of known ones, with `*` spelled out and tables in full.
 * Throws refusals of the safety layer; those of later layers are kept in `env.later`.
 *
 * @param maxRows becomes the LIMIT of the outermost query where it has none
 */
export function printQuery(env: Environment, node: unknown, parent: Scope | null, maxRows?: number): Printed {
  const {
    with: withClause,
    body,
    order_by,
    limit_clause,
  } = fieldsOf("Query", node, ["with", "body", "order_by", "limit_clause"]);
  const scope = newScope(parent);
  const first = withClause ? `${printWith(env, withClause, scope)} ` : "";
  const printed = printBody(env, body, scope);
  const order = order_by ? ` ORDER BY ${printQueryOrder(env, order_by, printed.level)}` : "";
  const limit = limit_clause
    ? printLimit(env, limit_clause, printed.level)
    : maxRows === undefined
      ? ""
      : ` LIMIT ${maxRows + 1}`;
  return {
    text: `${first}${printed.text}${order}${limit}`,
    columns: printed.columns,
    singleRow: printed.singleRow || /^ LIMIT [01]$/.test(limit),
  };
}

interface Body extends Printed {
  /** The level whose names an ORDER BY behind it may use. */
  level: Scope;
}

function printBody(env: Environment, node: unknown, scope: Scope): Body {
  const { kind, value } = kindOf(node);
  switch (kind) {
    case "Select":
      return printSelect(env, value, scope);
    case "Query": {
      const printed = printQuery(env, value, scope);
      return { ...printed, text: `(${printed.text})`, level: outputsOnly(scope, printed.columns) };
    }
    case "SetOperation": {
      const { op, set_quantifier, left, right } = fieldsOf(kind, value, [
        "op",
        "set_quantifier",
        "left",
        "right",
      ]);
      const word = String(op).toUpperCase();
      const quantifier = ({ All: " ALL", Distinct: " DISTINCT", None: "" } as Record<string, string>)[
        String(set_quantifier ?? "None")
      ];
      if (!["UNION", "INTERSECT", "EXCEPT"].includes(word) || quantifier === undefined)
        throw unknownNode(word);
      const [a, b] = [printBody(env, left, newScope(scope)), printBody(env, right, newScope(scope))];
      return {
        text: `${a.text} ${word}${quantifier} ${b.text}`,
        columns: a.columns.map(({ name }) => ({ name })),
        singleRow: false,
        level: outputsOnly(scope, a.columns),
      };
    }
    case "Values":
      return printValues(env, value, scope);
    case "Insert":
    case "Update":
    case "Delete":
    case "Merge":
      throw refused("E_NESTED_WRITE", "A part of the statement changes data. Only reading is allowed.");
    default:
      throw unknownNode(kind);
  }
}

function outputsOnly(parent: Scope, columns: ScopeColumn[]): Scope {
  const level = newScope(parent);
  for (const { name } of columns) level.outputs.add(name.toLowerCase());
  return level;
}

function printValues(env: Environment, node: unknown, scope: Scope): Body {
  const { rows } = fieldsOf("Values", node, ["rows", "explicit_row", "value_keyword"]);
  const printed = list(rows).map((row) => {
    const cells = Array.isArray(row) ? row : list(fieldsOf("row", row, ["content"]).content);
    return cells.map((cell) => printExpression(env, cell, scope));
  });
  const row = env.dialect.name === "mysql" ? "ROW" : "";
  const columns = (printed[0] ?? []).map((_, at) => ({
    name: env.dialect.name === "mysql" ? `column_${at}` : `col${at}`,
  }));
  return {
    text: `VALUES ${printed.map((cells) => `${row}(${cells.join(", ")})`).join(", ")}`,
    columns,
    singleRow: printed.length <= 1,
    level: outputsOnly(scope, columns),
  };
}

function printWith(env: Environment, node: unknown, scope: Scope): string {
  const { recursive, cte_tables } = fieldsOf("With", node, ["recursive", "cte_tables"]);
  const printed = list(cte_tables).map((each) => {
    const { alias, query } = fieldsOf("Cte", each, ["alias", "query"]);
    const { name, columns } = fieldsOf("alias", alias, ["name", "columns", "explicit"]);
    const called = nameOf(env, name);
    if (recursive === true && namesItself(query, called))
      throw costly("Queries that call themselves are not judged in this dialect, so none is run.");
    const body = printQuery(env, query, scope);
    const renamed = list(columns).map((column) => nameOf(env, fieldsOf("column", column, ["name"]).name));
    scope.withQueries.set(called.toLowerCase(), {
      columns: body.columns.map((column, at) => ({ ...column, name: renamed[at] ?? column.name })),
      singleRow: body.singleRow,
    });
    const names = renamed.length > 0 ? ` (${renamed.map((each) => env.quote(each)).join(", ")})` : "";
    return `${env.quote(called)}${names} AS (${body.text})`;
  });
  return `WITH ${printed.join(", ")}`;
}

function namesItself(query: unknown, name: string): boolean {
  let found = false;
  visit(query, (node) => {
    const table = (node as { Table?: { name?: unknown } }).Table;
    const [only, more] = list(table?.name) as Array<{ Identifier?: { value?: unknown } }>;
    if (only && !more && String(only.Identifier?.value).toLowerCase() === name.toLowerCase()) found = true;
    return !found;
  });
  return found;
}

const SELECT_FIELDS = [
  "distinct",
  "projection",
  "from",
  "selection",
  "group_by",
  "having",
  "named_window",
  "qualify",
  "window_before_qualify",
  "flavor",
];

function printSelect(env: Environment, node: unknown, outer: Scope): Body {
  const select = fieldsOf("Select", node, SELECT_FIELDS);
  const scope = newScope(outer);
  const group: Group = { relations: [], groups: new Map(), edges: [] };
  const from = list(select.from).map((each) => printFrom(env, each, scope, group));
  const print = (each: unknown) => printExpression(env, each, scope);
  const condition = (each: unknown) => {
    const text = print(each);
    for (const id of filteredIn(each, env.references)) env.filtered.add(id);
    return text;
  };
  for (const item of list(select.projection)) noteOutput(env, item, scope);
  const where = select.selection ? ` WHERE ${condition(select.selection)}` : "";
  if (select.selection) tieCondition(env, select.selection, group);
  insistOnTies(env, group);
  const isStar = String(select.flavor) === "FromFirstNoSelect";
  const outputs = isStar
    ? allColumns(env, scope)
    : list(select.projection).flatMap((item) => printItem(env, item, scope));
  env.postponing(() => env.budget.columns(outputs.length), undefined);
  const grouped = printGroupBy(env, select.group_by, scope);
  const having = select.having ? ` HAVING ${print(select.having)}` : "";
  const windows = list(select.named_window).map((each) => printNamedWindow(env, each, scope));
  const qualify = select.qualify ? ` QUALIFY ${print(select.qualify)}` : "";
  for (const each of findMultiplied(env, select, group)) env.findings.add(each);
  const distinct = printDistinct(env, select.distinct, scope);
  const text = [
    `SELECT ${distinct}${outputs.map((each) => each.text).join(", ")}`,
    from.length > 0 ? ` FROM ${from.join(", ")}` : "",
    where,
    grouped,
    having,
    windows.length > 0 ? ` WINDOW ${windows.join(", ")}` : "",
    qualify,
  ].join("");
  return {
    text,
    columns: outputs.map(({ column }) => column),
    singleRow: from.length === 0 || (grouped === "" && hasAggregate(env, select.projection)),
    level: { ...scope, prefersOutputs: true },
  };
}

interface Output {
  text: string;
  column: ScopeColumn;
}

function aliasOf(env: Environment, item: unknown): string | null {
  const { kind, value } = kindOf(item);
  return kind === "ExprWithAlias" ? nameOf(env, (value as { alias: unknown }).alias) : null;
}

function noteOutput(env: Environment, item: unknown, scope: Scope): void {
  const alias = aliasOf(env, item);
  if (alias !== null) scope.outputs.add(alias.toLowerCase());
}

function printItem(env: Environment, item: unknown, scope: Scope): Output[] {
  const { kind, value } = kindOf(item);
  if (kind === "Wildcard" || kind === "QualifiedWildcard") return printWildcard(env, kind, value, scope);
  if (kind !== "UnnamedExpr" && kind !== "ExprWithAlias") throw unknownNode(kind);
  const expr = kind === "UnnamedExpr" ? value : fieldsOf(kind, value, ["expr", "alias"]).expr;
  const alias = aliasOf(env, item);
  const text = printExpression(env, expr, scope);
  const inner = kindOf(expr);
  const found = inner.value && typeof inner.value === "object" ? env.references.get(inner.value) : undefined;
  const own = found && found.fields.length === 0 ? found.column : undefined;
  const name = alias ?? own?.name ?? text;
  return [
    {
      text: alias === null ? text : `${text} AS ${env.quote(alias)}`,
      column: own?.id === undefined ? { name } : { name, id: own.id },
    },
  ];
}

/** `*` without the columns that are not to be read; `EXCLUDE` takes out more. */
function printWildcard(env: Environment, kind: string, node: unknown, scope: Scope): Output[] {
  const [name, options] = kind === "Wildcard" ? [null, node] : (node as [unknown, unknown]);
  const { opt_exclude } = fieldsOf("Wildcard", options ?? {}, ["opt_exclude"]);
  const left = opt_exclude ? excludedBy(env, opt_exclude) : new Set<string>();
  const of =
    name === null
      ? null
      : list(kindOf(name).value)
          .map((each) => nameOf(env, kindOf(each).value))
          .at(-1)!;
  const all = allColumns(env, scope, of);
  if (of !== null && all.length === 0)
    env.postponing(() => {
      throw new GateFault("schema", "E_TABLE", `Nothing is called "${of}" here, so "${of}.*" means nothing.`);
    }, undefined);
  return all.filter(({ column }) => !left.has(column.name.toLowerCase()));
}

function excludedBy(env: Environment, node: unknown): Set<string> {
  const { kind, value } = kindOf(node);
  if (kind !== "Single" && kind !== "Multiple") throw unknownNode(kind);
  const names = kind === "Single" ? [value] : list(value);
  return new Set(
    names.map((each) => {
      const parts = Array.isArray(each) ? each : [each];
      if (parts.length !== 1) throw unknownNode("EXCLUDE");
      return nameOf(env, (parts[0] as { Identifier?: unknown }).Identifier ?? parts[0]).toLowerCase();
    }),
  );
}

function allColumns(env: Environment, scope: Scope, alias: string | null = null): Output[] {
  const seen = new Set<string>();
  return scope.relations
    .filter((relation) => alias === null || relation.alias.toLowerCase() === alias.toLowerCase())
    .flatMap((relation) =>
      relation.columns.flatMap((column) => {
        const folded = column.name.toLowerCase();
        // A column that USING made one stands once.
        if (alias === null && scope.merged.has(folded) && seen.has(folded)) return [];
        seen.add(folded);
        if (column.id !== undefined) env.columns.add(column.id);
        const text = `${env.columnText(relation, column)} AS ${env.quote(column.name)}`;
        return [
          {
            text,
            column: column.id === undefined ? { name: column.name } : { name: column.name, id: column.id },
          },
        ];
      }),
    );
}

function printDistinct(env: Environment, node: unknown, scope: Scope): string {
  if (!node || node === "All") return "";
  if (node === "Distinct") return "DISTINCT ";
  const { kind, value } = kindOf(node);
  if (kind !== "On" || env.dialect.name !== "duckdb") throw unknownNode(kind);
  return `DISTINCT ON (${list(value)
    .map((each) => printExpression(env, each, scope))
    .join(", ")}) `;
}

function printGroupBy(env: Environment, node: unknown, scope: Scope): string {
  const { kind, value } = kindOf(node);
  if (kind === "All" && env.dialect.name === "duckdb" && list(value).length === 0) return " GROUP BY ALL";
  if (kind !== "Expressions") throw unknownNode(kind);
  const [keys, modifiers] = value as [unknown[], unknown[]];
  const rollup = list(modifiers).map((each) => {
    if (each === "Rollup" && env.dialect.name === "mysql") return " WITH ROLLUP";
    throw unknownNode(`GROUP BY … ${String(each)}`);
  });
  if (list(keys).length === 0) return "";
  return ` GROUP BY ${keys.map((each) => printExpression(env, each, scope)).join(", ")}${rollup.join("")}`;
}

function printNamedWindow(env: Environment, node: unknown, scope: Scope): string {
  const [name, definition] = list(node);
  const { kind, value } = kindOf(definition);
  if (kind !== "WindowSpec") throw unknownNode(kind);
  const print = (each: unknown, level = scope) => printExpression(env, each, level);
  return `${env.quote(nameOf(env, name))} AS (${printWindow(env, value, scope, print)})`;
}

function printQueryOrder(env: Environment, node: unknown, level: Scope): string {
  const { kind: order } = fieldsOf("OrderBy", node, ["kind"]);
  const { kind, value } = kindOf(order);
  if (kind !== "Expressions") throw unknownNode(`ORDER BY ${kind}`);
  const sorted = { ...level, prefersOutputs: true };
  return printOrder(env, value, sorted, (each, scope = sorted) => printExpression(env, each, scope));
}

function printLimit(env: Environment, node: unknown, level: Scope): string {
  const { kind, value } = kindOf(node);
  const count = (each: unknown) => {
    const text = printExpression(env, each, level);
    if (!/^(\d+|\?|\$\d+)$/.test(text)) throw costly("LIMIT and OFFSET take a number written out.");
    return text;
  };
  if (kind === "OffsetCommaLimit") {
    const { offset, limit } = fieldsOf(kind, value, ["offset", "limit"]);
    const start = count(offset);
    return ` LIMIT ${start}, ${count(limit)}`;
  }
  if (kind !== "LimitOffset") throw unknownNode(kind);
  const { limit, offset } = fieldsOf(kind, value, ["limit", "offset"]);
  const rows = offset ? fieldsOf("Offset", offset, ["value", "rows"]).value : null;
  return `${limit ? ` LIMIT ${count(limit)}` : ""}${rows ? ` OFFSET ${count(rows)}` : ""}`;
}

/** Every relation of a FROM clause must be tied to the others by a condition, unless it is a single row. */
function insistOnTies(env: Environment, { relations, groups }: Group): void {
  const leader = (each: (typeof relations)[number]): typeof each => {
    const above = groups.get(each);
    return above === undefined ? each : leader(above);
  };
  const apart = new Set(relations.filter(({ singleRow }) => !singleRow).map(leader));
  if (apart.size > 1)
    env.later ??= costly(
      `Nothing ties ${relations.map(({ alias }) => `"${alias}"`).join(" and ")} together, so every row would meet every other. Add the condition that joins them.`,
    );
}

function hasAggregate(env: Environment, projection: unknown): boolean {
  let found = false;
  visit(projection, (node) => {
    if ((node as { Subquery?: unknown }).Subquery) return false;
    const call = (node as { Function?: { name?: unknown; over?: unknown } }).Function;
    const [name] = list(call?.name) as Array<{ Identifier?: { value?: unknown } }>;
    if (call && !call.over && env.dialect.aggregates.has(String(name?.Identifier?.value).toLowerCase()))
      found = true;
    return !found;
  });
  return found;
}
