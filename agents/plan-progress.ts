import type { CoreStore } from "#db/core/client.ts";
import type { Evidence } from "#lib/contracts/evidence.ts";
import type { Plan, PlanStep } from "#lib/contracts/plan.ts";
import type { StoredRetrieval } from "#lib/contracts/retrieval.ts";
import type { StoredResult } from "#lib/contracts/statement.ts";
import { readEvents } from "#lib/runs/event-log.ts";
import { readResult } from "#lib/runs/results.ts";

/** What was found for this plan, and not for one before it. */
export function ofPlan(plan: Plan, evidence: Evidence[]): Evidence[] {
  return evidence.filter(({ step }) => step >= plan.since);
}

/** Steps that wait and whose turn it is: what they need is there, and nothing was found for them yet. */
export function readySteps(plan: Plan, evidence: Evidence[]): PlanStep[] {
  const found = new Set(ofPlan(plan, evidence).map(({ task }) => task));
  const settled = new Set(plan.steps.filter(({ state }) => state !== "waiting").map(({ id }) => id));
  return plan.steps.filter(
    ({ id, state, after }) =>
      state === "waiting" && !found.has(id) && after.every((each) => settled.has(each) || found.has(each)),
  );
}

/** What the steps brought, read from where it is stored: rows and computed tables by step, passages in order. */
export async function materialOf(
  core: CoreStore,
  runId: string,
  evidence: Evidence[],
): Promise<{ results: Map<string, StoredResult>; retrievals: StoredRetrieval[] }> {
  const results = new Map<string, StoredResult>();
  for (const { task, ref, kind } of evidence)
    if (kind === "table" || kind === "statistic" || (kind === "none" && ref.startsWith("res_")))
      results.set(task, await readResult(core.db, ref));
  const wanted = new Set(evidence.filter(({ ref }) => ref.startsWith("ret_")).map(({ ref }) => ref));
  const told = wanted.size === 0 ? [] : await readEvents(core.db, runId);
  const retrievals = told.flatMap((event) =>
    event.kind === "passages-retrieved" && wanted.has(event.data.retrieval.id) ? [event.data.retrieval] : [],
  );
  return { results, retrievals: [...new Map(retrievals.map((each) => [each.id, each])).values()] };
}
