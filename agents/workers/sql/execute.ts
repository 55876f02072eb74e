import type { Catalog } from "#lib/contracts/catalog.ts";
import { AppError } from "#lib/contracts/errors.ts";
import type { Evidence } from "#lib/contracts/evidence.ts";
import type { JudgedStatement, StoredResult } from "#lib/contracts/statement.ts";
import { createApproval, readApproval } from "#lib/runs/approvals.ts";
import { bookingOf, insistOnBudget } from "#lib/runs/budget.ts";
import {
  type BookingCheck,
  claimExecution,
  type ExecutionKey,
  type ExecutionRow,
  markDone,
  markFailed,
  markRunning,
  markUnknown,
  reclaimExecution,
} from "#lib/runs/ledger.ts";
import { insistOnQueryRate } from "#lib/runs/rate-limits.ts";
import { copyResult } from "#lib/runs/recall.ts";
import { readResult } from "#lib/runs/results.ts";
import type { QueryResult } from "#lib/warehouse/connectors/connector.ts";
import { editedReading } from "../../answer/edited-reading.ts";
import { isEmpty } from "../../answer/is-empty.ts";
import { defineNode, type NodeResult, type NodeRuntime } from "../../node.ts";
import { currentStep, type State, withStep } from "../../state.ts";
import { budgetHolder } from "./budget-holder.ts";
import { afterFault } from "./redraft.ts";
import { rejudge } from "./rejudge.ts";
import { smallerPeriod } from "./smaller.ts";

type RowsStep = ReturnType<typeof currentStep>;

/**
 * Runs what was approved, byte for byte, once. The ledger decides: a booked execution that finished is taken over, one
 * whose process died while it ran is never repeated silently.
 */
export const execute = defineNode<"input" | "analysis" | "plan" | "governance" | "control">(
  "execute",
  async (state, runtime) => {
    const { input, analysis, plan, governance, control } = state;
    const task = currentStep(state);
    const { source, run, core, step, config } = runtime;
    const approvalId = governance.approvalId;
    const catalog = await source.catalog(run.actor, input.now);
    const stored = approvalId
      ? await approvedStatement(approvalId, runtime)
      : { ...governance.statement!, estimate: governance.estimate };
    const statement = await rejudge(stored, source, catalog);
    if (governance.recalled) return takeRecalled(state, statement, catalog, runtime);
    const key: ExecutionKey = {
      runId: run.id,
      step,
      sqlHash: statement.hash,
      approvalId,
      booked: bookingOf(stored.estimate ?? {}),
      dataVersion: await source.dataVersion(),
    };

    let execution: ExecutionRow;
    try {
      execution = await claimExecution(core.db, run.epoch, key, insistOnLimits(key, runtime));
    } catch (error) {
      if (!(error instanceof AppError) || !["E_BUDGET", "E_RATE_LIMIT"].includes(error.code)) throw error;
      const stop = { kind: "refused_by_cost" as const, sentence: error.sentence, smaller: null };
      return { update: { control: { ...control, stop } }, decision: error.sentence };
    }
    if (execution.state === "running" && execution.epoch !== run.epoch) {
      await source.connector.cancel(execution.id, run.actor.role);
      await core.db.transaction((tx) => markUnknown(tx, run.epoch, execution));
      execution = { ...execution, state: "unknown" };
    }
    if (execution.state === "unknown") {
      if (approvalId !== null) return askAgain(state, statement, runtime);
      const retry = {
        error: "The query was under way when its process or the database ended; its result was not stored.",
        diagnosis: "It only reads and was within the limit, so running it again changes nothing.",
        change: "Run again.",
        attempt: execution.attempt + 1,
        of: config.runs.max_attempts,
      };
      await runtime.write("retry-decided", retry, execution.attempt);
      execution = await reclaimExecution(core.db, run.epoch, { ...key, approvalId: null });
    }
    let resultId: string;
    try {
      resultId = await settle(execution, statement, task, runtime);
    } catch (error) {
      if (error instanceof AppError && error.code === "E_QUERY_TIMEOUT") {
        const smaller = task.question === undefined ? null : smallerPeriod(catalog, task.reading.time).label;
        const stop = { kind: "timed_out" as const, sentence: error.sentence, smaller };
        return { update: { control: { ...control, stop } }, decision: error.sentence };
      }
      return afterFault(error, state, runtime);
    }
    const result = await readResult(core.db, resultId);
    const evidence = await evidenceOf(result, state, statement, catalog, runtime);
    // What a person rewrote no longer means what the question was read as.
    const edited = statement.hash !== governance.statement!.hash;
    const reading = edited ? editedReading(task.reading, result) : task.reading;
    return {
      update: {
        governance: { ...governance, statement: { ...statement, params: [...statement.params] } },
        analysis: edited ? { ...analysis!, reading } : analysis,
        plan: edited ? withStep(plan, task.id, { reading }) : plan,
        evidence: [evidence],
      },
      decision: evidence.digest,
    };
  },
);

/** Nothing is booked beyond what the asker has left for the day, nor faster than queries may be sent. */
function insistOnLimits({ booked }: ExecutionKey, { run, source, config }: NodeRuntime): BookingCheck {
  return async (tx) => {
    await insistOnQueryRate(tx, run.actor.id, config.rate_limits);
    await insistOnBudget(tx, budgetHolder(run, source), source.config.budget_per_day, booked ?? {});
  };
}

