import { defineNode } from "../../node.ts";
import { currentStep, freshGovernance, type Stop, withStep } from "../../state.ts";

/**
 * Drafts the statement for the step whose turn it is. For a smaller question, and after the structure changed under it,
 * the words are read again; a step that was never words stays as it was composed.
 */
export const draft = defineNode<"input" | "analysis" | "plan" | "control">(
  "draft",
  async ({ input, analysis, plan, control }, { source, run, reasoner, write }) => {
    const step = currentStep({ plan, control });
    let { reading } = step;
    const redrafted = control.redrafted.includes(step.id);
    const again = control.period !== null || redrafted;
    if (again && step.question !== undefined) {
      const catalog = await source.catalog(run.actor, input.now);
      const context = { previous: input.previous, ...(control.period ? { period: control.period } : {}) };
      const prediction = await reasoner.understand(step.question, catalog, context);
      const [first] = prediction.readings;
      if (!first || (redrafted && prediction.outcome !== "answered")) {
        const stop: Stop = {
          kind: "outdated",
          sentence:
            `The structure of ${source.config.name} changed, and the question does not fit it any more. ${prediction.reason}`.trim(),
        };
        return { update: { control: { ...control, stop } }, decision: stop.sentence };
      }
      reading = first;
      await write("question-understood", {
        question: step.question,
        prediction: { ...prediction, readings: [reading] },
      });
    }
    const drafted = await reasoner.draftSql(reading);
    await write("sql-drafted", { task: step.id, ...drafted, reader: "builtin" });
    return {
      update: {
        analysis: analysis && step.question !== undefined ? { ...analysis, reading } : analysis,
        plan: withStep(plan, step.id, { reading }),
        governance: { ...freshGovernance(), draft: drafted },
      },
      decision: control.period ? `Drafted again for ${control.period.label}.` : `Drafted ${reading.grain}.`,
    };
  },
);
