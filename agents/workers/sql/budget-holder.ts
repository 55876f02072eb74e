import type { BudgetHolder } from "#lib/runs/budget.ts";
import type { NodeRuntime } from "../../node.ts";

/** Whose budget a run's queries are booked against. */
export function budgetHolder(
  run: Pick<NodeRuntime["run"], "actor" | "sourceId">,
  source: NodeRuntime["source"],
): BudgetHolder {
  return { actorId: run.actor.id, sourceId: run.sourceId, timeZone: source.config.time_zone };
}
