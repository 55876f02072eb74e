import type { Evidence } from "#lib/contracts/evidence.ts";
import type { Plan, PlanStep } from "#lib/contracts/plan.ts";
import { saveComputed } from "#lib/runs/computed.ts";
import { defineNode, type NodeRuntime } from "../node.ts";
import { materialOf, readySteps } from "../plan-progress.ts";
import { type ControlState, freshGovernance, withStep } from "../state.ts";
import { hasDocuments } from "../workers/documents/documents.ts";
import { extend } from "./plans/extend.ts";
import type { Extension } from "./plans/steps.ts";
import { withoutEachFilter } from "./plans/without-filters.ts";

/** A plan that grows beyond this goes round in circles. */
const MOST_STEPS = 30;

/**
 * Between steps: settles what was found, computes what code can compute from it, and plans what comes next. A step
 * that could not be taken is left out and said, unless it is the question itself.
 */
export const collect = defineNode<"input" | "analysis" | "plan" | "evidence" | "control">(
  "collect",
  async ({ input, analysis, plan: before, evidence, control }, runtime) => {
    const { source, run, core, write, retrieval, reasoner } = runtime;
    const catalog = await source.catalog(run.actor, input.now);
    const searchable = await hasDocuments(retrieval, run.actor.role);
    const settled = settle(before, evidence, control);
    if (settled.stop)
      return { update: { plan: settled.plan }, decision: "The question itself could not be answered." };
    let plan = settled.plan;
    const found: Evidence[] = [];
    for (;;) {
      const { results } = await materialOf(core, run.id, [...evidence, ...found]);
      const extension = extend(analysis!.approach, { plan, catalog, results, hasDocuments: searchable });
      if (extension.computed.length === 0 && extension.steps.length === 0) break;
      if (plan.steps.length + extension.steps.length > MOST_STEPS) {
        await write("limit-reached", {
          sentence: `The plan reached its limit of ${MOST_STEPS} steps; what was found until then is what the answer rests on.`,
        });
        break;
      }
      found.push(...(await store(extension, runtime)));
      plan = {
        steps: [
          ...plan.steps,
          ...extension.computed.map(({ task, title, table }) =>
            computedStep(task, title, table.derivation.operation),
          ),
          ...extension.steps,
        ],
      };
      // What waits has to be taken first; what was computed may already tell more.
      if (extension.steps.length > 0) break;
    }
    const empty = analysis!.approach === null ? emptyQuestion(plan, evidence) : null;
    if (empty)
      plan = {
        steps: [...plan.steps, ...(await withoutEachFilter(empty, input.previous, catalog, reasoner))],
      };
    const next = readySteps(plan, [...evidence, ...found]);
    if (plan !== settled.plan || before !== settled.plan)
      await write("plan-made", { plan, reason: reasonOf(plan, before, next) });
    const rows = next.find(({ kind }) => kind === "rows");
    return {
      update: {
        plan,
        evidence: found,
        governance: freshGovernance(),
        control: { ...control, task: rows?.id ?? null, decision: null, unsettled: false, stop: null },
      },
      decision: reasonOf(plan, before, next),
    };
  },
);

/** Marks what was found or failed. Where the question's own step failed, the run stops with it. */
function settle(plan: Plan, evidence: Evidence[], control: ControlState): { plan: Plan; stop: boolean } {
  let settled = plan;
  for (const step of plan.steps) {
    const own = evidence.find(({ task }) => task === step.id);
    if (step.state !== "waiting" || !own) continue;
    const ref = step.kind === "passages" ? { retrievalId: own.ref } : { resultId: own.ref };
    settled = withStep(settled, step.id, { state: "done", ...ref } as Partial<PlanStep>);
  }
  const { stop, task } = control;
  const failed = stop && plan.steps.find(({ id }) => id === task);
  if (!failed) return { plan: settled, stop: false };
  const isQuestion = failed.kind === "rows" && failed.question !== undefined;
  const note =
    "sentence" in stop
      ? stop.sentence
      : stop.kind === "rejected"
        ? "You rejected its query."
        : "Nobody decided on its query in time.";
  return { plan: withStep(settled, failed.id, { state: "left_out", note }), stop: isQuestion };
}

/** The question's own step, where nothing matched it and nobody has looked yet which filter leaves nothing over. */
function emptyQuestion({ steps }: Plan, evidence: Evidence[]) {
  const [only, ...others] = steps;
  const found = evidence.find(({ task }) => task === only?.id);
  return only?.kind === "rows" && others.length === 0 && found?.kind === "none" ? only : null;
}

async function store(
  { computed }: Extension,
  { core, run, source, step, write, writeIn, probe }: NodeRuntime,
): Promise<Evidence[]> {
  const found: Evidence[] = [];
  for (const { task, title, table } of computed) {
    const { columns, rows, derivation } = table;
    const resultId = await core.db.transaction(async (tx) => {
      const id = await saveComputed(tx, run.epoch, {
        runId: run.id,
        name: task,
        columns,
        rows,
        derived: derivation,
      });
      await writeIn(tx, "statistic-computed", {
        task,
        resultId: id,
        columns,
        rowCount: rows.length,
        derivation,
      });
      return id;
    });
    // The table is stored and the graph does not know it yet.
    probe("collect", "inside");
    const evidence: Evidence = {
      id: `ev_${resultId.slice(4)}`,
      step,
      task,
      kind: "statistic",
      ref: resultId,
      digest: `${title}: ${rows.length} row${rows.length === 1 ? "" : "s"}, computed.`,
      rowCount: rows.length,
      truncated: false,
      asOf: "",
      rightsKey: `${source.config.id}/${run.actor.role}`,
      quality: [],
    };
    await write("evidence-found", { evidence });
    found.push(evidence);
  }
  return found;
}

function computedStep(
  id: string,
  title: string,
  operation: Extract<PlanStep, { kind: "statistic" }>["operation"],
): PlanStep {
  return { id, kind: "statistic", title, after: [], state: "done", operation };
}

function reasonOf(plan: Plan, before: Plan, next: PlanStep[]): string {
  if (next.length === 0) return "Everything that was planned is there.";
  const added = plan.steps.length - before.steps.length;
  const what = next
    .map(({ title }) => title)
    .slice(0, 3)
    .join("; ");
  return `${added > 0 ? `Planned ${added} more step${added === 1 ? "" : "s"}. ` : ""}Next: ${what}${next.length > 3 ? " …" : "."}`;
}
