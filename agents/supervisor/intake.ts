import { conversationBefore } from "#lib/runs/conversation.ts";
import { defineNode } from "../node.ts";
import { driftFindings } from "./drift-finding.ts";

/** Makes sure the source answers and is known, and what was asked before, before anything is read into the question. */
export const intake = defineNode<"input">("intake", async ({ input }, { source, run, core }) => {
  const catalog = await source.catalog(run.actor, input.now);
  const previous = await conversationBefore(core.db, run);
  const findings = driftFindings(input.question, catalog);
  const lost = catalog.lost?.length ?? 0;
  const asOf = catalog.asOf ? `, data to ${catalog.asOf}` : "";
  return {
    update: { input: { ...input, previous }, findings },
    decision: `${source.config.name}: ${catalog.tables.length} tables you may read${asOf}.${catalog.profiled === false ? " Their values are still being read, so fewer names are recognised." : ""}${lost > 0 ? ` ${lost} ${lost === 1 ? "name" : "names"} of the semantic model cannot be used: their columns are no longer there.` : ""}`,
  };
});
