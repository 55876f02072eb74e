import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { CoreDatabase, CoreTransaction } from "#db/core/client.ts";
import { eventData, runEvents, runs } from "#db/core/schema.ts";
import { dataMac, eventHash } from "#lib/audit/chain.ts";
import { AppError } from "#lib/contracts/errors.ts";
import {
  type EventData,
  type EventEnvelope,
  type EventKind,
  type EventView,
  eventDataSchemas,
  type NodeName,
} from "#lib/contracts/event.ts";
import { NOTIFY_CHANNEL } from "./signals.ts";

/** Where in the graph an event belongs; with `kind` and `ordinal` it makes writing idempotent. */
export interface EventPlace {
  node: NodeName;
  /** Superstep of the graph; 0 for what happens before it. */
  step: number;
  attempt: number;
  ordinal: number;
}

export interface NewEvent<K extends EventKind = EventKind> {
  kind: K;
  data: EventData<K>;
  place: EventPlace;
}

/** Writes under a lease carry its epoch and are refused when a newer one exists; `null` is for actions of a person. */
export type Fence = number | null;

/**
 * Appends one event to a run's chain, in the caller's transaction. `seq` is taken under the run row's lock, so
 * parallel branches leave no gap. Writing the same place again is a no-op, since a checkpoint may lag behind the log:
 * what was told first stands, and is returned, so that a node that runs again goes on with it.
 * Throws `E_LEASE_LOST` where the fence is old.
 */
export async function appendEvent<K extends EventKind>(
  tx: CoreTransaction,
  runId: string,
  fence: Fence,
  { kind, data, place }: NewEvent<K>,
): Promise<EventData<K>> {
  const run = await lockRun(tx, runId, fence);
  const [present] = await tx
    .select({ data: eventData.data })
    .from(runEvents)
    .innerJoin(eventData, eq(eventData.ref, runEvents.dataRef))
    .where(
      and(
        eq(runEvents.runId, runId),
        eq(runEvents.step, place.step),
        eq(runEvents.node, place.node),
        eq(runEvents.attempt, place.attempt),
        eq(runEvents.kind, kind),
        eq(runEvents.ordinal, place.ordinal),
      ),
    );
  if (present) return present.data as EventData<K>;

  const checked = eventDataSchemas[kind].parse(data);
  const seq = run.lastSeq + 1;
  const dataRef = `${runId}/${seq}`;
  const unsigned = {
    v: 1 as const,
    runId,
    seq,
    at: new Date().toISOString(),
    epoch: run.epoch,
    step: place.step,
    attempt: place.attempt,
    node: place.node,
    kind,
    actor: run.actor,
    dataRef,
    dataMac: dataMac(run.salt, checked),
    prevHash: run.lastHash,
  };
  const hash = eventHash(unsigned);
  const { v: _, ...row } = unsigned;
  await tx.insert(eventData).values({ ref: dataRef, data: checked });
  await tx.insert(runEvents).values({ ...row, ordinal: place.ordinal, hash });
  await tx.update(runs).set({ lastSeq: seq, lastHash: hash }).where(eq(runs.id, runId));
  await tx.execute(sql`select pg_notify(${NOTIFY_CHANNEL}, ${runId})`);
  return checked as EventData<K>;
}

/** Locks the run's row for this transaction and checks the fence. */
export async function lockRun(tx: CoreTransaction, runId: string, fence: Fence) {
  const [run] = await tx.select().from(runs).where(eq(runs.id, runId)).for("update");
  if (!run) throw new AppError("E_RUN_UNKNOWN", "This run does not exist any more.");
  if (fence !== null && run.epoch !== fence)
    throw new AppError("E_LEASE_LOST", "Another process has taken this run over; nothing is lost.");
  return run;
}

/** Events after `seq`, in order of the log. */
export async function readEvents(
  db: CoreDatabase | CoreTransaction,
  runId: string,
  afterSeq = 0,
): Promise<EventView[]> {
  const rows = await db
    .select({
      seq: runEvents.seq,
      at: runEvents.at,
      step: runEvents.step,
      attempt: runEvents.attempt,
      node: runEvents.node,
      kind: runEvents.kind,
      data: eventData.data,
    })
    .from(runEvents)
    .innerJoin(eventData, eq(eventData.ref, runEvents.dataRef))
    .where(and(eq(runEvents.runId, runId), gt(runEvents.seq, afterSeq)))
    .orderBy(asc(runEvents.seq));
  return rows as EventView[];
}

/** Whole records with their envelopes, for verification and export. */
export async function readRecords(db: CoreDatabase | CoreTransaction, runId: string) {
  const rows = await db
    .select()
    .from(runEvents)
    .leftJoin(eventData, eq(eventData.ref, runEvents.dataRef))
    .where(eq(runEvents.runId, runId))
    .orderBy(asc(runEvents.seq));
  return rows.map(({ run_events: { ordinal: _, ...row }, event_data: stored }) => ({
    envelope: { v: 1, ...row } as EventEnvelope,
    data: stored?.data,
  }));
}
