import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { CoreDatabase, CoreTransaction } from "#db/core/client.ts";
import { runs, sqlExecutions } from "#db/core/schema.ts";
import type { EventData } from "#lib/contracts/event.ts";
import type { RunStatus } from "#lib/contracts/run.ts";
import { appendEvent, lockRun } from "./event-log.ts";

export const LEASE_SECONDS = 15;
export type RunRow = typeof runs.$inferSelect;

/** Names this process; whoever shares its place can tell which leases died with their process. */
export function leaseOwner(): string {
  return `${place()}/${process.pid}/${Date.now().toString(36)}`;
}

/** Where process ids mean the same: one host, and on Linux one boot and one pid namespace (two containers are two). */
function place(): string {
  const parts = [hostname()];
  try {
    parts.push(
      readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim(),
      readlinkSync("/proc/self/ns/pid"),
    );
  } catch {
    // Elsewhere than on Linux the host name has to do.
  }
  return parts.join("@").replaceAll("/", "_");
}

/**
 * Takes the oldest run that nobody executes: queued, or running under a lapsed lease. Bumps its epoch, which fences
 * off whoever held it before. Null where there is none.
 */
export async function claimRun(db: CoreDatabase, owner: string, onlyRun?: string): Promise<RunRow | null> {
  const [claimed] = await db
    .update(runs)
    .set({
      status: "running",
      leaseOwner: owner,
      leaseUntil: sql`now() + make_interval(secs => ${LEASE_SECONDS})`,
      epoch: sql`${runs.epoch} + 1`,
      attempts: sql`${runs.attempts} + 1`,
    })
    .where(
      eq(
        runs.id,
        sql`(select id from ${runs}
             where (status = 'queued' or (status = 'running' and lease_until < now()))
               and (${onlyRun ?? null}::text is null or id = ${onlyRun ?? null})
             order by created_at limit 1 for update skip locked)`,
      ),
    )
    .returning();
  return claimed ?? null;
}

/** False where the lease is lost. Also tells whether someone asked to stop. */
export async function renewLease(db: CoreDatabase, runId: string, epoch: number) {
  const [row] = await db
    .update(runs)
    .set({ leaseUntil: sql`now() + make_interval(secs => ${LEASE_SECONDS})` })
    .where(and(eq(runs.id, runId), eq(runs.epoch, epoch), eq(runs.status, "running")))
    .returning({ cancelRequestedBy: runs.cancelRequestedBy });
  return row
    ? { held: true, cancelRequestedBy: row.cancelRequestedBy }
    : { held: false, cancelRequestedBy: null };
}

/** Lets other executors take over at once what processes of this host held that are no longer alive. */
export async function releaseDeadLeases(db: CoreDatabase): Promise<void> {
  const held = await db
    .selectDistinct({ owner: runs.leaseOwner })
    .from(runs)
    .where(eq(runs.status, "running"));
  for (const { owner } of held) {
    const [host, pid] = owner?.split("/") ?? [];
    if (host !== place() || isAlive(Number(pid))) continue;
    await db
      .update(runs)
      .set({ leaseUntil: sql`now() - interval '1 second'` })
      .where(and(eq(runs.status, "running"), eq(runs.leaseOwner, owner!)));
  }
}

type EndStatus = Extract<RunStatus, "done" | "declined" | "failed" | "cancelled" | "expired">;

export interface RunEnd {
  status: EndStatus;
  /** For `failed`: what a person reads. */
  failure?: EventData<"run-failed">;
  cancelledBy?: string;
}

/** Ends a run: its last events and its status in one transaction. */
export async function endRun(
  tx: CoreTransaction,
  runId: string,
  fence: number | null,
  end: RunEnd,
): Promise<void> {
  const run = await lockRun(tx, runId, fence);
  const place = { node: "run" as const, step: END_STEP, attempt: 1, ordinal: 0 };
  if (end.failure) await appendEvent(tx, runId, fence, { kind: "run-failed", data: end.failure, place });
  if (end.cancelledBy)
    await appendEvent(tx, runId, fence, { kind: "run-cancelled", data: { by: end.cancelledBy }, place });
  await closeExecutions(tx, runId, end.status);
  const spent = await timeSpent(tx, runId);
  await appendEvent(tx, runId, fence, {
    kind: "run-finished",
    data: { status: end.status, ...spent },
    place,
  });
  await tx
    .update(runs)
    .set({ status: end.status, leaseOwner: null, leaseUntil: null, finishedAt: sql`now()` })
    .where(eq(runs.id, run.id));
}

/** No entry of the ledger stays open behind a run that has ended. */
async function closeExecutions(tx: CoreTransaction, runId: string, status: EndStatus): Promise<void> {
  const stopped = status === "cancelled";
  await tx
    .update(sqlExecutions)
    .set({
      state: stopped ? "failed" : "unknown",
      errorCode: stopped ? "E_QUERY_CANCELLED" : null,
      error: stopped ? "It was stopped." : null,
      finishedAt: sql`now()`,
    })
    .where(and(eq(sqlExecutions.runId, runId), inArray(sqlExecutions.state, ["claimed", "running"])));
}

/** Sorts after every superstep of the graph. */
export const END_STEP = 1_000_000;

/** Time spent working (the sum of the nodes' times, so that waiting for a person does not count) and queries run. */
async function timeSpent(tx: CoreTransaction, runId: string): Promise<{ ms: number; queries: number }> {
  const [row] = await tx.execute<{ ms: number; queries: number }>(sql`
    select coalesce(sum((d.data->>'ms')::float8) filter (where e.kind = 'node-finished'), 0)::float8 as ms,
           (count(*) filter (where e.kind = 'sql-executed'))::int as queries
    from causeway.run_events e join causeway.event_data d on d.ref = e.data_ref where e.run_id = ${runId}`);
  return { ms: Math.round(row?.ms ?? 0), queries: row?.queries ?? 0 };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
