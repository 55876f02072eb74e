import { createClarification } from "#lib/runs/clarifications.ts";
import type { NodeRuntime } from "./node.ts";
import type { Choice } from "./state.ts";

/** How often one question may be asked back about. */
export const MOST_ASKED_BACK = 2;

/**
 * Writes the question back that the graph is about to wait for. What was written first stands: an option that a run
 * before a crash did not offer is not offered now.
 */
export async function writeChoice(
  choice: Omit<Choice, "id">,
  { core, run, step, config, probe }: NodeRuntime,
): Promise<Choice> {
  const written = await core.db.transaction((tx) =>
    createClarification(tx, run.epoch, {
      runId: run.id,
      step,
      actorId: run.actor.id,
      question: choice.question,
      options: choice.options.map(({ id, label, detail }) => ({ id, label, detail })),
      minutes: config.runs.approval_minutes,
    }),
  );
  // The question back is written and the graph does not wait for it yet.
  probe("understand", "inside");
  const offered = choice.options.filter(({ id, label }) =>
    written.options.some((each) => each.id === id && each.label === label),
  );
  return { id: written.id, question: written.question, options: offered };
}
