import type { Evidence, Finding } from "#lib/contracts/evidence.ts";
import type { Plan, PlanStep } from "#lib/contracts/plan.ts";
import { saveComputed } from "#lib/runs/computed.ts";
import { defineNode, type NodeRuntime } from "../node.ts";
import { materialOf, ofPlan, readySteps } from "../plan-progress.ts";
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
  async ({ input, analysis, plan: before, evidence: all, control }, runtime) => {
    const { source, run, core, write, retrieval, reasoner } = runtime;
    const catalog = await source.catalog(run.actor, input.now);
    const { searchable } = await hasDocuments(retrieval, run.actor.role);
    const evidence = ofPlan(before, all);
    const { approach } = analysis!;
    const settled = settle(before, evidence, control);
    if (settled.isOver) {
      await write("plan-made", { plan: settled.plan, reason: settled.note });
      return { update: { plan: settled.plan }, decision: settled.note };
    }
    let { plan } = settled;
    const found: Evidence[] = [];
    const findings: Finding[] = [];
    // What was computed may tell more at once; what has to be asked for is taken first.
    for (let waits = false; !waits; ) {
      const { results } = await materialOf(core, run.id, [...evidence, ...found]);
      const wanted = unplanned(extend(approach, { plan, catalog, results, hasDocuments: searchable }), plan);
      if (wanted.computed.length === 0 && wanted.steps.length === 0) break;
      found.push(...(await store(wanted, plan, catalog.asOf ?? input.now, runtime)));
      const room = MOST_STEPS - plan.steps.length;
      const steps = wanted.steps.slice(0, Math.max(0, room));
      if (steps.length < wanted.steps.length) findings.push(await tooMany(wanted.steps.slice(room), write));
      plan = { ...plan, steps: [...plan.steps, ...wanted.computed.map(computedStep), ...steps] };
      waits = steps.length > 0;
    }
    const empty = approach === null ? emptyQuestion(plan, evidence) : null;
    if (empty) {
      const wider = await withoutEachFilter(empty, input.previous, catalog, reasoner);
      plan = { ...plan, steps: [...plan.steps, ...wider] };
    }
    const next = readySteps(plan, [...evidence, ...found]);
    const decision = reasonOf(plan, before, next);
    if (plan !== before) await write("plan-made", { plan, reason: decision });
    const rows = next.find(({ kind }) => kind === "rows");
    return {
      update: {
        plan,
        evidence: found,
        findings,
        governance: freshGovernance(),
        control: { ...control, task: rows?.id ?? null, decision: null, unsettled: false, stop: null },
      },
      decision,
    };
  },
);

/**
 * Marks what was found or failed. Where the first step failed, on which the others rest, and nothing else was found, the
 * run ends with what stopped it.
 */
function settle(
  plan: Plan,
  evidence: Evidence[],
  { stop, task }: ControlState,
): { plan: Plan; isOver: boolean; note: string } {
  let settled = plan;
  for (const step of plan.steps) {
    const own = evidence.find((each) => each.task === step.id);
    if (step.state !== "waiting" || !own) continue;
    const ref = step.kind === "passages" ? { retrievalId: own.ref } : { resultId: own.ref };
    settled = withStep(settled, step.id, { state: "done", ...ref } as Partial<PlanStep>);
  }
  const failed = stop && plan.steps.find(({ id }) => id === task);
  if (!failed) return { plan: settled, isOver: false, note: "" };
  const note =
    "sentence" in stop
      ? stop.sentence
      : stop.kind === "rejected"
        ? "You rejected its query."
        : "Nobody decided on its query in time.";
  const isOver = failed.id === plan.steps[0]?.id && evidence.every(({ kind }) => kind === "none");
  return { plan: withStep(settled, failed.id, { state: "left_out", note }), isOver, note };
}

/** What was planned or computed once is not planned again, whatever a planner says. */
function unplanned({ computed, steps }: Extension, plan: Plan): Extension {
  const known = new Set(plan.steps.map(({ id }) => id));
  return {
    computed: computed.filter(({ task }) => !known.has(task)),
    steps: steps.filter(({ id }) => !known.has(id)),
  };
}

/** The plan's limit is an event, and the answer says so. */
async function tooMany(dropped: PlanStep[], write: NodeRuntime["write"]): Promise<Finding> {
  const sentence = `The plan reached its limit of ${MOST_STEPS} steps; ${dropped.length} further look-up${dropped.length === 1 ? " was" : "s were"} left out.`;
  await write("limit-reached", { sentence });
  return { code: "partial", sentence };
}

/** The question's own step, where nothing matched it and nobody has looked yet which filter leaves nothing over. */
function emptyQuestion({ steps }: Plan, evidence: Evidence[]) {
  const [only, ...others] = steps;
  const found = evidence.find(({ task }) => task === only?.id);
  return only?.kind === "rows" && others.length === 0 && found?.kind === "none" ? only : null;
}

async function store(
  { computed }: Extension,
  plan: Plan,
  asOf: string,
  { core, run, source, step, write, writeIn, probe }: NodeRuntime,
): Promise<Evidence[]> {
  const found: Evidence[] = [];
  for (const { task, title, table } of computed) {
    const { columns, rows, derivation } = table;
    const told = { task, columns, rowCount: rows.length, derivation };
    const resultId = await core.db.transaction(async (tx) => {
      const name = `${plan.since}/${task}`;
      const id = await saveComputed(tx, run.epoch, {
        runId: run.id,
        name,
        columns,
        rows,
        derived: derivation,
      });
      await writeIn(tx, "statistic-computed", { ...told, resultId: id });
      return id;
    });
    // The table is stored and the graph does not know it yet.
    probe("collect", "inside");
    const { evidence } = await write("evidence-found", {
      evidence: {
        id: `ev_${resultId.slice(4)}`,
        step,
        task,
        kind: "statistic",
        ref: resultId,
        digest: `${title}: ${rows.length} row${rows.length === 1 ? "" : "s"}, computed.`,
        rowCount: rows.length,
        truncated: false,
        asOf,
        rightsKey: `${source.config.id}/${run.actor.role}`,
        quality: [],
      },
    });
    found.push(evidence);
  }
  return found;
}

function computedStep({ task, title, table }: Extension["computed"][number]): PlanStep {
  const { operation } = table.derivation;
  return { id: task, kind: "statistic", title, after: [], state: "done", operation };
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
