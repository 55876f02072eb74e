import { and, eq, sql } from "drizzle-orm";
import type { CoreStore } from "#db/core/client.ts";
import { runs } from "#db/core/schema.ts";
import { AppError } from "#lib/contracts/errors.ts";
import { log } from "#lib/telemetry/log.ts";
import { expireApprovals } from "./approvals.ts";
import { expireClarifications } from "./clarifications.ts";
import { appendEvent } from "./event-log.ts";
import {
  claimRun,
  END_STEP,
  endRun,
  type RunEnd,
  type RunRow,
  releaseDeadLeases,
  renewLease,
} from "./lease.ts";
import { parkRun } from "./park.ts";
import type { RunSignals } from "./signals.ts";
import type { Wait } from "./wait.ts";

/** Where driving a run came to: its end, or a wait for a person. */
export type DriveOutcome = { kind: "ended"; end: RunEnd } | { kind: "waiting"; wait: Wait };

/** Drives one claimed run until it ends or waits. Given in from above: this layer does not know the graph. */
export type Drive = (run: RunRow, signal: AbortSignal) => Promise<DriveOutcome>;

export interface ExecutorOptions {
  core: CoreStore;
  signals: RunSignals;
  drive: Drive;
  owner: string;
  /** Runs at once in this process. */
  concurrent: number;
  /** Claims without progress after which a run is given up. */
  maxAttempts: number;
  /** Claims this run only; any where absent. */
  onlyRun?: string | undefined;
}

export interface Executor {
  /** Looks for work now rather than at the next tick. */
  nudge(): void;
  /** Stops claiming and lets go of what runs; another process picks it up. */
  stop(): Promise<void>;
}

const TICK_MS = 1_000;
const RENEW_MS = 2_000;
const DEAD_LEASES_MS = 3_000;
/** How often a run waits for a source that does not answer, before it says so and ends. */
const SOURCE_RETRIES = 3;

/** Why a drive was aborted; tells a cancel from a lost lease and from a shutdown. */
class Interruption extends Error {
  readonly cause_: "cancel" | "lease" | "shutdown";
  readonly by: string | null;
  constructor(cause: "cancel" | "lease" | "shutdown", by: string | null = null) {
    super(cause);
    this.cause_ = cause;
    this.by = by;
  }
}

/**
 * Claims runs by lease and drives them, so that a run outlives the request that started it. One a process.
 * Each look also ends approvals whose time is up, and frees what processes of this host held that died.
 */
export function startExecutor(options: ExecutorOptions): Executor {
  const { core, signals, owner } = options;
  const running = new Map<string, { controller: AbortController; done: Promise<void> }>();
  let stopping = false;
  let looking: Promise<void> | null = null;
  let again = false;

  const look = (): void => {
    if (stopping) return;
    if (looking) {
      again = true;
      return;
    }
    looking = claimAll()
      .catch((error) => log.warn({ error }, "the core store does not answer; looking again in a second"))
      .finally(() => {
        looking = null;
        if (again) {
          again = false;
          look();
        }
      });
  };

  let deadLeasesSeen = 0;
  const claimAll = async (): Promise<void> => {
    await expireApprovals(core.db);
    await expireClarifications(core.db);
    if (Date.now() - deadLeasesSeen > DEAD_LEASES_MS) {
      deadLeasesSeen = Date.now();
      await releaseDeadLeases(core.db);
    }
    while (!stopping && running.size < options.concurrent) {
      const run = await claimRun(core.db, owner, options.onlyRun);
      if (!run) return;
      const controller = new AbortController();
      const done = execute(run, controller, options).finally(() => {
        running.delete(run.id);
        look();
      });
      running.set(run.id, { controller, done });
    }
  };

  const cancelIfAsked = (runId: string): void => {
    const active = running.get(runId);
    if (active) void checkLease(core, runId, active.controller);
    else look();
  };

  const unsubscribe = signals.onAny(cancelIfAsked);
  const timer = setInterval(look, TICK_MS);
  look();

  return {
    nudge: look,
    async stop() {
      stopping = true;
      clearInterval(timer);
      unsubscribe();
      // A claim that is under way starts one more run, which has to be let go of too.
      await looking;
      for (const { controller } of running.values()) controller.abort(new Interruption("shutdown"));
      await Promise.allSettled([...running.values()].map((each) => each.done));
    },
  };
}

