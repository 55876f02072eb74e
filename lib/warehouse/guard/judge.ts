import { createHash } from "node:crypto";
import type { Catalog } from "#lib/contracts/catalog.ts";
import type { Parameter } from "#lib/contracts/reading.ts";
import {
  type GateLayer,
  gateLayerSchema,
  type JudgedStatement,
  type LayerVerdict,
} from "#lib/contracts/statement.ts";
import type { BusinessRule } from "#lib/warehouse/policy.ts";
import { alignDates } from "./align.ts";
import { checkBusinessRules } from "./business-rules.ts";
import { GateFault } from "./fault.ts";
import { filteredColumns } from "./filtered-columns.ts";
import { markJudged } from "./judged.ts";
import { findMultipliedTotals } from "./meaning.ts";
import { type ParseTree, parseStatement, printStatement } from "./print.ts";
import { resolveNames } from "./resolve.ts";
import { checkSafety } from "./safety.ts";
import { tableIndex } from "./scope.ts";
import { checkShape } from "./shape.ts";
import { as, type Fields, literal, visit } from "./tree.ts";

const MAX_BYTES = 64 * 1024;

/** What a statement is judged against. */
export interface GateContext {
  /** Any name; one without a connector is refused whole. */
  dialect: string;
  /** What the asking role may read. */
  catalog: Catalog;
  /** Changes with the source's configuration; part of the hash, so that an approval does not outlive it. */
  sourceVersion: string;
  /** Rows after which a result is cut; becomes the LIMIT of a statement that has none. */
  maxRows: number;
  /** Rules of the business that the source's policy sets. */
  rules?: readonly BusinessRule[];
}

export interface Judgement {
  accepted: boolean;
  /** All five layers, in order; those after a failure are skipped. */
  layers: LayerVerdict[];
  /** Null where refused. */
  statement: JudgedStatement | null;
}

/**
 * The one door to a database: nothing that a model, a rule or a person wrote reaches one except through here.
 * Parses with the engine's grammar, checks five layers against allow-lists, prints the tree back and runs the print.
 * Never throws for a bad statement: the verdict says why, in words, with candidates where it can be mended.
 */
export async function judge(
  sql: string,
  given: readonly Parameter[],
  context: GateContext,
): Promise<Judgement> {
  const passed: LayerVerdict[] = [];
  const pass = (layer: GateLayer, sentence: string) => {
    passed.push({ layer, verdict: "passed", sentence, candidates: [] });
  };
  try {
    if (context.dialect !== "postgres")
      throw new GateFault(
        "syntax",
        "E_DIALECT",
        `Statements in the dialect "${context.dialect}" cannot be judged yet, so none is run.`,
      );
    const tree = await parseOne(sql);
    pass("syntax", "One statement, in the database's own grammar.");
    checkSafety(tree.stmts[0]!.stmt);
    const params = usedParameters(tree, given);
    pass("safety", "Only reads: every function, type and operator is on the list of known ones.");
    const select = as(tree.stmts[0]!.stmt, "SelectStmt")!;
    const { tables, columns, ...resolution } = resolveNames(select, tableIndex(context.catalog));
    pass(
      "schema",
      tables.size === 0 ? "Reads no table." : `Reads ${[...tables].join(", ")}, which your role may read.`,
    );
    const resolved = { tables, columns, ...resolution };
    const findings = findMultipliedTotals(select, resolved, context.catalog);
    checkBusinessRules(context.rules ?? [], { tables, filtered: filteredColumns(select, resolved) });
    pass("meaning", findings[0] ?? "No join multiplies a figure.");
    checkShape(select, resolved, params);
    alignDates(select, resolved);
    limitRows(select, context.maxRows);
    pass("shape", "Bounded: no endless recursion, every join has its condition, the rows are limited.");
    const text = printStatement(tree);
    const hash = statementHash(text, params, context);
    return {
      accepted: true,
      layers: passed,
      statement: markJudged({
        dialect: "postgres",
        text,
        params,
        hash,
        tables: [...tables],
        columns: [...columns],
        findings,
      }),
    };
  } catch (error) {
    return { accepted: false, layers: withFault(passed, asFault(error)), statement: null };
  }
}

/** A tree too deep to walk is refused like any other statement that cannot be judged. */
function asFault(error: unknown): GateFault {
  if (error instanceof GateFault) return error;
  if (error instanceof RangeError)
    return new GateFault("syntax", "E_SIZE", "The statement is nested too deeply to be checked.");
  throw error;
}

/** The first failed layer of a judgement. */
export function failure(judgement: Judgement): LayerVerdict | undefined {
  return judgement.layers.find((layer) => layer.verdict === "failed");
}

async function parseOne(sql: string): Promise<ParseTree> {
  if (Buffer.byteLength(sql) > MAX_BYTES)
    throw new GateFault("syntax", "E_SIZE", `The statement is larger than ${MAX_BYTES / 1024} KB.`);
  // The parser is a C program: a NUL byte would end the text it sees, but not the text that runs.
  if (sql.includes("\0"))
    throw new GateFault("syntax", "E_SYNTAX", "The statement contains a NUL character.");
  const tree = await parseStatement(sql);
  if (tree.stmts.length === 0) throw new GateFault("syntax", "E_SYNTAX", "The statement is empty.");
  if (tree.stmts.length > 1)
    throw new GateFault(
      "syntax",
      "E_STMT_COUNT",
      `These are ${tree.stmts.length} statements; exactly one may run.`,
    );
  return tree;
}

/**
 * The values the statement really uses, its placeholders renumbered to fit: an edit may have dropped some, and the
 * engine refuses a value it cannot give a type.
 */
function usedParameters(tree: ParseTree, given: readonly Parameter[]): Parameter[] {
  const used: number[] = [];
  visit(tree.stmts[0]!.stmt, (kind, fields) => {
    if (kind !== "ParamRef") return undefined;
    const number = Number(fields.number ?? 0);
    if (!(number >= 1 && number <= given.length))
      throw new GateFault("safety", "E_PARAM", `The placeholder $${number} has no value.`);
    if (!used.includes(number)) used.push(number);
    fields.number = used.indexOf(number) + 1;
    return undefined;
  });
  return used.map((number) => given[number - 1]!);
}

/** A result longer than what is stored is never fetched whole; one row more tells that it was cut. */
function limitRows(select: Fields, maxRows: number): void {
  if (select.limitCount && literal(select.limitCount) !== null) return;
  select.limitCount = { A_Const: { ival: { ival: maxRows + 1 } } };
  select.limitOption = "LIMIT_OPTION_COUNT";
}

/** An approval is bound to this: any change of what would run, where, or under which rules asks again. */
function statementHash(text: string, params: readonly Parameter[], context: GateContext): string {
  const bound = JSON.stringify([
    context.dialect,
    context.catalog.sourceId,
    context.sourceVersion,
    text,
    params,
    context.maxRows,
  ]);
  return createHash("sha256").update(bound).digest("hex");
}

function withFault(passed: LayerVerdict[], fault: GateFault): LayerVerdict[] {
  return gateLayerSchema.options.map((layer, position) => {
    const earlier = passed[position];
    // A round-trip failure belongs to the syntax layer but shows only at the end.
    if (fault.layer === layer)
      return {
        layer,
        verdict: "failed",
        code: fault.code,
        sentence: fault.message,
        candidates: fault.candidates,
      };
    return earlier ?? { layer, verdict: "skipped", sentence: "Not looked at.", candidates: [] };
  });
}
