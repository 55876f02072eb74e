import { defineNode } from "../../node.ts";

/** Drafts the statement for the reading; for a smaller question, reads it again with the shorter period. */
export const draft = defineNode<"input" | "analysis" | "control" | "governance">(
  "draft",
  async ({ input, analysis, control, governance }, { source, run, reasoner, write }) => {
    const catalog = await source.catalog(run.actor, input.now);
    let reading = analysis!.reading!;
    if (control.period) {
      const prediction = await reasoner.understand(input.question, catalog, { period: control.period });
      reading = prediction.readings[0] ?? reading;
      await write("question-understood", {
        question: input.question,
        prediction: { ...prediction, readings: [reading] },
      });
    }
    const drafted = await reasoner.draftSql(reading);
    await write("sql-drafted", { ...drafted, reader: "builtin" });
    return {
      update: {
        analysis: { ...analysis!, reading },
        governance: {
          ...governance,
          draft: drafted,
          statement: null,
          estimate: null,
          price: null,
          approvalId: null,
        },
      },
      decision: control.period ? `Drafted again for ${control.period.label}.` : `Drafted ${reading.grain}.`,
    };
  },
);
