import type { Catalog } from "#lib/contracts/catalog.ts";
import type { Prediction, ReadingContext } from "#lib/contracts/reading.ts";
import { topicsOf } from "#lib/nlq/topics.ts";
import { createClarification } from "#lib/runs/clarifications.ts";
import { defineNode, type NodeRuntime } from "../node.ts";
import { chooseRoute, type RouteChoice } from "../routes.ts";
import type { AnalysisState, Choice, ControlState, InputState } from "../state.ts";
import { hasDocuments } from "../workers/documents/documents.ts";
import { choiceOf } from "./choice.ts";
import { namedSpan } from "./named-span.ts";
import { firstSteps } from "./plans/first-steps.ts";

/** Readings kept for the record and offered as alternatives. */
const MAX_READINGS = 3;

/** Reads the question, chooses the route and plans its first steps: all pure, so in one superstep, each with its event. */
export const understand = defineNode<"input" | "control">(
  "understand",
  async ({ input, control }, runtime) => {
    const { source, run, reasoner, write, retrieval } = runtime;
    const catalog = await source.catalog(run.actor, input.now);
    const intent = await reasoner.intent(input.question);
    const searchable = await hasDocuments(retrieval, run.actor.role);
    // Of a question in two halves, one is a query.
    const asked = searchable && intent.halves ? intent.halves.rows : input.question;
    const context = { previous: input.previous };
    const whole = await read(asked, catalog, context, runtime);
    const span =
      searchable && whole.outcome !== "answered"
        ? await namedSpan(input.question, (text) => reasoner.understand(text, catalog, {}))
        : null;
    const prediction = span ? await told(span.text, span.prediction, runtime) : whole;
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
    const [reading] = prediction.readings;
    const analysis: AnalysisState = {
      outcome: prediction.outcome,
      reason: prediction.reason,
      reading: reading ?? null,
      readings: prediction.readings,
      route: choice.route,
      approach,
    };
    if (choice.route === "clarification")
      return askBack(
        { ...choice, isVague: intent.vague },
        analysis,
        prediction,
        catalog,
        { input, control },
        runtime,
      );
    const plan = firstSteps(analysis, asked, catalog);
    if (plan.steps.length === 0 && choice.route !== "declined") {
      // The catalog cannot say the first step: what is left is to say so.
      const reason = prediction.reason || "The figure this is about cannot be followed over time here.";
      return {
        update: { analysis: { ...analysis, route: "declined" as const, reason }, plan },
        decision: reason,
      };
    }
    if (approach) await write("plan-made", { plan, reason: choice.reason });
    return {
      update: {
        analysis,
        plan,
        control: { ...control, task: plan.steps.find(({ kind }) => kind === "rows")?.id ?? null },
      },
      decision:
        choice.route === "declined"
          ? prediction.reason
          : approach && choice.route !== "hybrid"
            ? choice.reason
            : `Read as: ${reading?.words ?? ""}.`,
    };
  },
);

async function read(
  question: string,
  catalog: Catalog,
  context: ReadingContext,
  runtime: NodeRuntime,
): Promise<Prediction> {
  return told(question, await runtime.reasoner.understand(question, catalog, context), runtime);
}

async function told(question: string, full: Prediction, { write }: NodeRuntime): Promise<Prediction> {
  const { prediction } = await write("question-understood", {
    question,
    prediction: { ...full, readings: full.readings.slice(0, MAX_READINGS) },
  });
  return prediction;
}

/** How often one question may be asked back about. */
export const MOST_ASKED_BACK = 2;

/** Writes the question back that the next node waits for; where there is nothing to offer, the run ends with the reason. */
async function askBack(
  { reason, isVague }: Pick<RouteChoice, "reason"> & { isVague: boolean },
  analysis: AnalysisState,
  prediction: Prediction,
  catalog: Catalog,
  { input, control }: { input: InputState; control: ControlState },
  runtime: NodeRuntime,
) {
  const choice =
    control.askedBack < MOST_ASKED_BACK
      ? choiceOf(input.question, prediction, catalog, reason, isVague)
      : null;
  if (!choice) return { update: { analysis: { ...analysis, route: "declined" as const } }, decision: reason };
  const asked = await writeChoice(choice, runtime);
  return { update: { analysis, control: { ...control, choice: asked } }, decision: choice.question };
}

export async function writeChoice(
  choice: Omit<Choice, "id">,
  { core, run, step, config, probe }: NodeRuntime,
): Promise<Choice> {
  const id = await core.db.transaction((tx) =>
    createClarification(tx, run.epoch, {
      runId: run.id,
      step,
      actorId: run.actor.id,
      question: choice.question,
      options: choice.options.map(({ id: option, label, detail }) => ({ id: option, label, detail })),
      minutes: config.runs.approval_minutes,
    }),
  );
  // The question back is written and the graph does not wait for it yet.
  probe("understand", "inside");
  return { ...choice, id };
}
