import { defineNode } from "../node.ts";

/** Makes sure the source answers and is known before anything is read into the question. */
export const intake = defineNode<"input">("intake", async ({ input }, { source, run }) => {
  const catalog = await source.catalog(run.actor, input.now);
  const asOf = catalog.asOf ? `, data to ${catalog.asOf}` : "";
  return {
    update: {},
    decision: `${source.config.name}: ${catalog.tables.length} tables you may read${asOf}.`,
  };
});
