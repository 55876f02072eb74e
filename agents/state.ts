import { Annotation } from "@langchain/langgraph";
import type { Evidence, Finding } from "#lib/contracts/evidence.ts";
import type { Parameter, Prediction, Reading } from "#lib/contracts/reading.ts";
import type { Route } from "#lib/contracts/run.ts";
import type { Estimate, Price, Statement } from "#lib/contracts/statement.ts";

/** What was asked. The actor and the options stand on the run itself. */
export interface InputState {
  question: string;
  /** ISO instant that stands for "now" throughout the run. */
  now: string;
}

/** What the question was taken to mean. */
export interface AnalysisState {
  outcome: Prediction["outcome"];
  /** Why it was declined or asked. */
  reason: string;
  reading: Reading | null;
  /** Other readings, in words. */
  others: string[];
  route: Route;
}

/** The statement on its way to a database, and who let it pass. */
export interface GovernanceState {
  draft: { sql: string; params: Parameter[] } | null;
  statement: Statement | null;
  estimate: Estimate | null;
  price: Price | null;
  approvalId: string | null;
  /** The shorter period that was offered with the approval. */
  smaller: Period | null;
}

/** ISO days, the end exclusive. */
export interface Period {
  from: string;
  to: string;
  label: string;
}

/** Why the run does not go on as usual; the answer says it. */
export type Stop =
  | { kind: "refused_by_gate"; sentence: string }
  | { kind: "refused_by_cost"; sentence: string; smaller: string | null }
  | { kind: "rejected"; reason: string | null; mayHaveRun: boolean }
  | { kind: "expired"; mayHaveRun: boolean };

export interface ControlState {
  /** The period of a smaller question, once a person asked for it. */
  period: Period | null;
  /** The person's last word, where it lets the run go on. */
  decision: "approve" | "smaller" | null;
  /** The outcome of the last execution could not be settled. */
  unsettled: boolean;
  stop: Stop | null;
}

const replace = <T>(initial: () => T) => Annotation<T>({ reducer: (_, next) => next, default: initial });

/** Evidence is merged by id, so that a node that runs again after a crash adds nothing twice. */
function mergeEvidence(known: Evidence[], found: Evidence[]): Evidence[] {
  const byId = new Map([...known, ...found].map((each) => [each.id, each]));
  return [...byId.values()].sort((a, b) => a.step - b.step || a.id.localeCompare(b.id));
}

/** The state in groups; a node declares what it reads as `Pick<State, …>` and writes whole groups. */
export const StateAnnotation = Annotation.Root({
  input: Annotation<InputState>(),
  analysis: replace<AnalysisState | null>(() => null),
  evidence: Annotation<Evidence[]>({ reducer: mergeEvidence, default: () => [] }),
  findings: replace<Finding[]>(() => []),
  governance: replace<GovernanceState>(() => ({
    draft: null,
    statement: null,
    estimate: null,
    price: null,
    approvalId: null,
    smaller: null,
  })),
  control: replace<ControlState>(() => ({ period: null, decision: null, unsettled: false, stop: null })),
});
export type State = typeof StateAnnotation.State;
export type Update = typeof StateAnnotation.Update;
