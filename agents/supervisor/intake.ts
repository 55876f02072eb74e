import { conversationBefore } from "#lib/runs/conversation.ts";
import { defineNode } from "../node.ts";

/** Makes sure the source answers and is known, and what was asked before, before anything is read into the question. */
export const intake = defineNode<"input">("intake", async ({ input }, { source, run, core }) => {
  const catalog = await source.catalog(run.actor, input.now);
  const previous = await conversationBefore(core.db, run);
  const asOf = catalog.asOf ? `, data to ${catalog.asOf}` : "";
  return {
    update: { input: { ...input, previous } },
    decision: `${source.config.name}: ${catalog.tables.length} tables you may read${asOf}.`,
  };
});
