import type { Catalog } from "#lib/contracts/catalog.ts";
import type { AnswerBlock, Chart, Claim, Finding } from "#lib/contracts/evidence.ts";
import type { Parameter, Prediction, Reading, ReadingContext } from "#lib/contracts/reading.ts";
import type { StoredResult } from "#lib/contracts/statement.ts";

/** A draft of an answer: text with slots (`{{c1}}`) and the claims that fill them. Code renders and verifies both. */
export interface DraftAnswer {
  blocks: AnswerBlock[];
  claims: Claim[];
}

export interface SynthesisInput {
  question: string;
  reading: Reading;
  result: StoredResult;
  chart: Chart | null;
  findings: Finding[];
}

/**
 * What a node thinks comes from here; which node runs next never does. One method a task, each with its first caller.
 * Every method takes and returns plain data.
 */
export interface Reasoner {
  /** What the question means over this catalog. */
  understand(question: string, catalog: Catalog, context: ReadingContext): Promise<Prediction>;
  /** The statement for a reading, values as parameters. */
  draftSql(reading: Reading): Promise<{ sql: string; params: Parameter[] }>;
  synthesise(input: SynthesisInput): Promise<DraftAnswer>;
}
