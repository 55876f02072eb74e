import type { Catalog } from "#lib/contracts/catalog.ts";
import type { Parameter } from "#lib/contracts/reading.ts";
import { GateFault } from "../fault.ts";
import type { TwoParserDialect } from "./dialects.ts";
import { Environment } from "./environment.ts";
import { lex } from "./lexical.ts";
import { loadParsers, parseJudged, parseSecondly } from "./parsers.ts";
import { printQuery } from "./query.ts";
import { kindOf, refused } from "./strict.ts";
import { visit } from "./ties.ts";

/** What a statement of such a dialect comes to. */
export interface TwoParserVerdict {
  text: string;
  params: Parameter[];
  tables: Set<string>;
  columns: Set<string>;
  filtered: Set<string>;
  findings: string[];
  /** The first fault of a layer after safety. */
  later: GateFault | null;
}

/**
 * Judges a statement by two general parsers, neither of which is the engine's own: both have to read one statement that
 * only reads, over the same tables. One walk over the first one's tree looks at every part and prints it, so that what
 * was not looked at cannot run; the print is read and printed again, and has to come out the same.
 * Throws the faults of the layers syntax and safety.
 */
export async function judgeByTwoParsers(
  sql: string,
  given: readonly Parameter[],
  { dialect, catalog, maxRows }: { dialect: TwoParserDialect; catalog: Catalog; maxRows: number },
): Promise<TwoParserVerdict> {
  await loadParsers();
  const lexed = lex(sql, dialect);
  const first = walk(parseJudged(sql, dialect, lexed), given, dialect, catalog, maxRows);
  const second = parseSecondly(sql, dialect);
  insistOnAgreement(first.env, second);
  if (first.env.later === null) {
    const again = walk(
      parseJudged(first.text, dialect, lex(first.text, dialect)),
      first.env.params,
      dialect,
      catalog,
      maxRows,
    );
    if (again.text !== first.text)
      throw new GateFault(
        "syntax",
        "E_ROUND_TRIP",
        "The statement could not be printed back unchanged, so it is not run.",
      );
  }
  const { params, tables, columns, filtered, findings, later } = first.env;
  return { text: first.text, params, tables, columns, filtered, findings: [...findings], later };
}

function walk(
  statement: unknown,
  given: readonly Parameter[],
  dialect: TwoParserDialect,
  catalog: Catalog,
  maxRows: number,
): { text: string; env: Environment } {
  const { kind, value } = kindOf(statement);
  if (kind !== "Query")
    throw refused("E_STMT_KIND", "Only a question that reads may run: this statement does something else.");
  const env = new Environment(dialect, catalog, given, marksOf(statement), printQuery);
  return { text: printQuery(env, value, null, maxRows).text, env };
}

/** Placeholders in the order of the text, which need not be that of the tree: `LIMIT ?, ?`. */
function marksOf(statement: unknown): Map<object, number> {
  const found: Array<{ node: object; at: number }> = [];
  visit(statement, (node) => {
    const { value, span } = node as {
      value?: { Placeholder?: unknown };
      span?: { start?: { line: number; column: number } };
    };
    if (value && typeof value === "object" && value.Placeholder === "?")
      found.push({ node, at: (span?.start?.line ?? 0) * 1e6 + (span?.start?.column ?? 0) });
    return undefined;
  });
  found.sort((a, b) => a.at - b.at);
  return new Map(found.map(({ node }, position) => [node, position + 1]));
}

/** Both saw the same tables, and the second no function that the first did not. */
function insistOnAgreement(env: Environment, second: { tables: Set<string>; functions: Set<string> }): void {
  const same =
    env.tableNames.size === second.tables.size &&
    [...second.tables].every((name) => env.tableNames.has(name));
  const known = [...second.functions].every((name) => env.functions.has(name));
  if (!same || !known)
    throw new GateFault(
      "syntax",
      "E_DIALECT",
      `The two readers of this dialect do not see the same ${same ? "functions" : "tables"}, so it is not run.`,
    );
}
