import { loadModule, parseSync, SqlError } from "libpg-query";
import { deparseSync } from "pgsql-deparser";
import { GateFault } from "./fault.ts";

export interface ParseTree {
  version: number;
  stmts: { stmt?: unknown; stmt_len?: number; stmt_location?: number }[];
}

/** Parses with PostgreSQL's own grammar. Throws `E_SYNTAX` with the place of the fault. */
export async function parseStatement(sql: string): Promise<ParseTree> {
  await loadModule();
  try {
    return parseSync(sql) as ParseTree;
  } catch (cause) {
    const position = cause instanceof SqlError ? cause.sqlDetails?.cursorPosition : undefined;
    const near =
      position === undefined ? "" : ` near “${sql.slice(Math.max(0, position), position + 20).trim()}”`;
    throw new GateFault("syntax", "E_SYNTAX", `The statement is not valid SQL${near}.`);
  }
}

/**
 * Prints the judged tree, parses it again and compares: the printed text is what runs, so it must mean exactly what
 * was judged. Throws `E_ROUND_TRIP` where it does not.
 */
export function printStatement(tree: ParseTree): string {
  const text = printTree(tree);
  if (text.length > MAX_PRINTED)
    throw new GateFault("syntax", "E_SIZE", "Written out with all its columns, the statement is too large.");
  const again = parseAgain(text);
  if (JSON.stringify(comparable(tree.stmts)) !== JSON.stringify(comparable(again?.stmts)))
    throw new GateFault(
      "syntax",
      "E_ROUND_TRIP",
      "The statement could not be printed back unchanged, so it is not run.",
    );
  return text;
}

const MAX_PRINTED = 256 * 1024;

/** A construct that the printer does not know is one that cannot be run. */
function printTree(tree: ParseTree): string {
  try {
    return deparseSync(tree as Parameters<typeof deparseSync>[0], { pretty: true }).replace(/;\s*$/, "");
  } catch {
    throw new GateFault(
      "syntax",
      "E_ROUND_TRIP",
      "The statement uses a form that cannot be printed back, so it is not run.",
    );
  }
}

/** Null where the print is no statement any more. */
function parseAgain(text: string): ParseTree | null {
  try {
    return parseSync(text) as ParseTree;
  } catch {
    return null;
  }
}

const PLACES = new Set([
  "location",
  "stmt_len",
  "stmt_location",
  "list_start",
  "list_end",
  "rexpr_list_start",
  "rexpr_list_end",
]);

/** The tree without positions, keys in order; a field that is absent and one that is empty are the same. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (!value || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !PLACES.has(key))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, comparable(each)]),
  );
}
