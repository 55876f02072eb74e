import { init, parse as parseFirst } from "@guanmingchiu/sqlparser-ts";
import { type Dialect, parse as parseSecond } from "@polyglot-sql/sdk";
import { GateFault } from "../fault.ts";
import type { TwoParserDialect } from "./dialects.ts";
import { type Lexed, unparsable } from "./lexical.ts";

let loading: Promise<void> | null = null;

/** Loads the judging parser's WebAssembly, once a process. */
export function loadParsers(): Promise<void> {
  loading ??= init();
  return loading;
}

/** The judging parser's tree of the one statement there is. Throws `E_SYNTAX`, `E_STMT_COUNT` and the lexer's own. */
export function parseJudged(sql: string, dialect: TwoParserDialect, lexed: Lexed): unknown {
  const statements = statementsOf(sql, dialect.name, lexed);
  if (statements.length === 0) throw new GateFault("syntax", "E_SYNTAX", "The statement is empty.");
  if (statements.length > 1)
    throw new GateFault(
      "syntax",
      "E_STMT_COUNT",
      `These are ${statements.length} statements; exactly one may run.`,
    );
  return statements[0];
}

function statementsOf(sql: string, dialect: TwoParserDialect["name"], lexed: Lexed): unknown[] {
  try {
    return parseFirst(sql, dialect);
  } catch (cause) {
    const place = /at Line: (\d+), Column: (\d+)/.exec((cause as Error).message);
    throw unparsable(lexed, place ? ` at line ${place[1]}, column ${place[2]}` : "");
  }
}

/** What the second parser read, as far as the two have to agree on it. */
export interface SecondReading {
  /** Bare names in lower case; names of sub-queries left out. */
  tables: Set<string>;
  /** Functions that it has no node of its own for. */
  functions: Set<string>;
}

const READS = new Set(["select", "union", "intersect", "except", "values", "subquery", "paren", "with"]);
/** Nodes of the second parser that do something else than read. */
const DOES = new Set([
  "insert",
  "update",
  "delete",
  "merge",
  "create",
  "create_table",
  "drop",
  "drop_table",
  "alter",
  "copy",
  "attach",
  "detach",
  "install",
  "load",
  "pragma",
  "set_statement",
  "command",
  "use",
  "call",
  "into",
]);

/** Throws `E_DIALECT` where the second parser does not read one statement that only reads. */
export function parseSecondly(sql: string, dialect: TwoParserDialect): SecondReading {
  const disagree = (what: string) =>
    new GateFault(
      "syntax",
      "E_DIALECT",
      `The two readers of this dialect do not read the statement alike (${what}), so it is not run.`,
    );
  const result = parseSecond(sql, dialect.name as Dialect) as { success: boolean; ast?: unknown };
  const ast = Array.isArray(result.ast) ? result.ast : [];
  if (!result.success || ast.length !== 1) throw disagree("how many statements there are");
  const [kind] = Object.keys(ast[0] as object);
  if (!READS.has(kind ?? "")) throw disagree("whether it only reads");
  const found: SecondReading = { tables: new Set(), functions: new Set() };
  const withNames = new Set<string>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const each of node) visit(each);
      return;
    }
    if (!node || typeof node !== "object") return;
    for (const [key, value] of Object.entries(node)) {
      if (value === null || value === false || (Array.isArray(value) && value.length === 0)) continue;
      if (DOES.has(key)) throw disagree("whether it only reads");
      if (key === "table") collect(found.tables, nameIn(value));
      if (key === "function") collect(found.functions, nameIn(value));
      if (key === "ctes" && Array.isArray(value)) for (const each of value) collect(withNames, cteName(each));
      visit(value);
    }
  };
  visit(ast[0]);
  for (const name of withNames) found.tables.delete(name);
  return found;
}

function collect(names: Set<string>, name: string | null): void {
  if (name !== null) names.add(name.toLowerCase());
}

/** `{ name: "x" }` or `{ name: { name: "x" } }`; a qualifier of a column is a table's name as plain text. */
function nameIn(value: unknown): string | null {
  const name = (value as { name?: unknown } | null)?.name;
  if (typeof name === "string") return isTable(value) ? name : null;
  const inner = (name as { name?: unknown } | undefined)?.name;
  return typeof inner === "string" ? inner : null;
}

/** A function's node carries its arguments; an identifier has neither those nor a name below its name. */
function isTable(value: unknown): boolean {
  return "args" in (value as object);
}

function cteName(value: unknown): string | null {
  const alias = (value as { alias?: { name?: unknown } } | null)?.alias;
  return typeof alias?.name === "string" ? alias.name : null;
}
