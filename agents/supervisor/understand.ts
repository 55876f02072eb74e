import { defineNode } from "../node.ts";
import { chooseRoute } from "../routes.ts";

/** Readings kept for the record and offered as alternatives. */
const MAX_READINGS = 3;

/** Reads the question and chooses the route: both pure, so both in one superstep, each with its own event. */
export const understand = defineNode<"input">("understand", async ({ input }, runtime) => {
  const { source, run, reasoner, write } = runtime;
  const catalog = await source.catalog(run.actor, input.now);
  const full = await reasoner.understand(input.question, catalog, {});
  const { prediction } = await write("question-understood", {
    question: input.question,
    prediction: { ...full, readings: full.readings.slice(0, MAX_READINGS) },
  });
  const choice = chooseRoute(prediction);
  await write("route-chosen", choice);
  const [reading, ...others] = prediction.readings;
  return {
    update: {
      analysis: {
        outcome: prediction.outcome,
        reason: prediction.reason,
        reading: reading ?? null,
        others: others.map((each) => each.words),
        route: choice.route,
      },
    },
    decision: choice.route === "declined" ? prediction.reason : `Read as: ${reading?.words ?? ""}.`,
  };
});
