import type { Catalog } from "#lib/contracts/catalog.ts";
import type { AnswerBlock, Claim, Finding } from "#lib/contracts/evidence.ts";
import type { Plan } from "#lib/contracts/plan.ts";
import type { Parameter, Prediction, Reading, ReadingContext } from "#lib/contracts/reading.ts";
import type { StoredRetrieval } from "#lib/contracts/retrieval.ts";
import type { StoredResult } from "#lib/contracts/statement.ts";
import type { Approach } from "../supervisor/approach.ts";

/** A draft of an answer: text with slots (`{{c1}}`) and the claims that fill them. Code renders and verifies both. */
export interface DraftAnswer {
  blocks: AnswerBlock[];
  claims: Claim[];
}

/** What kind of answer a question wants. */
export interface Intent {
  /** It asks why a figure is as it is, or what changed it. */
  cause: boolean;
  /** Which way the figure is said to have gone. */
  direction: "up" | "down" | null;
  /** It asks for a count, a total, a share or a comparison, which no text can be trusted to give. */
  figures: boolean;
  /** It asks how a figure will go on, for so many months. */
  forecast: { months: number } | null;
  /** It speaks of how something does, without naming a figure. */
  performance: boolean;
  /** It has two halves: one asks of rows, the other of what is written. */
  halves: { rows: string; texts: string } | null;
  /** It names papers: a policy, a memo, a report. */
  papers: boolean;
  /** It asks what happened, or for all there is to tell. */
  story: boolean;
  /** It asks for something good without saying by what measure. */
  vague: boolean;
}

/** Everything the steps of a run brought, for whoever writes the answer. */
export interface SynthesisInput {
  question: string;
  /** How the one query was read; null where there is none. */
  reading: Reading | null;
  approach: Approach | null;
  plan: Plan;
  /** Rows and computed tables by the step that brought them. */
  results: ReadonlyMap<string, StoredResult>;
  /** In the order of the steps. */
  retrievals: StoredRetrieval[];
  findings: Finding[];
  /** Why the tables alone do not answer it; empty where they do. */
  reason: string;
}

/**
 * What a node thinks comes from here; which node runs next never does. One method a task, each with its first caller.
 * Every method takes and returns plain data.
 */
export interface Reasoner {
  /** What the question means over this catalog. */
  understand(question: string, catalog: Catalog, context: ReadingContext): Promise<Prediction>;
  /** What kind of answer it wants. */
  intent(question: string): Promise<Intent>;
  /** The statement for a reading, values as parameters. */
  draftSql(reading: Reading): Promise<{ sql: string; params: Parameter[] }>;
  /** Whether what was found answers the question, rather than being what came nearest to it. */
  judgePassages(question: string, figures: boolean, retrievals: StoredRetrieval[]): Promise<boolean>;
  synthesise(input: SynthesisInput): Promise<DraftAnswer>;
}
