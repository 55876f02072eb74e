import type { Environment } from "./environment.ts";
import type { Scope } from "./scope.ts";
import { fieldsOf, kindOf, unknownNode } from "./strict.ts";

type Print = (node: unknown, scope?: Scope) => string;

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** What stands between a function's parentheses. */
export function printArguments(
  env: Environment,
  called: string,
  node: unknown,
  scope: Scope,
  print: Print,
): { text: string; arguments: string[] } {
  const { kind, value } = kindOf(node);
  if (kind !== "List") throw unknownNode("a function's arguments");
  const { duplicate_treatment, args, clauses } = fieldsOf(kind, value, [
    "duplicate_treatment",
    "args",
    "clauses",
  ]);
  const printed = list(args).map((each) => {
    const argument = kindOf(each);
    if (argument.kind !== "Unnamed") throw unknownNode("a named argument");
    const inner = kindOf(argument.value);
    if (inner.kind === "Wildcard" && called === "count" && list(args).length === 1) return "*";
    if (inner.kind !== "Expr") throw unknownNode(`the argument ${inner.kind}`);
    return print(inner.value);
  });
  const distinct = duplicate_treatment === "Distinct" ? "DISTINCT " : "";
  const more = list(clauses).map((each) => {
    const clause = kindOf(each);
    if (clause.kind === "OrderBy") return ` ORDER BY ${printOrder(env, clause.value, scope, print)}`;
    if (clause.kind === "Separator" && env.dialect.name === "mysql")
      return ` SEPARATOR ${print({ Value: clause.value })}`;
    throw unknownNode(`a function's ${clause.kind}`);
  });
  return { text: `${distinct}${printed.join(", ")}${more.join("")}`, arguments: printed };
}

/** Keys of an order. */
export function printOrder(env: Environment, nodes: unknown, scope: Scope, print: Print): string {
  return list(nodes)
    .map((each) => {
      const { expr, options } = fieldsOf("OrderBy", each, ["expr", "options"]);
      const { asc, nulls_first } = fieldsOf("OrderBy", options ?? {}, ["asc", "nulls_first"]);
      const direction = asc === false ? " DESC" : asc === true ? " ASC" : "";
      const hasNulls = nulls_first === true || nulls_first === false;
      if (hasNulls && env.dialect.name === "mysql") throw unknownNode("NULLS FIRST or LAST");
      const nulls = hasNulls ? ` NULLS ${nulls_first ? "FIRST" : "LAST"}` : "";
      return `${print(expr, scope)}${direction}${nulls}`;
    })
    .join(", ");
}

/** The window that a function looks through: a name, or what it says in place. */
export function printOver(env: Environment, node: unknown, scope: Scope, print: Print): string {
  const { kind, value } = kindOf(node);
  if (kind === "NamedWindow")
    return env.quote(String(fieldsOf("name", value, ["value", "quote_style"]).value));
  if (kind !== "WindowSpec") throw unknownNode(kind);
  return `(${printWindow(env, value, scope, print)})`;
}
export function printWindow(env: Environment, node: unknown, scope: Scope, print: Print): string {
  const { window_name, partition_by, order_by, window_frame } = fieldsOf("WindowSpec", node, [
    "window_name",
    "partition_by",
    "order_by",
    "window_frame",
  ]);
  if (window_name) throw unknownNode("a window that rests on another");
  const parts: string[] = [];
  if (list(partition_by).length > 0)
    parts.push(
      `PARTITION BY ${list(partition_by)
        .map((each) => print(each, scope))
        .join(", ")}`,
    );
  if (list(order_by).length > 0) parts.push(`ORDER BY ${printOrder(env, order_by, scope, print)}`);
  if (window_frame) parts.push(printFrame(window_frame, scope, print));
  return parts.join(" ");
}

function printFrame(node: unknown, scope: Scope, print: Print): string {
  const { units, start_bound, end_bound } = fieldsOf("frame", node, ["units", "start_bound", "end_bound"]);
  const bound = (each: unknown) => {
    const { kind, value } = kindOf(each);
    if (kind === "CurrentRow") return "CURRENT ROW";
    if (kind !== "Preceding" && kind !== "Following") throw unknownNode(kind);
    return `${value ? print(value, scope) : "UNBOUNDED"} ${kind.toUpperCase()}`;
  };
  const unit = String(units).toUpperCase();
  if (!["ROWS", "RANGE", "GROUPS"].includes(unit)) throw unknownNode(`a frame of ${unit}`);
  return end_bound
    ? `${unit} BETWEEN ${bound(start_bound)} AND ${bound(end_bound)}`
    : `${unit} ${bound(start_bound)}`;
}
