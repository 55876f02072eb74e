import { asc, eq } from "drizzle-orm";
import type { CoreStore } from "#db/core/client.ts";
import { runs } from "#db/core/schema.ts";
import type { EventView } from "#lib/contracts/event.ts";
import { isActive, type RunStatus } from "#lib/contracts/run.ts";
import { readEvents } from "./event-log.ts";
import type { RunSignals } from "./signals.ts";

export type RunUpdate =
  | { kind: "event"; event: EventView }
  | { kind: "status"; status: RunStatus /** Runs that stand before it in line. */; ahead: number | null }
  | { kind: "heartbeat" };

const POLL_MS = 1_000;
const HEARTBEAT_MS = 15_000;

/**
 * A run's events from a cursor on, then whatever comes, until the run has ended. It reads from the log as its
 * consumer pulls: a slow viewer holds no queue here and comes back by `afterSeq`.
 */
export async function* followRun(
  core: CoreStore,
  signals: RunSignals,
  runId: string,
  options: { afterSeq?: number; signal?: AbortSignal } = {},
): AsyncGenerator<RunUpdate> {
  let cursor = options.afterSeq ?? 0;
  let shown = "";
  let lastSent = Date.now();
  while (!options.signal?.aborted) {
    // Subscribe before reading, so that what is written in between wakes us.
    const woken = new AbortController();
    const stops = options.signal ? AbortSignal.any([woken.signal, options.signal]) : woken.signal;
    const change = signals.waitFor(runId, POLL_MS, stops);
    const status = await statusOf(core, runId);
    if (!status) return;
    for (const event of await readEvents(core.db, runId, cursor)) {
      cursor = event.seq;
      lastSent = Date.now();
      yield { kind: "event", event };
    }
    const ahead = status === "queued" ? await placeInQueue(core, runId) : null;
    if (`${status}/${ahead}` !== shown) {
      shown = `${status}/${ahead}`;
      lastSent = Date.now();
      yield { kind: "status", status, ahead };
    }
    if (!isActive(status)) {
      woken.abort();
      return;
    }
    if (Date.now() - lastSent > HEARTBEAT_MS) {
      lastSent = Date.now();
      yield { kind: "heartbeat" };
    }
    await change;
  }
}

async function statusOf(core: CoreStore, runId: string): Promise<RunStatus | null> {
  const [row] = await core.db.select({ status: runs.status }).from(runs).where(eq(runs.id, runId));
  return row?.status ?? null;
}

/** How many queued runs stand before this one; null where it is not queued. */
async function placeInQueue(core: CoreStore, runId: string): Promise<number | null> {
  const queued = await core.db
    .select({ id: runs.id })
    .from(runs)
    .where(eq(runs.status, "queued"))
    .orderBy(asc(runs.createdAt));
  const place = queued.findIndex((each) => each.id === runId);
  return place === -1 ? null : place;
}
