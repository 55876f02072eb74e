import { GateFault } from "../fault.ts";
import type { TwoParserDialect } from "./dialects.ts";

/** What can be seen in a statement before any parser has touched it. */
export interface Lexed {
  /** Words outside of quotes and comments, lower case, in order. */
  words: string[];
  /** Statements that hold something. */
  statements: number;
}

/** Deeper than anything a person writes. A general parser may exhaust its stack, and is no use afterwards. */
const MAX_PARENTHESES = 60;
const MAX_TOKENS = 6_000;
/** Operators that stand in a row before one operand; each is a level of the tree. */
const MAX_PREFIXES = 20;

const TOKEN =
  /(\s+)|(--[^\n]*|#[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$))|('(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`(?:[^`]|``)*(?:`|$))|([\p{L}_@$][\p{L}\p{N}_$@]*)|([\d.]+)|([\s\S])/gu;

/**
 * Refuses what no parser should be given: comments that the engine executes, hints, depth and size that would exhaust a
 * parser. Counts words and statements, for a better sentence where a parser fails. Not a judge: quotes are read the
 * simple way.
 */
export function lex(sql: string, dialect: TwoParserDialect): Lexed {
  if (/\/\*M?!/i.test(sql))
    throw new GateFault(
      "syntax",
      "E_DIALECT",
      "Comments that begin with /*! are run by the database, so none is let through.",
    );
  if (sql.includes("/*+"))
    throw new GateFault(
      "safety",
      "E_NODE",
      "Hints to the database's planner are not allowed. Leave them out.",
    );
  const words: string[] = [];
  let [depth, tokens, statements, prefixes] = [0, 0, 0, 0];
  let fresh = true;
  for (const [text, space, comment, quoted, word, number] of sql.matchAll(TOKEN)) {
    if (
      space !== undefined ||
      (comment !== undefined && !(text.startsWith("#") && dialect.name === "duckdb"))
    )
      continue;
    if (text === ";") {
      fresh = true;
      continue;
    }
    if (fresh) statements += 1;
    fresh = false;
    tokens += 1;
    const isOperand = quoted !== undefined || number !== undefined;
    const prefix = word === undefined ? /^[-+~!]$/.test(text) : /^(not|case|interval|binary)$/i.test(text);
    prefixes = prefix ? prefixes + 1 : isOperand || word !== undefined ? 0 : prefixes;
    if (word !== undefined) words.push(word.toLowerCase());
    if (text === "(" || text === "[" || text === "{" || /^case$/i.test(text)) depth += 1;
    if (text === ")" || text === "]" || text === "}" || /^end$/i.test(text)) depth -= 1;
    if (depth > MAX_PARENTHESES || prefixes > MAX_PREFIXES)
      throw new GateFault("syntax", "E_SIZE", "The statement is nested too deeply to be checked.");
    if (tokens > MAX_TOKENS)
      throw new GateFault(
        "syntax",
        "E_SIZE",
        `The statement has more than ${MAX_TOKENS.toLocaleString("en")} words and signs.`,
      );
  }
  return { words, statements };
}

const READING = new Set(["select", "with", "from", "values"]);

/** Why a statement that does not parse is refused, as well as its words tell. */
export function unparsable({ words, statements }: Lexed, place: string): GateFault {
  if (words[0] !== undefined && !READING.has(words[0]))
    return new GateFault(
      "safety",
      "E_STMT_KIND",
      "Only a question that reads may run: this statement does something else.",
    );
  if (statements > 1)
    return new GateFault(
      "syntax",
      "E_STMT_COUNT",
      `These are ${statements} statements; exactly one may run.`,
    );
  const into = words.indexOf("into");
  if (into >= 0 && /^(outfile|dumpfile|@.*)$/.test(words[into + 1] ?? ""))
    return new GateFault("safety", "E_INTO", "INTO puts the result somewhere else. Only reading is allowed.");
  if (words.join(" ").includes("lock in share mode"))
    return new GateFault("safety", "E_LOCK", "LOCK IN SHARE MODE locks rows. Leave the clause out.");
  return new GateFault("syntax", "E_SYNTAX", `The statement is not valid SQL${place}.`);
}
