import type { Catalog } from "#lib/contracts/catalog.ts";
import type { Estimate, Price, Statement } from "#lib/contracts/statement.ts";
import { ago } from "#lib/format/ago.ts";
import { createApproval } from "#lib/runs/approvals.ts";
import { bookingOf, overBudget } from "#lib/runs/budget.ts";
import { type Recalled, recallResult } from "#lib/runs/recall.ts";
import { defineNode, type NodeRuntime } from "../../node.ts";
import { currentStep, freshGovernance, type Period, type State } from "../../state.ts";
import { budgetHolder } from "./budget-holder.ts";
import { afterFault } from "./redraft.ts";
import { rejudge } from "./rejudge.ts";
import { shorterPeriods, smallerPeriod } from "./smaller.ts";

/** Prices the statement before it runs. Over the limit it writes the approval that the next node waits for. */
export const estimate = defineNode<"input" | "governance" | "control" | "plan">(
  "estimate",
  async (state, runtime) => {
    const { input, governance, control } = state;
    const { source, run, write } = runtime;
    const catalog = await source.catalog(run.actor, input.now);
    const statement = await rejudge(governance.statement!, source, catalog);
    const recalled = await recall(statement, runtime);
    if (recalled)
      return {
        update: { governance: { ...governance, recalled } },
        decision: `The same query was run ${ago(recalled.at, new Date())} as ${run.actor.role}; its rows are used, so nothing is read again.`,
      };
    let asked: Estimate;
    try {
      asked = await source.connector.estimate(statement, run.actor.role);
    } catch (error) {
      return afterFault(error, state, runtime);
    }
    const { estimate: cost, price } = await write("sql-estimated", {
      estimate: asked,
      price: await priceFor(statement, asked, catalog, runtime),
    });
    const priced = { ...governance, estimate: cost, price };

    if (price.verdict === "run") return { update: { governance: priced }, decision: price.sentence };
    const narrower = await narrowerPeriod(state, catalog, runtime);
    if (narrower) {
      const change = `Drafted again for ${narrower.label} only.`;
      await write("retry-decided", {
        error: price.sentence,
        diagnosis: "The question names no period, so it would read everything there is.",
        change,
        attempt: 2,
        of: 2,
      });
      return {
        update: { governance: freshGovernance(), control: { ...control, period: narrower, narrowed: true } },
        decision: change,
      };
    }
    const smaller = await cheaperPeriod(state, catalog, cost, runtime);
    // A step that only adds to the answer is not worth a person's decision.
    const isAside = currentStep(state).question === undefined && state.plan.steps.length > 1;
    if (price.verdict === "refuse" || run.options.approval.kind === "refuse" || isAside)
      return {
        update: {
          governance: priced,
          control: {
            ...control,
            stop: { kind: "refused_by_cost", sentence: price.sentence, smaller: smaller?.label ?? null },
          },
        },
        decision: price.sentence,
      };
    const approvalId = await askFor(statement, cost, price, smaller?.label ?? null, runtime);
    // The approval is written and the graph does not know it yet.
    runtime.probe("estimate", "inside");
    return { update: { governance: { ...priced, approvalId, smaller } }, decision: price.sentence };
  },
);

async function recall(
  statement: Statement,
  { core, run, source, config }: NodeRuntime,
): Promise<Recalled | null> {
  const key = {
    sqlHash: statement.hash,
    sourceId: run.sourceId,
    role: run.actor.role,
    dataVersion: await source.dataVersion(),
  };
  return recallResult(core.db, key, config.cache.result_minutes);
}

/**
 * Against the source's limits and what is left of the asker's day. A budget that came with the run answers in the
 * person's place: for rows up to its size, and for nothing else.
 */
async function priceFor(
  statement: Statement,
  cost: Estimate,
  catalog: Catalog,
  { source, run, core }: NodeRuntime,
): Promise<Price> {
  const price = source.price(cost, statement, catalog);
  if (price.verdict === "refuse") return price;
  const holder = budgetHolder(run, source);
  const sentence = await overBudget(core.db, holder, source.config.budget_per_day, bookingOf(cost));
  if (sentence !== null) return { verdict: "refuse", sentence };
  const policy = run.options.approval;
  if (price.verdict !== "ask" || policy.kind !== "budget") return price;
  const budgeted = source.price(cost, statement, catalog, policy.maxRows);
  if (budgeted.verdict !== "run") return price;
  return {
    ...price,
    verdict: "run",
    sentence: `${price.sentence} The budget given with the question covers it.`,
  };
}

async function askFor(
  statement: Statement,
  cost: Estimate,
  price: Price,
  smaller: string | null,
  { core, run, config, step }: NodeRuntime,
): Promise<string> {
  return core.db.transaction((tx) =>
    createApproval(tx, run.epoch, {
      runId: run.id,
      step,
      statement,
      estimate: cost,
      price,
      cause: "cost",
      smaller,
      approvers: [run.actor.id],
      minutes: config.runs.approval_minutes,
    }),
  );
}

/**
 * Before a person is asked: where the question names no period, the longest one up to the end of the data that costs
 * little enough. Null where one is named, where "all" was meant, and where nothing shorter helps.
 */
async function narrowerPeriod(
  state: Pick<State, "input" | "control" | "plan">,
  catalog: Catalog,
  { reasoner, source, run }: NodeRuntime,
): Promise<Period | null> {
  const { input, control, plan } = state;
  const { question, reading } = currentStep(state);
  const { from, to, whole } = reading.time ?? {};
  const isNamed = from !== undefined || to !== undefined || whole === true;
  if (control.period || question === undefined || plan.steps.length > 1 || isNamed) return null;
  for (const period of shorterPeriods(catalog)) {
    const { readings } = await reasoner.understand(question, catalog, { period, previous: input.previous });
    const [narrowed] = readings;
    if (!narrowed?.time) return null;
    const { sql, params } = await reasoner.draftSql(narrowed);
    const { statement } = await source.judge(sql, params, catalog);
    if (!statement) return null;
    const cost = await source.connector.estimate(statement, run.actor.role);
    if (source.price(cost, statement, catalog).verdict === "run") return period;
  }
  return null;
}

/** A shorter period for the same question, where there is one and it really costs less. */
async function cheaperPeriod(
  state: Pick<State, "input" | "control" | "plan">,
  catalog: Catalog,
  cost: Estimate,
  { reasoner, source, run }: NodeRuntime,
) {
  const { input, control } = state;
  const { question, reading: asked } = currentStep(state);
  if (control.period || question === undefined) return null;
  const period = smallerPeriod(catalog, asked.time);
  const prediction = await reasoner.understand(question, catalog, { period, previous: input.previous });
  const reading = prediction.readings[0];
  if (!reading?.time) return null;
  const { sql, params } = await reasoner.draftSql(reading);
  const { statement } = await source.judge(sql, params, catalog);
  if (!statement) return null;
  const cheaper = await source.connector.estimate(statement, run.actor.role);
  const metric = cost.scannedRows === undefined ? "engineCost" : "scannedRows";
  return (cheaper[metric] ?? Number.POSITIVE_INFINITY) < (cost[metric] ?? 0) ? period : null;
}
