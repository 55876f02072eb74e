import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import type { Engine } from "#agents/engine.ts";
import { approvals, clarifications, results, runs, sqlExecutions } from "#db/core/schema.ts";
import { verifyChain } from "#lib/audit/chain.ts";
import type { Actor } from "#lib/contracts/actor.ts";
import type { NodeName } from "#lib/contracts/event.ts";
import { isActive, type RunStatus } from "#lib/contracts/run.ts";
import { decideApproval } from "#lib/runs/approvals.ts";
import { answerClarification } from "#lib/runs/clarifications.ts";
import { readEvents, readRecords } from "#lib/runs/event-log.ts";
import { followRun } from "#lib/runs/follow.ts";
import { startRun } from "#lib/runs/start.ts";
import { QUESTIONS } from "./stage.ts";

/** Where a worker ends itself, and how many others execute beside it. */
export interface KillPoint {
  question: keyof typeof QUESTIONS;
  node: NodeName;
  place: "before" | "inside" | "after";
  /** 1: a new worker comes after the kill. 2: another one runs from the start. */
  executors: 1 | 2;
}

export interface KillOutcome extends KillPoint {
  status: RunStatus;
  /** How often a person was asked. */
  asked: number;
  /** Whether the worker really ended at its place, rather than never coming there. */
  killed: boolean;
  /** What was promised and not kept; empty when all is well. */
  broken: string[];
}

const WORKER = join(import.meta.dirname, "worker.ts");
const analyst: Actor = { id: "usr_chaos", role: "global", timeZone: "UTC", locale: "en" };

/**
 * Asks a question, ends the executing process at one place, lets another take over, says yes to whatever is asked, and
 * checks what a run promises: it ends, an approval runs at most once, no answer cites a result that is not stored,
 * and the chain of its events verifies.
 *
 * @param engine opened on the same stores, without an executor of its own
 */
export async function killAt(point: KillPoint, engine: Engine): Promise<KillOutcome> {
  const doomed = await startWorker([point.node, point.place]);
  const other = point.executors === 2 ? await startWorker([]) : null;
  const ended = once(doomed, "exit");
  const source = engine.sources.of();
  const { runId } = await startRun(engine.core.db, {
    actor: analyst,
    question: QUESTIONS[point.question],
    source: { id: source.config.id, name: source.config.name },
    options: { approval: { kind: "ask" } },
  });
  let over = false;
  const successor = ended.then(() => (other || over ? null : startWorker([])));
  try {
    const status = await approveUntilItEnds(engine, runId);
    const asked = (await readEvents(engine.core.db, runId)).filter(
      (each) => each.kind === "approval-asked",
    ).length;
    const killed = doomed.signalCode === "SIGKILL";
    return { ...point, status, asked, killed, broken: await brokenPromises(engine, runId) };
  } finally {
    over = true;
    for (const worker of [doomed, other]) await stopWorker(worker);
    await stopWorker(await successor);
  }
}

async function startWorker(args: string[]): Promise<ChildProcess> {
  const worker = fork(WORKER, args, {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { ...process.env, CAUSEWAY_LOG: "silent" },
  });
  await once(worker, "message");
  return worker;
}

async function stopWorker(worker: ChildProcess | null): Promise<void> {
  if (!worker || worker.exitCode !== null || worker.signalCode !== null) return;
  const ended = once(worker, "exit");
  worker.kill("SIGKILL");
  await ended;
}

/** A patient person: says yes to everything, and again when asked again. */
async function approveUntilItEnds(engine: Engine, runId: string): Promise<RunStatus> {
  let status: RunStatus = "queued";
  for await (const update of followRun(engine.core, engine.signals, runId)) {
    if (update.kind !== "status") continue;
    status = update.status;
    if (status === "needs_approval") await approvePending(engine, runId);
    if (status === "needs_answer") await answerPending(engine, runId);
  }
  return status;
}

async function approvePending(engine: Engine, runId: string): Promise<void> {
  const open = await engine.core.db.select().from(approvals).where(eq(approvals.runId, runId));
  for (const { id, revision, sqlHash, decision } of open)
    if (decision === null)
      await decideApproval(engine.core.db, analyst, { id, revision, sqlHash, decision: "approve" });
}

async function answerPending(engine: Engine, runId: string): Promise<void> {
  const asked = await engine.core.db.select().from(clarifications).where(eq(clarifications.runId, runId));
  for (const { id, options, state } of asked)
    if (state === "open")
      await answerClarification(engine.core.db, analyst, { id, option: options[0]!.id, text: null });
}

async function brokenPromises(engine: Engine, runId: string): Promise<string[]> {
  const { db } = engine.core;
  const broken: string[] = [];
  const [run] = await db.select().from(runs).where(eq(runs.id, runId));
  if (isActive(run!.status)) broken.push("the run did not end");
  const executions = await db.select().from(sqlExecutions).where(eq(sqlExecutions.runId, runId));
  const perApproval = Map.groupBy(executions, (each) => each.approvalId);
  for (const [approval, booked] of perApproval)
    if (approval !== null && booked.length > 1)
      broken.push(`approval ${approval} was booked ${booked.length} times`);
  const stored = new Set((await db.select({ id: results.id }).from(results)).map((each) => each.id));
  const events = await readEvents(db, runId);
  const searches = new Set(
    events.flatMap((each) => (each.kind === "passages-retrieved" ? [each.data.retrieval.id] : [])),
  );
  for (const event of events)
    if (event.kind === "answer-written")
      for (const { basis } of event.data.answer.claims)
        if ("resultId" in basis && !stored.has(basis.resultId))
          broken.push(`cites ${basis.resultId}, which is not stored`);
        else if ("retrievalId" in basis && !searches.has(basis.retrievalId))
          broken.push(`cites ${basis.retrievalId}, which no event tells of`);
  if (events.filter((each) => each.kind === "run-finished").length > 1) broken.push("it ended twice");
  const fault = verifyChain(runId, run!.salt, await readRecords(db, runId), {
    seq: run!.lastSeq,
    hash: run!.lastHash,
  });
  if (fault) broken.push(`record ${fault.seq} ${fault.fault}`);
  return broken;
}
