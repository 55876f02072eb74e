import { Annotation, END, Send, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { respond } from "./answer/respond.ts";
import type { Services } from "./node.ts";
import { ofPlan, readySteps } from "./plan-progress.ts";
import { type State, StateAnnotation } from "./state.ts";
import { clarify } from "./supervisor/clarify.ts";
import { collect } from "./supervisor/collect.ts";
import { intake } from "./supervisor/intake.ts";
import { understand } from "./supervisor/understand.ts";
import { retrieve } from "./workers/documents/retrieve.ts";
import { approve } from "./workers/sql/approve.ts";
import { draft } from "./workers/sql/draft.ts";
import { estimate } from "./workers/sql/estimate.ts";
import { execute } from "./workers/sql/execute.ts";
import { guard } from "./workers/sql/guard.ts";
import { validate } from "./workers/sql/validate.ts";

/** What nodes may use, handed in with each invocation. */
const ContextAnnotation = Annotation.Root({ services: Annotation<Services>() });

/**
 * The whole topology. Which node runs next is a pure function of the state; what a node thinks comes from a reasoner.
 *
 *   intake → understand ⇄ clarify
 *              │
 *              ├─ declined ─────────────────────────────────────────────────────────────┐
 *              ├─ rows:     draft → guard → estimate → (approve) → execute → validate ─┐ │
 *              └─ passages: retrieve ──────────────────────────────────────────────────┤ │
 *                              ▲  ▲                                                    │ │
 *                              └──┴────────────── collect ◀── more steps ──────────────┤ │
 *                                                                                      ▼ ▼
 *                                                                                    respond
 *
 * One query takes nine supersteps at most. A plan of several steps goes round by `collect`, which computes and plans;
 * rows and passages that do not depend on each other are taken side by side.
 */
export function buildGraph(checkpointer: BaseCheckpointSaver) {
  return new StateGraph(StateAnnotation, ContextAnnotation)
    .addNode("intake", intake)
    .addNode("understand", understand)
    .addNode("clarify", clarify)
    .addNode("draft", draft)
    .addNode("guard", guard)
    .addNode("estimate", estimate)
    .addNode("approve", approve)
    .addNode("execute", execute)
    .addNode("validate", validate)
    .addNode("retrieve", retrieve)
    .addNode("collect", collect)
    .addNode("respond", respond)
    .addEdge(START, "intake")
    .addEdge("intake", "understand")
    .addConditionalEdges("understand", afterUnderstand, ["clarify", "draft", "retrieve", "respond"])
    .addConditionalEdges("clarify", afterClarify, ["understand", "respond"])
    .addConditionalEdges("draft", (state) => (state.control.stop ? afterStep(state) : "guard"), [
      "guard",
      "collect",
      "respond",
    ])
    .addConditionalEdges("guard", (state) => (state.control.stop ? afterStep(state) : "estimate"), [
      "estimate",
      "collect",
      "respond",
    ])
    .addConditionalEdges("estimate", afterEstimate, ["execute", "approve", "draft", "collect", "respond"])
    .addConditionalEdges("approve", afterApprove, ["execute", "draft", "collect", "respond"])
    .addConditionalEdges("execute", afterExecute, ["validate", "approve", "draft", "collect", "respond"])
    .addConditionalEdges("validate", afterRows, ["draft", "collect", "respond"])
    .addConditionalEdges("retrieve", afterRetrieve, ["collect", "clarify", "respond", END])
    .addConditionalEdges("collect", next, ["draft", "retrieve", "respond"])
    .addEdge("respond", END)
    .compile({ checkpointer });
}

function afterUnderstand(state: State) {
  if (state.control.choice) return "clarify";
  return state.analysis?.route === "declined" ? "respond" : next(state);
}

function afterClarify({ control }: State) {
  return control.stop ? "respond" : "understand";
}

/** The steps whose turn it is: one query at a time, and beside it every search that needs nothing of it. */
function next(state: State) {
  const { plan, evidence, control } = state;
  if (control.stop) return "respond";
  const ready = readySteps(plan, evidence);
  const searches = ready.some(({ kind }) => kind === "passages");
  if (control.task === null) return searches ? "retrieve" : "respond";
  return searches ? [new Send("draft", state), new Send("retrieve", state)] : "draft";
}

/** A question that is one query is answered at once; one of several steps, or that nothing matches, is settled first. */
function afterStep({ plan, analysis, evidence, control }: State) {
  const isEmpty = ofPlan(plan, evidence).some(({ task, kind }) => task === control.task && kind === "none");
  return analysis?.approach || plan.steps.length > 1 || (isEmpty && !control.stop) ? "collect" : "respond";
}

/** On to the next query where one waits for nothing, else to where the plan goes on. */
function afterRows(state: State) {
  const { control, evidence, plan } = state;
  return ofPlan(plan, evidence).some(({ task }) => task === control.task) ? afterStep(state) : "draft";
}

function afterEstimate(state: State) {
  const { control, governance } = state;
  if (control.stop) return afterStep(state);
  if (governance.statement === null) return "draft";
  return governance.price?.verdict === "ask" ? "approve" : "execute";
}

function afterApprove(state: State) {
  const { control } = state;
  if (control.stop) return afterStep(state);
  return control.decision === "smaller" ? "draft" : "execute";
}

function afterExecute(state: State) {
  const { control, governance } = state;
  if (control.stop) return afterStep(state);
  if (governance.statement === null) return "draft";
  return control.unsettled ? "approve" : "validate";
}

/** Beside a query this branch ends: the query's own goes on to where both are settled. */
function afterRetrieve({ control, analysis }: State) {
  if (control.task !== null) return END;
  if (control.choice) return "clarify";
  return analysis?.approach?.kind === "passages" ? "respond" : "collect";
}
