import { and, desc, eq, sql } from "drizzle-orm";
import type { CoreDatabase, CoreTransaction } from "#db/core/client.ts";
import { approvals, results, sqlExecutions } from "#db/core/schema.ts";
import { AppError, type ErrorCode } from "#lib/contracts/errors.ts";
import type { Booking, Cell, ResultColumn } from "#lib/contracts/statement.ts";
import { lockRun } from "./event-log.ts";

export type ExecutionRow = typeof sqlExecutions.$inferSelect;

export interface ExecutionKey {
  runId: string;
  step: number;
  sqlHash: string;
  /** Null for a statement that was cheap enough to run without asking. */
  approvalId: string | null;
  /** What it is expected to cost. */
  booked?: Booking;
  /** State of the source's data, where the source can tell. */
  dataVersion?: string | null;
}

/** What else has to hold when a new execution is booked; throws where it does not. */
export type BookingCheck = (tx: CoreTransaction) => Promise<void>;

/**
 * Books an execution before anything is sent: one transaction checks lease, approval and hash and writes `claimed`.
 * On recovery it returns what an earlier attempt left, in whatever state that is.
 * Throws `E_LEASE_LOST`, `E_APPROVAL_HASH`, `E_APPROVAL_USED`, and whatever `check` throws.
 */
export async function claimExecution(
  db: CoreDatabase,
  fence: number,
  key: ExecutionKey,
  check: BookingCheck = async () => undefined,
): Promise<ExecutionRow> {
  return db.transaction(async (tx) => {
    await lockRun(tx, key.runId, fence);
    const earlier = await latestExecution(tx, key);
    if (earlier) return earlier;
    await check(tx);
    if (key.approvalId) await checkApproval(tx, key.approvalId, key.sqlHash);
    return insertExecution(tx, fence, key, 1);
  });
}

/** Books another attempt of a statement that needed no approval. An approved one is never booked twice. */
export async function reclaimExecution(
  db: CoreDatabase,
  fence: number,
  key: ExecutionKey & { approvalId: null },
): Promise<ExecutionRow> {
  return db.transaction(async (tx) => {
    await lockRun(tx, key.runId, fence);
    const earlier = await latestExecution(tx, key);
    return insertExecution(tx, fence, key, (earlier?.attempt ?? 0) + 1);
  });
}

/** From here on the warehouse may have it. */
export async function markRunning(db: CoreDatabase, fence: number, execution: ExecutionRow): Promise<void> {
  await db.transaction(async (tx) => {
    await lockRun(tx, execution.runId, fence);
    const booked = await tx
      .update(sqlExecutions)
      .set({ state: "running", epoch: fence })
      .where(and(eq(sqlExecutions.id, execution.id), eq(sqlExecutions.state, "claimed")))
      .returning({ id: sqlExecutions.id });
    if (booked.length === 0)
      throw new AppError(
        "E_APPROVAL_USED",
        "This query is under way or was run already, so it was not sent again.",
      );
  });
}

/** Stores the result and closes the entry, in the caller's transaction (which also writes the event). */
export async function markDone(
  tx: CoreTransaction,
  fence: number,
  execution: ExecutionRow,
  result: { columns: ResultColumn[]; rows: Cell[][]; rowCount: number | null; truncated: boolean },
): Promise<string> {
  await lockRun(tx, execution.runId, fence);
  const resultId = `res_${execution.id}`;
  await tx.insert(results).values({ id: resultId, runId: execution.runId, ...result });
  await tx
    .update(sqlExecutions)
    .set({ state: "done", resultId, finishedAt: sql`now()` })
    .where(eq(sqlExecutions.id, execution.id));
  return resultId;
}

export async function markFailed(
  tx: CoreTransaction,
  fence: number,
  execution: ExecutionRow,
  failure: { code: ErrorCode; sentence: string },
): Promise<void> {
  await lockRun(tx, execution.runId, fence);
  await tx
    .update(sqlExecutions)
    .set({ state: "failed", error: failure.sentence, errorCode: failure.code, finishedAt: sql`now()` })
    .where(eq(sqlExecutions.id, execution.id));
}

/** The process that ran it is gone and the warehouse cannot tell how it ended. */
export async function markUnknown(
  tx: CoreTransaction,
  fence: number,
  execution: ExecutionRow,
): Promise<void> {
  await lockRun(tx, execution.runId, fence);
  await tx
    .update(sqlExecutions)
    .set({ state: "unknown", finishedAt: sql`now()` })
    .where(eq(sqlExecutions.id, execution.id));
}

async function latestExecution(tx: CoreTransaction, key: ExecutionKey): Promise<ExecutionRow | undefined> {
  const [row] = await tx
    .select()
    .from(sqlExecutions)
    .where(and(eq(sqlExecutions.runId, key.runId), eq(sqlExecutions.step, key.step)))
    .orderBy(desc(sqlExecutions.attempt))
    .limit(1);
  if (row && row.sqlHash !== key.sqlHash)
    throw new AppError(
      "E_APPROVAL_HASH",
      "The query differs from the one that was booked for this step, so it was not run. Ask the question again.",
    );
  return row;
}

async function insertExecution(
  tx: CoreTransaction,
  fence: number,
  key: ExecutionKey,
  attempt: number,
): Promise<ExecutionRow> {
  const [row] = await tx
    .insert(sqlExecutions)
    .values({
      ...key,
      id: `${key.runId.slice(4)}_${key.step}_${attempt}`,
      attempt,
      state: "claimed",
      epoch: fence,
    })
    .returning();
  return row!;
}

async function checkApproval(tx: CoreTransaction, approvalId: string, sqlHash: string): Promise<void> {
  const [approval] = await tx
    .select()
    .from(approvals)
    .where(and(eq(approvals.id, approvalId), eq(approvals.decision, "approve")));
  if (approval?.sqlHash !== sqlHash)
    throw new AppError("E_APPROVAL_HASH", "What was approved is not what would run, so it was not run.");
  const [used] = await tx.select().from(sqlExecutions).where(eq(sqlExecutions.approvalId, approvalId));
  if (used)
    throw new AppError("E_APPROVAL_USED", "This approval was used already; a query runs once per approval.");
}
