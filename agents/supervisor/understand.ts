import type { Catalog } from "#lib/contracts/catalog.ts";
import type { Plan } from "#lib/contracts/plan.ts";
import type { Prediction } from "#lib/contracts/reading.ts";
import { topicsOf } from "#lib/nlq/topics.ts";
import { MOST_ASKED_BACK, writeChoice } from "../ask-back.ts";
import { defineNode, type NodeRuntime } from "../node.ts";
import type { Intent } from "../reasoners/reasoner.ts";
import { chooseRoute, type RouteChoice } from "../routes.ts";
import type { AnalysisState, ControlState, InputState } from "../state.ts";
import { hasDocuments } from "../workers/documents/documents.ts";
import { choiceOf } from "./choice.ts";
import { joinQuestionOf, rememberJoin } from "./join-question.ts";
import { type NamedSpan, namedSpan } from "./named-span.ts";
import { firstSteps } from "./plans/first-steps.ts";

/** Readings kept for the record and offered as alternatives. */
const MAX_READINGS = 3;

/** Reads the question, chooses the route and plans its first steps: all pure, so in one superstep, each with its event. */
export const understand = defineNode<"input" | "control">(
  "understand",
  async ({ input, control: before }, runtime) => {
    const { source, run, reasoner, write, retrieval, step } = runtime;
    const control = await rememberJoin(before, runtime);
    const catalog = await source.catalog(run.actor, input.now);
    const intent = await reasoner.intent(input.question);
    const { searchable, findings } = await hasDocuments(retrieval, run.actor.role);
    // Of a question in two halves, one is a query.
    const asked = searchable && intent.halves ? intent.halves.rows : input.question;
    const whole = await read(asked, { input, control }, catalog, runtime);
    const joinQuestion = joinToAsk(whole, intent, catalog, control);
    if (joinQuestion) {
      const reason = joinQuestion.question;
      await write("route-chosen", { route: "clarification", runnerUp: "nl2sql_query", reason });
      const asked = await writeChoice(joinQuestion, runtime);
      const analysis = analysisOf(whole, { route: "clarification", approach: null, reason: whole.reason });
      return {
        update: { analysis, findings, control: { ...control, chosen: null, task: null, choice: asked } },
        decision: asked.question,
      };
    }
    const span =
      searchable && whole.outcome !== "answered"
        ? await namedSpan(input.question, (text) => reasoner.understand(text, catalog, {}))
        : null;
    const { approach, ...choice } = chooseRoute({
      question: input.question,
      prediction: whole,
      intent,
      topics: topicsOf(input.question, catalog),
      catalog,
      hasDocuments: searchable,
      span: span?.text ?? null,
    });
    await write("route-chosen", choice);
    const isNamed = approach?.kind === "named_in_rows" && span !== null;
    const prediction = isNamed ? await tellSpan(span, runtime) : whole;
    const reason = choice.route === "declined" ? choice.reason : prediction.reason;
    const analysis = analysisOf(prediction, { route: choice.route, approach, reason });
    const fresh = { ...control, chosen: null, task: null };
    if (choice.route === "clarification")
      return askBack(analysis, intent, choice, catalog, { input, control: fresh }, runtime);
    // A step is asked in the words it was read from; what was chosen from a list is in no words.
    const words = control.chosen ? null : isNamed ? span.text : asked;
    const plan: Plan = { since: step, steps: firstSteps(analysis, words, catalog) };
    if (plan.steps.length === 0 && choice.route !== "declined") {
      const reason = "The figure this is about cannot be followed over time here.";
      const declined = { ...analysis, route: "declined" as const, reason };
      return { update: { analysis: declined, plan, findings, control: fresh }, decision: reason };
    }
    if (approach) await write("plan-made", { plan, reason: choice.reason });
    const task = plan.steps.find(({ kind }) => kind === "rows")?.id ?? null;
    return {
      update: { analysis, plan, findings, control: { ...fresh, task } },
      decision: decisionOf(analysis, choice),
    };
  },
);

function analysisOf(
  { outcome, readings }: Prediction,
  { route, approach, reason }: Pick<AnalysisState, "route" | "approach" | "reason">,
): AnalysisState {
  return { outcome, reason, reading: readings[0] ?? null, readings, route, approach };
}

/** Where a query over a join that nobody declared is what the question comes to: whether that join holds comes first. */
function joinToAsk(
  { outcome, readings }: Prediction,
  { papers, cause, forecast }: Intent,
  catalog: Catalog,
  { chosen, askedBack }: ControlState,
) {
  if (outcome === "declined" || askedBack >= MOST_ASKED_BACK || papers || cause || forecast) return null;
  return joinQuestionOf(readings[0], catalog, chosen !== null);
}

function decisionOf(
  { route, approach, reason, reading }: AnalysisState,
  choice: Pick<RouteChoice, "reason">,
) {
  if (route === "declined") return reason;
  return approach && route !== "hybrid" ? choice.reason : `Read as: ${reading?.words ?? ""}.`;
}

/** What the question means; after a question back, the reading that was chosen, as it stands. */
async function read(
  question: string,
  { input, control }: { input: InputState; control: ControlState },
  catalog: Catalog,
  { reasoner, write }: NodeRuntime,
): Promise<Prediction> {
  const { chosen } = control;
  const full: Prediction = chosen
    ? {
        outcome: "answered",
        sql: chosen.reading.sql,
        params: chosen.reading.params,
        score: chosen.reading.score,
        reason: "",
        readings: [chosen.reading],
      }
    : await reasoner.understand(question, catalog, { previous: input.previous });
  const { prediction } = await write("question-understood", {
    // What goes on from here goes on from what was chosen.
    question: chosen?.label ?? question,
    prediction: { ...full, readings: full.readings.slice(0, MAX_READINGS) },
  });
  return prediction;
}

async function tellSpan({ text, prediction }: NamedSpan, { write }: NodeRuntime): Promise<Prediction> {
  const told = await write("question-understood", {
    question: text,
    part: true,
    prediction: { ...prediction, readings: prediction.readings.slice(0, MAX_READINGS) },
  });
  return told.prediction;
}

/** Writes the question back that the next node waits for; where there is nothing to offer, the run ends with the reason. */
async function askBack(
  analysis: AnalysisState,
  intent: Intent,
  { reason }: Pick<RouteChoice, "reason">,
  catalog: Catalog,
  { input, control }: { input: InputState; control: ControlState },
  runtime: NodeRuntime,
) {
  const choice =
    control.askedBack < MOST_ASKED_BACK
      ? choiceOf(input.question, analysis, catalog, reason, intent.vague)
      : null;
  if (!choice)
    return { update: { analysis: { ...analysis, route: "declined" as const }, control }, decision: reason };
  const asked = await writeChoice(choice, runtime);
  return { update: { analysis, control: { ...control, choice: asked } }, decision: choice.question };
}
