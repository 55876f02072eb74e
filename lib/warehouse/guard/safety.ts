import type { GateCode } from "#lib/contracts/statement.ts";
import {
  COLLATIONS,
  FUNCTIONS,
  GROWING,
  MAX_GROWING_NESTED,
  MAX_INSERTED,
  MAX_PADDING,
  MAX_TEXT,
  MAX_TYPE_LENGTH,
  OPERATORS,
  PADDING,
  SAMPLE_METHODS,
  TABLE_FUNCTIONS,
  TYPES,
  VALUE_FUNCTIONS,
} from "./allowed.ts";
import { GateFault } from "./fault.ts";
import { GRAMMAR } from "./grammar.ts";
import { as, type Fields, list, literal, strings, unwrap, visit } from "./tree.ts";

/**
 * The safety layer: one select that only reads. Walks every key of the tree, wrapped or bare, against the grammar and
 * the allow-lists. Throws a `GateFault` at the first thing that is not on them.
 */
export function checkSafety(root: unknown): void {
  const node = unwrap(root);
  if (node?.kind !== "SelectStmt")
    throw refused("E_STMT_KIND", "Only a question that reads may run: this statement does something else.");
  checkNode(node.kind, node.fields);
}

/** Deeper than anything a person writes; a deeper tree would exhaust the stack of whoever walks it. */
const MAX_NESTING = 600;

function checkNode(kind: string, fields: Fields, depth = 0): void {
  if (depth > MAX_NESTING)
    throw new GateFault("syntax", "E_SIZE", "The statement is nested too deeply to be checked.");
  const grammar = GRAMMAR[kind];
  if (!grammar) throw unknownNode(kind);
  for (const [field, value] of Object.entries(fields)) checkField(kind, field, value, grammar[field], depth);
  CHECKS[kind]?.(fields);
}

function checkField(
  kind: string,
  field: string,
  value: unknown,
  expected: string | undefined,
  depth: number,
): void {
  if (expected === undefined) throw unknownField(kind, field);
  if (expected === "raw") return;
  if (expected === "s") {
    if (value !== null && typeof value === "object") throw unknownField(kind, field);
  } else if (expected === "N") {
    if (!Array.isArray(value)) throw unknownField(kind, field);
    for (const each of value) checkWrapped(kind, field, each, depth);
  } else if (expected === "n") {
    checkWrapped(kind, field, value, depth);
  } else {
    if (!value || typeof value !== "object") throw unknownField(kind, field);
    checkNode(expected.slice(1), value as Fields, depth + 1);
  }
}

function checkWrapped(kind: string, field: string, value: unknown, depth: number): void {
  // A missing list entry (plain DISTINCT, a function without column list) is printed as `{}`.
  if (value && typeof value === "object" && Object.keys(value).length === 0) return;
  const node = unwrap(value);
  if (!node) throw unknownField(kind, field);
  checkNode(node.kind, node.fields, depth + 1);
}

const CHECKS: Record<string, (fields: Fields) => void> = {
  FuncCall: checkFunction,
  RangeFunction: checkTableFunction,
  TypeName: checkType,
  A_Expr: (fields) => checkOperator(fields.name),
  A_Const: (fields) => {
    const text = literal({ A_Const: fields });
    if (typeof text === "string" && text.length > MAX_TEXT)
      throw refused(
        "E_SIZE",
        `A text in a statement may have at most ${MAX_TEXT.toLocaleString("en")} characters.`,
      );
  },
  SubLink: (fields) => {
    if (fields.operName) checkOperator(fields.operName);
  },
  SortBy: (fields) => {
    if (fields.useOp) checkOperator(fields.useOp);
  },
  SQLValueFunction: ({ op }) => {
    if (!VALUE_FUNCTIONS.has(String(op)))
      throw refused(
        "E_FUNC",
        "The statement asks the database about itself or its users, which is not data.",
      );
  },
  A_Indirection: ({ indirection }) => {
    if (list(indirection).some((each) => !as(each, "A_Indices")))
      throw refused(
        "E_ATTR",
        "A name behind an expression is a hidden function call. Write the column with its table instead.",
      );
  },
  CollateClause: ({ collname }) => {
    const name = strings(collname).at(-1) ?? "";
    if (!COLLATIONS.has(name))
      throw refused("E_TYPE", `The sort order "${name}" is not on the list of known ones.`);
  },
  RangeTableSample: ({ method }) => {
    const name = strings(method).join(".");
    if (!SAMPLE_METHODS.has(name)) throw refused("E_FUNC", `The sampling method "${name}" is not allowed.`);
  },
};

