import { MAX_PADDING, PADDING } from "../allowed.ts";
import type { Environment } from "./environment.ts";
import { printArguments, printOrder, printOver } from "./functions.ts";
import { columnNamed, type Scope } from "./scope.ts";
import { fieldsOf, kindOf, refused, unknownNode } from "./strict.ts";
import { printInterval, printType, unitOf } from "./types.ts";
import { printNumber, printString } from "./values.ts";

type Print = (env: Environment, value: unknown, scope: Scope, node: unknown) => string;

/** Prints an expression of which every part is on the list of known ones. Throws the refusal of the first that is not. */
export function printExpression(env: Environment, node: unknown, scope: Scope): string {
  const { kind, value } = kindOf(node);
  const print = PRINTERS[kind];
  if (!print) throw unknownNode(kind);
  return print(env, value, scope, node);
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function all(env: Environment, nodes: unknown, scope: Scope): string {
  return list(nodes)
    .map((each) => printExpression(env, each, scope))
    .join(", ");
}

/** `{ negated, expr, … }` of a predicate. */
function predicate(kind: string, value: unknown, more: readonly string[]) {
  return fieldsOf(kind, value, ["expr", "negated", ...more]);
}

const not = (negated: unknown) => (negated === true ? "NOT " : "");

const suffix =
  (text: string): Print =>
  (env, value, scope) =>
    `${printExpression(env, value, scope)} ${text}`;

const like =
  (word: string): Print =>
  (env, value, scope) => {
    const { expr, negated, pattern, escape_char } = predicate(word, value, ["pattern", "escape_char"]);
    const escaping = escape_char ? ` ESCAPE ${printExpression(env, { Value: escape_char }, scope)}` : "";
    return `${printExpression(env, expr, scope)} ${not(negated)}${word} ${printExpression(env, pattern, scope)}${escaping}`;
  };

const distinctFrom =
  (text: string): Print =>
  (env, value, scope) => {
    const [left, right] = list(value);
    return `${printExpression(env, left, scope)} ${text} ${printExpression(env, right, scope)}`;
  };

const grouping =
  (word: string): Print =>
  (env, value, scope) =>
    `${word} (${list(value)
      .map((set) => `(${all(env, set, scope)})`)
      .join(", ")})`;

const rounding =
  (word: string): Print =>
  (env, value, scope) => {
    const { expr, field } = fieldsOf(word, value, ["expr", "field"]);
    if (!JSON.stringify(field ?? "NoDateTime").includes("NoDateTime")) throw unknownNode(`${word} TO`);
    env.functions.add(word.toLowerCase());
    return `${word}(${printExpression(env, expr, scope)})`;
  };

const quantified =
  (word: string): Print =>
  (env, value, scope) => {
    const { left, compare_op, right } = fieldsOf(word, value, ["left", "compare_op", "right", "is_some"]);
    const subquery = kindOf(right);
    if (subquery.kind !== "Subquery") throw unknownNode(`${word} over a list`);
    return `${printExpression(env, left, scope)} ${operator(env, compare_op)} ${word} (${env.query(subquery.value, scope).text})`;
  };

function operator(env: Environment, op: unknown): string {
  if (op === "And" || op === "Or") return op.toUpperCase();
  const text = typeof op === "string" ? env.dialect.operators[op] : undefined;
  if (text === undefined)
    throw refused(
      "E_OPERATOR",
      `The operator ${typeof op === "string" ? op : ""} is not on the list of known ones.`,
    );
  return text;
}

/** A name within an expression: a column, an output of this level, or a field within a column. */
function printName(env: Environment, names: string[], node: object, scope: Scope): string {
  if (names.some((name) => name.startsWith("@")))
    throw refused("E_FUNC", "Variables of the session and settings of the server are not read.");
  const found = env.postponing(() => columnNamed(names, scope), undefined);
  if (found === undefined) return "NULL";
  if (found === null) return env.quote(names[0]!);
  env.references.set(node, found);
  const { relation, column, fields } = found;
  if (column.id !== undefined) env.columns.add(column.id);
  if (fields.length > 0 && env.dialect.name !== "duckdb") throw unknownNode("a field of a column");
  const own =
    names.length === 1 && scope.merged.has(names[0]!.toLowerCase())
      ? env.quote(column.name)
      : env.columnText(relation, column);
  return own + fields.map((field) => `.${env.quote(field)}`).join("");
}

/** The text of an identifier in the quotes of the dialect, or in none. */
export function nameOf(env: Environment, ident: unknown): string {
  const { value, quote_style } = fieldsOf("name", ident, ["value", "quote_style"]);
  if (quote_style !== undefined && quote_style !== null && quote_style !== env.dialect.quote)
    throw refused(
      "E_TABLE",
      `'${String(value)}' is a text where a name should stand; files are not read by name.`,
    );
  return String(value);
}

/** `t.x[1].field`: the first parts are a name, what follows reaches into the value. */
function printAccess(env: Environment, value: unknown, scope: Scope): string {
  const { root, access_chain } = fieldsOf("access", value, ["root", "access_chain"]);
  const chain = list(access_chain).map(kindOf);
  const start = kindOf(root);
  let text: string;
  let at = 0;
  if (start.kind === "Identifier") {
    const names = [nameOf(env, start.value)];
    for (; chain[at]?.kind === "Dot"; at++) {
      const dotted = kindOf(chain[at]!.value);
      if (dotted.kind !== "Identifier")
        throw refused("E_ATTR", "A function is called with a dot, which is not allowed.");
      names.push(nameOf(env, dotted.value));
    }
    text = printName(env, names, start.value as object, scope);
  } else text = printExpression(env, root, scope);
  for (const step of chain.slice(at)) {
    if (step.kind === "Dot") {
      const dotted = kindOf(step.value);
      if (dotted.kind !== "Identifier")
        throw refused("E_ATTR", "A function is called with a dot, which is not allowed.");
      text += `.${env.quote(nameOf(env, dotted.value))}`;
    } else if (step.kind === "Subscript") text += printSubscript(env, step.value, scope);
    else throw unknownNode(step.kind);
  }
  return text;
}

function printSubscript(env: Environment, node: unknown, scope: Scope): string {
  const { kind, value } = kindOf(node);
  if (kind === "Index") return `[${printExpression(env, fieldsOf(kind, value, ["index"]).index, scope)}]`;
  if (kind !== "Slice") throw unknownNode(kind);
  const { lower_bound, upper_bound } = fieldsOf(kind, value, ["lower_bound", "upper_bound"]);
  const edge = (bound: unknown) => (bound ? printExpression(env, bound, scope) : "");
  return `[${edge(lower_bound)}:${edge(upper_bound)}]`;
}

const PRINTERS: Readonly<Record<string, Print>> = {
  Identifier: (env, value, scope) => printName(env, [nameOf(env, value)], value as object, scope),
  CompoundIdentifier: (env, value, scope) =>
    printName(
      env,
      list(value).map((each) => nameOf(env, each)),
      value as object,
      scope,
    ),
  CompoundFieldAccess: (env, value, scope) => {
    if (env.dialect.name !== "duckdb") throw unknownNode("CompoundFieldAccess");
    return printAccess(env, value, scope);
  },
  Nested: (env, value, scope) => `(${printExpression(env, value, scope)})`,
  Value: (env, value) => printValue(env, value),
  TypedString: (_env, value) => {
    const { data_type, value: text } = fieldsOf("TypedString", value, ["data_type", "value"]);
    const { kind } = kindOf(data_type);
    const quoted = kindOf((text as { value?: unknown }).value);
    if (!["Date", "Time", "Timestamp", "Datetime"].includes(kind) || quoted.kind !== "SingleQuotedString")
      throw refused("E_TYPE", "A value is written with a type that is not on the list of known ones.");
    const word = kind === "Datetime" ? "TIMESTAMP" : kind.toUpperCase();
    if (!/^[\d\s:.+TZ-]*$/.test(String(quoted.value)))
      throw refused("E_TYPE", "A date is not written as one.");
    return `${word} '${String(quoted.value)}'`;
  },
  IsNull: suffix("IS NULL"),
  IsNotNull: suffix("IS NOT NULL"),
  IsTrue: suffix("IS TRUE"),
  IsNotTrue: suffix("IS NOT TRUE"),
  IsFalse: suffix("IS FALSE"),
  IsNotFalse: suffix("IS NOT FALSE"),
  IsUnknown: suffix("IS NULL"),
  IsNotUnknown: suffix("IS NOT NULL"),
  IsDistinctFrom: distinctFrom("IS DISTINCT FROM"),
  IsNotDistinctFrom: distinctFrom("IS NOT DISTINCT FROM"),
  BinaryOp: (env, value, scope) => {
    const { left, op, right } = fieldsOf("BinaryOp", value, ["left", "op", "right"]);
    return `${printExpression(env, left, scope)} ${operator(env, op)} ${printExpression(env, right, scope)}`;
  },
  UnaryOp: (env, value, scope) => {
    const { op, expr } = fieldsOf("UnaryOp", value, ["op", "expr"]);
    const text = ({ Minus: "- ", Plus: "+ ", Not: "NOT " } as Record<string, string>)[String(op)];
    if (text === undefined)
      throw refused("E_OPERATOR", "A sign before a value is not on the list of known ones.");
    return `${text}${printExpression(env, expr, scope)}`;
  },
  InList: (env, value, scope) => {
    const { expr, negated, list: items } = predicate("InList", value, ["list"]);
    return `${printExpression(env, expr, scope)} ${not(negated)}IN (${all(env, items, scope)})`;
  },
  InSubquery: (env, value, scope) => {
    const { expr, negated, subquery } = predicate("InSubquery", value, ["subquery"]);
    return `${printExpression(env, expr, scope)} ${not(negated)}IN (${env.query(subquery, scope).text})`;
  },
  Between: (env, value, scope) => {
    const { expr, negated, low, high } = predicate("Between", value, ["low", "high"]);
    return `${printExpression(env, expr, scope)} ${not(negated)}BETWEEN ${printExpression(env, low, scope)} AND ${printExpression(env, high, scope)}`;
  },
  Like: like("LIKE"),
  ILike: (env, value, scope, node) => {
    if (env.dialect.name !== "duckdb") throw unknownNode("ILIKE");
    return like("ILIKE")(env, value, scope, node);
  },
  RLike: (env, value, scope) => {
    if (env.dialect.name !== "mysql") throw unknownNode("RLIKE");
    const { expr, negated, pattern } = predicate("RLike", value, ["pattern", "regexp"]);
    return `${printExpression(env, expr, scope)} ${not(negated)}REGEXP ${printExpression(env, pattern, scope)}`;
  },
  AnyOp: quantified("ANY"),
  AllOp: quantified("ALL"),
  Exists: (env, value, scope) => {
    const { subquery, negated } = fieldsOf("Exists", value, ["subquery", "negated"]);
    return `${not(negated)}EXISTS (${env.query(subquery, scope).text})`;
  },
  Subquery: (env, value, scope) => `(${env.query(value, scope).text})`,
  Tuple: (env, value, scope) => `(${all(env, value, scope)})`,
  Array: (env, value, scope) => {
    if (env.dialect.name !== "duckdb") throw unknownNode("Array");
    return `[${all(env, fieldsOf("Array", value, ["elem", "named"]).elem, scope)}]`;
  },
  Case: (env, value, scope) => {
    const { operand, conditions, else_result } = fieldsOf("Case", value, [
      "operand",
      "conditions",
      "else_result",
    ]);
    const branches = list(conditions).map((each) => {
      const { condition, result } = fieldsOf("When", each, ["condition", "result"]);
      return `WHEN ${printExpression(env, condition, scope)} THEN ${printExpression(env, result, scope)}`;
    });
    const subject = operand ? ` ${printExpression(env, operand, scope)}` : "";
    const rest = else_result ? ` ELSE ${printExpression(env, else_result, scope)}` : "";
    return `CASE${subject} ${branches.join(" ")}${rest} END`;
  },
  Cast: (env, value, scope) => {
    const { kind, expr, data_type } = fieldsOf("Cast", value, ["kind", "expr", "data_type"]);
    const word = kind === "TryCast" ? "TRY_CAST" : "CAST";
    if (word === "TRY_CAST" && env.dialect.name !== "duckdb") throw unknownNode("TRY_CAST");
    return `${word}(${printExpression(env, expr, scope)} AS ${printType(env, data_type)})`;
  },
  Extract: (env, value, scope) => {
    const { field, expr } = fieldsOf("Extract", value, ["field", "syntax", "expr"]);
    env.functions.add("extract");
    return `EXTRACT(${unitOf(field)} FROM ${printExpression(env, expr, scope)})`;
  },
  Interval: (env, value, scope) => printInterval(env, value, (node) => printExpression(env, node, scope)),
  AtTimeZone: (env, value, scope) => {
    if (env.dialect.name !== "duckdb") throw unknownNode("AT TIME ZONE");
    const { timestamp, time_zone } = fieldsOf("AtTimeZone", value, ["timestamp", "time_zone"]);
    return `${printExpression(env, timestamp, scope)} AT TIME ZONE ${printExpression(env, time_zone, scope)}`;
  },
  Collate: (env, value, scope) => {
    const { expr, collation } = fieldsOf("Collate", value, ["expr", "collation"]);
    const names = list(collation).map((each) => nameOf(env, kindOf(each).value).toLowerCase());
    if (names.length !== 1 || !env.dialect.collations.has(names[0]!))
      throw refused("E_TYPE", "The collation is not on the list of known ones.");
    return `${printExpression(env, expr, scope)} COLLATE ${names[0]}`;
  },
  Ceil: rounding("CEIL"),
  Floor: rounding("FLOOR"),
  Position: (env, value, scope) => {
    const fields = fieldsOf("Position", value, ["expr", "in"]);
    env.functions.add("position");
    return `POSITION(${printExpression(env, fields.expr, scope)} IN ${printExpression(env, fields.in, scope)})`;
  },
  Substring: (env, value, scope) => {
    const { expr, substring_from, substring_for } = fieldsOf("Substring", value, [
      "expr",
      "substring_from",
      "substring_for",
      "special",
      "shorthand",
    ]);
    env.functions.add("substring");
    const parts = [expr, substring_from, substring_for].filter((each) => each);
    return `SUBSTRING(${all(env, parts, scope)})`;
  },
  Trim: (env, value, scope) => {
    const { expr, trim_where, trim_what } = fieldsOf("Trim", value, ["expr", "trim_where", "trim_what"]);
    env.functions.add("trim");
    const where = typeof trim_where === "string" ? trim_where.toUpperCase() : "";
    if (!["", "BOTH", "LEADING", "TRAILING"].includes(where)) throw unknownNode("TRIM");
    const what = trim_what ? printExpression(env, trim_what, scope) : "";
    const from = where || what ? `${[where, what].filter((each) => each).join(" ")} FROM ` : "";
    return `TRIM(${from}${printExpression(env, expr, scope)})`;
  },
  GroupingSets: grouping("GROUPING SETS"),
  Rollup: grouping("ROLLUP"),
  Cube: grouping("CUBE"),
  Function: (env, value, scope) => printFunction(env, value, scope),
};

function printValue(env: Environment, node: unknown): string {
  const { kind, value } = kindOf(fieldsOf("Value", node, ["value"]).value);
  switch (kind) {
    case "Number":
      return printNumber(value);
    case "SingleQuotedString":
      return printString(String(value), env.dialect);
    case "DoubleQuotedString":
      if (env.dialect.name === "mysql") return printString(String(value), env.dialect);
      throw unknownNode(kind);
    case "Boolean":
      return value === true ? "TRUE" : "FALSE";
    case "Null":
      return "NULL";
    case "Placeholder":
      return env.placeholder(String(value), node as object);
    default:
      throw unknownNode(kind);
  }
}

/** Functions that stand without parentheses. */
const BARE = new Set(["current_date", "current_time", "current_timestamp", "localtime", "localtimestamp"]);

function printFunction(env: Environment, node: unknown, scope: Scope): string {
  const { name, args, filter, over, within_group, null_treatment } = fieldsOf("Function", node, [
    "name",
    "args",
    "parameters",
    "filter",
    "over",
    "within_group",
    "null_treatment",
  ]);
  const names = list(name).map((each) => nameOf(env, kindOf(each).value));
  const called = names.join(".").toLowerCase();
  const { functions, aggregates } = env.dialect;
  if (names.length !== 1 || !(functions.has(called) || aggregates.has(called)))
    throw refused("E_FUNC", `The function ${called} is not on the list of functions that only read.`);
  if ((node as { parameters?: unknown }).parameters !== "None") throw unknownNode("parameters of a function");
  env.functions.add(called);
  if (args === "None") {
    if (!BARE.has(called)) throw unknownNode("a function without arguments");
    return called.toUpperCase();
  }
  const print = (each: unknown, level = scope) => printExpression(env, each, level);
  const printed = printArguments(env, called, args, scope, print);
  if (PADDING.has(called)) {
    const length = Number(printed.arguments[1]);
    if (!(length <= MAX_PADDING))
      throw refused("E_COST", `${called} needs a length written out, of at most ${MAX_PADDING}.`);
  }
  const nulls =
    null_treatment === "IgnoreNulls"
      ? " IGNORE NULLS"
      : null_treatment === "RespectNulls"
        ? " RESPECT NULLS"
        : "";
  const within =
    list(within_group).length > 0
      ? ` WITHIN GROUP (ORDER BY ${printOrder(env, within_group, scope, print)})`
      : "";
  const filtered = filter ? ` FILTER (WHERE ${print(filter)})` : "";
  const window = over ? ` OVER ${printOver(env, over, scope, print)}` : "";
  return `${called}(${printed.text}${nulls})${within}${filtered}${window}`;
}
