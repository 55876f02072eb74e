import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { respond } from "./answer/respond.ts";
import type { Services } from "./node.ts";
import { type State, StateAnnotation } from "./state.ts";
import { intake } from "./supervisor/intake.ts";
import { understand } from "./supervisor/understand.ts";
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
 *   intake → understand ─┬─ declined ─────────────────────────────────────────────────┐
 *                        └─ draft → guard → estimate ─┬─ run ──────┐                   │
 *                             ↑                       ├─ ask → approve → execute → validate → respond
 *                             └──────── smaller ──────┴── refuse / reject / expire ────┘
 *
 * Nine supersteps at most on the straight path.
 */
export function buildGraph(checkpointer: BaseCheckpointSaver) {
  return new StateGraph(StateAnnotation, ContextAnnotation)
    .addNode("intake", intake)
    .addNode("understand", understand)
    .addNode("draft", draft)
    .addNode("guard", guard)
    .addNode("estimate", estimate)
    .addNode("approve", approve)
    .addNode("execute", execute)
    .addNode("validate", validate)
    .addNode("respond", respond)
    .addEdge(START, "intake")
    .addEdge("intake", "understand")
    .addConditionalEdges("understand", afterUnderstand, ["draft", "respond"])
    .addEdge("draft", "guard")
    .addConditionalEdges("guard", stopOr("estimate"), ["estimate", "respond"])
    .addConditionalEdges("estimate", afterEstimate, ["execute", "approve", "respond"])
    .addConditionalEdges("approve", afterApprove, ["execute", "draft", "respond"])
    .addConditionalEdges("execute", afterExecute, ["validate", "approve"])
    .addEdge("validate", "respond")
    .addEdge("respond", END)
    .compile({ checkpointer });
}

function afterUnderstand({ analysis }: State) {
  return analysis?.route === "declined" ? "respond" : "draft";
}

function stopOr<Next extends string>(next: Next) {
  return ({ control }: State) => (control.stop ? "respond" : next);
}

function afterEstimate({ control, governance }: State) {
  if (control.stop) return "respond";
  return governance.price?.verdict === "ask" ? "approve" : "execute";
}

function afterApprove({ control }: State) {
  if (control.stop) return "respond";
  return control.decision === "smaller" ? "draft" : "execute";
}

function afterExecute({ control }: State) {
  return control.unsettled ? "approve" : "validate";
}