async function execute(run: RunRow, controller: AbortController, options: ExecutorOptions): Promise<void> {
  const { core, signals } = options;
  const renewal = setInterval(() => void renew(core, run, controller), RENEW_MS);
  try {
    if (run.cancelRequestedBy) throw new Interruption("cancel", run.cancelRequestedBy);
    if (run.attempts > options.maxAttempts) {
      await end(core, run, givenUp(options.maxAttempts));
      return;
    }
    await core.db.transaction((tx) =>
      appendEvent(tx, run.id, run.epoch, {
        kind: "run-started",
        data: { attempt: run.epoch },
        place: { node: "run", step: 0, attempt: run.epoch, ordinal: 0 },
      }),
    );
    signals.changed(run.id);
    const outcome = await options.drive(run, controller.signal);
    if (outcome.kind === "waiting")
      await core.db.transaction((tx) => parkRun(tx, run.id, run.epoch, outcome.wait));
    else await end(core, run, outcome.end);
  } catch (error) {
    await settle(core, run, controller.signal.aborted ? controller.signal.reason : error);
  } finally {
    clearInterval(renewal);
    signals.changed(run.id);
  }
}

/** Ends a run whose drive threw; where the core store itself is the trouble, the lease lapses and the run is retried. */
async function settle(core: CoreStore, run: RunRow, error: unknown): Promise<void> {
  try {
    if (error instanceof Interruption) {
      if (error.cause_ === "cancel")
        await end(core, run, { status: "cancelled", cancelledBy: error.by ?? run.actor.id });
      else if (error.cause_ === "shutdown") await letGo(core, run, { counts: false });
      return;
    }
    if (error instanceof AppError && error.code === "E_LEASE_LOST") return;
    if (isPassing(error) && run.attempts <= SOURCE_RETRIES) {
      await tryAgain(core, run, error);
      return;
    }
    if (error instanceof AppError) {
      await end(core, run, { status: "failed", failure: { code: error.code, sentence: error.sentence } });
      return;
    }
    log.error({ error, runId: run.id }, "a run was interrupted by a fault and will be tried again");
    await letGo(core, run, { counts: true });
  } catch (fault) {
    log.warn(
      { error: fault, runId: run.id },
      "a run could not be ended; its lease lapses and it is picked up again",
    );
  }
}

async function end(core: CoreStore, run: RunRow, end: RunEnd): Promise<void> {
  await core.db.transaction((tx) => endRun(tx, run.id, run.epoch, end));
}

/** A warehouse that does not answer may be restarting; anything else would only fail again. */
function isPassing(error: unknown): error is AppError {
  return error instanceof AppError && error.code === "E_SOURCE_DOWN";
}

/** Says that the run waits for its source, and puts it back in line; a little later each time. */
async function tryAgain(core: CoreStore, run: RunRow, error: AppError): Promise<void> {
  const seconds = 2 ** run.attempts;
  await core.db.transaction((tx) =>
    appendEvent(tx, run.id, run.epoch, {
      kind: "retry-decided",
      data: {
        error: error.sentence,
        diagnosis: "It may be restarting.",
        change: `Trying again in ${seconds} s.`,
        attempt: run.attempts + 1,
        of: SOURCE_RETRIES + 1,
      },
      place: { node: "run", step: END_STEP, attempt: run.epoch, ordinal: 1 },
    }),
  );
  await letGo(core, run, { counts: true, seconds });
}

/**
 * Gives the lease up so that any executor may claim the run after a pause, which keeps a fault from spinning.
 * A stop of the process is nobody's fault and does not count as an attempt.
 */
async function letGo(
  core: CoreStore,
  run: RunRow,
  { counts, seconds = 1 }: { counts: boolean; seconds?: number },
): Promise<void> {
  await core.db
    .update(runs)
    .set({
      leaseUntil: sql`now() + make_interval(secs => ${seconds})`,
      ...(counts ? {} : { attempts: sql`greatest(${runs.attempts} - 1, 0)` }),
    })
    .where(and(eq(runs.id, run.id), eq(runs.epoch, run.epoch), eq(runs.status, "running")));
}

async function renew(core: CoreStore, run: RunRow, controller: AbortController): Promise<void> {
  await checkLease(core, run.id, controller, run.epoch);
}

async function checkLease(
  core: CoreStore,
  runId: string,
  controller: AbortController,
  epoch?: number,
): Promise<void> {
  if (controller.signal.aborted) return;
  try {
    if (epoch !== undefined) {
      const lease = await renewLease(core.db, runId, epoch);
      if (!lease.held) controller.abort(new Interruption("lease"));
      else if (lease.cancelRequestedBy) controller.abort(new Interruption("cancel", lease.cancelRequestedBy));
      return;
    }
    const [row] = await core.db.select({ by: runs.cancelRequestedBy }).from(runs).where(eq(runs.id, runId));
    if (row?.by) controller.abort(new Interruption("cancel", row.by));
  } catch (error) {
    log.warn({ error, runId }, "the lease could not be renewed; trying again");
  }
}

function givenUp(attempts: number): RunEnd {
  return {
    status: "failed",
    failure: {
      code: "E_INTERNAL",
      sentence: `This question was tried ${attempts} times and each attempt ended early. Nothing was lost; ask it again, and tell whoever runs Causeway if it happens again.`,
    },
  };
}
