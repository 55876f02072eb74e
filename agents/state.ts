import { Annotation } from "@langchain/langgraph";
import type { Decision } from "#lib/contracts/catalog-changes.ts";
import type { Evidence, Finding } from "#lib/contracts/evidence.ts";
import type { Plan, PlanStep } from "#lib/contracts/plan.ts";
import type { Parameter, Prediction, Reading } from "#lib/contracts/reading.ts";
import type { Route } from "#lib/contracts/run.ts";
import type { Estimate, Price, Statement } from "#lib/contracts/statement.ts";
import type { Recalled } from "#lib/runs/recall.ts";
import type { Approach } from "./supervisor/approach.ts";

/** What was asked. The actor and the options stand on the run itself. */
export interface InputState {
  /** As it is read: what was asked, or what the asker answered when asked back. */
  question: string;
  /** ISO instant that stands for "now" throughout the run. */
  now: string;
  /** The conversation's questions before this one that it may go on from, oldest first. */
  previous: string[];
}

/** What the question was taken to mean. */
export interface AnalysisState {
  outcome: Prediction["outcome"];
  /** Why it was declined or asked. */
  reason: string;
  /** The best reading as a query; null where it is none. */
  reading: Reading | null;
  /** All that were found, the best first. */
  readings: Reading[];
  route: Route;
  /** How the route goes about it, where it takes several steps. */
  approach: Approach | null;
}

/** What an answer says about a join, to be remembered. */
export interface JoinAnswer {
  from: string[];
  to: string[];
  decision: Decision;
  /** The reading was chosen before: it goes on with that one. */
  keep: boolean;
}

/** A question back to the asker, and what each option would be read as. */
export interface Choice {
  id: string;
  question: string;
  options: Array<{
    id: string;
    label: string;
    detail: string | null;
    reading: Reading;
    /** It decides about a join rather than a reading. */
    join?: JoinAnswer;
  }>;
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
  /** The result that the same statement brought a short while ago: nothing has to be read. */
  recalled: Recalled | null;
}

/** ISO days, the end exclusive. */
export interface Period {
  from: string;
  to: string;
  label: string;
}

/** Why the run, or one step of it, does not go on as usual; the answer says it. */
export type Stop =
  | { kind: "refused_by_gate"; sentence: string }
  | { kind: "refused_by_cost"; sentence: string; smaller: string | null }
  | { kind: "timed_out"; sentence: string; smaller: string | null }
  /** The database's structure changed under it, and it does not fit any more. */
  | { kind: "outdated"; sentence: string }
  /** A step that only adds to the answer met a fault of the database. */
  | { kind: "failed"; sentence: string }
  | { kind: "rejected"; reason: string | null; mayHaveRun: boolean }
  | { kind: "expired"; mayHaveRun: boolean }
  | { kind: "unanswered" };

export interface ControlState {
  /** The plan's step whose rows are being read. */
  task: string | null;
  /** The period of a smaller question: a person asked for it, or cost did. */
  period: Period | null;
  /** The period was chosen to save cost, where the question named none. */
  narrowed: boolean;
  /** The person's last word, where it lets the run go on. */
  decision: "approve" | "smaller" | null;
  /** The outcome of the last execution could not be settled. */
  unsettled: boolean;
  /** A question to the asker that waits for an answer. */
  choice: Choice | null;
  /** The option that the asker chose, as it is to be run. */
  chosen: { label: string; reading: Reading; join?: JoinAnswer } | null;
  /** How often the asker was asked back. */
  askedBack: number;
  /** Steps whose statement was drafted again, since the structure had changed under it. */
  redrafted: string[];
  stop: Stop | null;
}

const replace = <T>(initial: () => T) => Annotation<T>({ reducer: (_, next) => next, default: initial });

/** Evidence is merged by id, so that a node that runs again after a crash adds nothing twice. */
function mergeEvidence(known: Evidence[], found: Evidence[]): Evidence[] {
  const byId = new Map([...known, ...found].map((each) => [each.id, each]));
  return [...byId.values()].sort((a, b) => a.step - b.step || a.id.localeCompare(b.id));
}

/** Each thing is said once, whichever step found it first. */
function mergeFindings(known: Finding[], found: Finding[]): Finding[] {
  return [...new Map([...known, ...found].map((each) => [each.sentence, each])).values()];
}

export const freshGovernance = (): GovernanceState => ({
  draft: null,
  statement: null,
  estimate: null,
  price: null,
  approvalId: null,
  smaller: null,
  recalled: null,
});

/** The state in groups; a node declares what it reads as `Pick<State, …>` and writes whole groups. */
export const StateAnnotation = Annotation.Root({
  input: Annotation<InputState>(),
  analysis: replace<AnalysisState | null>(() => null),
  plan: replace<Plan>(() => ({ since: 0, steps: [] })),
  evidence: Annotation<Evidence[]>({ reducer: mergeEvidence, default: () => [] }),
  findings: Annotation<Finding[]>({ reducer: mergeFindings, default: () => [] }),
  governance: replace<GovernanceState>(freshGovernance),
  control: replace<ControlState>(() => ({
    task: null,
    period: null,
    narrowed: false,
    decision: null,
    unsettled: false,
    choice: null,
    chosen: null,
    askedBack: 0,
    redrafted: [],
    stop: null,
  })),
});
export type State = typeof StateAnnotation.State;
export type Update = typeof StateAnnotation.Update;

/** The step whose rows are being read. */
export function currentStep({ plan, control }: Pick<State, "plan" | "control">) {
  const step = plan.steps.find(({ id }) => id === control.task);
  if (step?.kind !== "rows") throw new Error(`No step of rows is under way (${control.task ?? "none"}).`);
  return step;
}

/** A plan with one of its steps changed. */
export function withStep(plan: Plan, id: string, change: Partial<PlanStep>): Plan {
  return {
    ...plan,
    steps: plan.steps.map((step) => (step.id === id ? ({ ...step, ...change } as PlanStep) : step)),
  };
}