/** The rows of the same statement from a short while ago become this run's own; nothing is booked and nothing runs. */
async function takeRecalled(
  state: Pick<State, "input" | "plan" | "control" | "governance">,
  statement: JudgedStatement,
  catalog: Catalog,
  runtime: NodeRuntime,
): Promise<NodeResult> {
  const { core, run, step, writeIn } = runtime;
  const recalled = state.governance.recalled!;
  const { id: task, title } = currentStep(state);
  const id = `res_${run.id.slice(4)}_${step}_recalled`;
  await core.db.transaction(async (tx) => {
    await copyResult(tx, recalled, { id, runId: run.id });
    const { columns, rowCount, truncated } = await readResult(tx, id);
    await writeIn(tx, "sql-executed", {
      task,
      title,
      resultId: id,
      hash: statement.hash,
      columns,
      rowCount,
      truncated,
      ms: 0,
      recalledFrom: recalled.at,
    });
  });
  const result = await readResult(core.db, id);
  const evidence = await evidenceOf(result, state, statement, catalog, runtime);
  return { update: { evidence: [evidence] }, decision: evidence.digest };
}

async function approvedStatement(approvalId: string, { core }: NodeRuntime) {
  const { sql, params, sqlHash, decision, estimate } = await readApproval(core.db, approvalId);
  if (decision !== "approve")
    throw new AppError("E_APPROVAL_USED", "This query was not approved, so it was not run.");
  return { text: sql, params, hash: sqlHash, estimate };
}

/** Brings a booked execution to its end: takes a finished one over, runs a claimed one. */
async function settle(
  execution: ExecutionRow,
  statement: JudgedStatement,
  task: RowsStep,
  runtime: NodeRuntime,
): Promise<string> {
  if (execution.state === "done") return execution.resultId!;
  if (execution.state === "failed")
    throw new AppError(execution.errorCode as AppError["code"], execution.error ?? "The query failed.");
  const { core, run, source, signal } = runtime;
  const startedAt = performance.now();
  let result: QueryResult;
  try {
    result = await source.connector.query(statement, {
      role: run.actor.role,
      limits: source.limits,
      signal,
      executionId: execution.id,
      onSend: () => markRunning(core.db, run.epoch, execution),
    });
  } catch (error) {
    // A database that went away may come back: the entry stays as it is, and the run is tried again.
    if (!(error instanceof AppError) || error.code === "E_SOURCE_DOWN" || error.code === "E_LEASE_LOST")
      throw error;
    await core.db.transaction((tx) =>
      markFailed(tx, run.epoch, execution, { code: error.code, sentence: error.sentence }),
    );
    throw error;
  }
  const ms = Math.round(performance.now() - startedAt);
  // The warehouse has answered and nothing of it is stored yet.
  runtime.probe("execute", "inside");
  return core.db.transaction(async (tx) => {
    const resultId = await markDone(tx, run.epoch, execution, result);
    const { columns, rowCount, truncated } = result;
    await runtime.writeIn(tx, "sql-executed", {
      task: task.id,
      title: task.title,
      resultId,
      hash: statement.hash,
      columns,
      rowCount,
      truncated,
      ms,
    });
    return resultId;
  });
}

/** It may have run; whether to run it again is for a person to say. */
async function askAgain(
  { governance, control }: Pick<State, "governance" | "control">,
  statement: JudgedStatement,
  { core, run, config, step, writeIn }: NodeRuntime,
) {
  // Priced as it was approved, which an edit may have changed since the graph priced it.
  const before = await readApproval(core.db, governance.approvalId!);
  const sentence =
    "The server stopped while this query ran, so it may have run already; its result was not stored. Run it again?";
  const approvalId = await core.db.transaction(async (tx) => {
    await writeIn(tx, "sql-unsettled", { hash: statement.hash, sentence });
    return createApproval(tx, run.epoch, {
      runId: run.id,
      step,
      statement,
      estimate: before.estimate,
      price: { ...before.price, verdict: "ask", sentence },
      cause: "unknown_outcome",
      smaller: null,
      approvers: [run.actor.id],
      minutes: config.runs.approval_minutes,
    });
  });
  return {
    update: { governance: { ...governance, approvalId }, control: { ...control, unsettled: true } },
    decision: sentence,
  };
}

async function evidenceOf(
  result: StoredResult,
  state: Pick<State, "input" | "plan" | "control">,
  statement: JudgedStatement,
  { asOf }: Catalog,
  { run, source, step, write }: NodeRuntime,
): Promise<Evidence> {
  const { id: resultId, rowCount, truncated, columns, rows } = result;
  const { id: task, reading } = currentStep(state);
  const empty = isEmpty(result, reading);
  const evidence: Evidence = {
    id: `ev_${resultId.slice(4)}`,
    step,
    task,
    kind: empty ? "none" : "table",
    ref: resultId,
    digest:
      rows.length === 0
        ? `No rows from ${statement.tables.join(", ")}.`
        : `${truncated ? `More than ${rows.length.toLocaleString("en")}` : rows.length.toLocaleString("en")} row${rows.length === 1 ? "" : "s"}: ${columns.map((each) => each.name).join(", ")}.`.slice(
            0,
            2000,
          ),
    rowCount,
    truncated,
    asOf: asOf ?? state.input.now,
    rightsKey: `${source.config.id}/${run.actor.role}`,
    quality: [],
    ...(empty ? { reason: "no_match" as const } : {}),
  };
  await write("evidence-found", { evidence });
  return evidence;
}