function functionName(fields: Fields): string {
  const name = strings(fields.funcname);
  if (name.length === 1) return name[0]!;
  return name.length === 2 && name[0] === "pg_catalog" ? name[1]! : name.join(".");
}

function checkFunction(fields: Fields): void {
  const name = functionName(fields);
  if (!FUNCTIONS.has(name))
    throw refused("E_FUNC", `The function "${name}" is not among those that only compute. Leave it out.`);
  if (GROWING.has(name)) checkGrowth(name, fields);
  if (PADDING.has(name)) {
    const length = literal(list(fields.args)[1]);
    if (typeof length !== "number" || length > MAX_PADDING)
      throw refused("E_FUNC", `"${name}" needs a length written out, of at most ${MAX_PADDING}.`);
  }
}

/** What is put in must be short, and such calls may not stand in each other: each would multiply what the last made. */
function checkGrowth(name: string, fields: Fields): void {
  for (const argument of list(fields.args).slice(1)) {
    const text = literal(argument);
    if (typeof text === "string" && text.length > MAX_INSERTED)
      throw refused("E_FUNC", `What "${name}" puts in may have at most ${MAX_INSERTED} characters.`);
  }
  let nested = 0;
  visit(fields.args, (kind, inner) => {
    if (kind === "FuncCall" && GROWING.has(functionName(inner))) nested += 1;
    return undefined;
  });
  if (nested > MAX_GROWING_NESTED)
    throw refused(
      "E_FUNC",
      `"${name}" stands in too many calls of its kind. At most ${MAX_GROWING_NESTED + 1} may nest.`,
    );
}

function checkTableFunction(fields: Fields): void {
  for (const each of list(fields.functions)) {
    const call = as(list(as(each, "List")?.items)[0], "FuncCall");
    const name = call ? functionName(call) : "an expression";
    if (!call || !TABLE_FUNCTIONS.has(name))
      throw refused("E_FUNC", `"${name}" cannot stand in the place of a table.`);
  }
}

function checkType(fields: Fields): void {
  const names = strings(fields.names);
  const name = names.at(-1) ?? "";
  const known = names.length === 1 || (names.length === 2 && names[0] === "pg_catalog");
  for (const length of list(fields.typmods).map(literal))
    if (typeof length === "number" && length > MAX_TYPE_LENGTH)
      throw refused("E_TYPE", `A type's length may be at most ${MAX_TYPE_LENGTH.toLocaleString("en")}.`);
  if (!known || !TYPES.has(name))
    throw refused("E_TYPE", `A conversion to the type "${names.join(".")}" is not allowed.`);
}

function checkOperator(name: unknown): void {
  const names = strings(name);
  const operator = names.at(-1) ?? "";
  const known = names.length === 1 || (names.length === 2 && names[0] === "pg_catalog");
  const worded = /^(NOT )?(BETWEEN|BETWEEN SYMMETRIC)$/.test(operator);
  if (!known || !(OPERATORS.has(operator) || worded))
    throw refused("E_OPERATOR", `The operator "${names.join(".")}" is not among those that only compute.`);
}

const WRITES = new Set(["InsertStmt", "UpdateStmt", "DeleteStmt", "MergeStmt"]);

function unknownNode(kind: string): GateFault {
  if (WRITES.has(kind))
    return refused(
      "E_NESTED_WRITE",
      "The statement changes data inside a sub-query. Only reading is allowed.",
    );
  return refused("E_NODE", `The statement uses a construct (${kind}) that is not on the list of known ones.`);
}

function unknownField(kind: string, field: string): GateFault {
  if (field === "intoClause")
    return refused("E_INTO", "SELECT INTO makes a new table. Only reading is allowed.");
  if (field === "lockingClause")
    return refused("E_LOCK", "FOR UPDATE and its kin lock rows. Leave the clause out.");
  if (field === "catalogname")
    return refused("E_SCHEMA", "A table of another database cannot be read from here.");
  return refused(
    "E_NODE",
    `The statement uses a construct (${kind}.${field}) that is not on the list of known ones.`,
  );
}

function refused(code: GateCode, sentence: string): GateFault {
  return new GateFault("safety", code, sentence);
}
