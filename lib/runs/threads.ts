import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { CoreDatabase } from "#db/core/client.ts";
import { runs, threads } from "#db/core/schema.ts";
import type { Actor } from "#lib/contracts/actor.ts";
import { AppError } from "#lib/contracts/errors.ts";
import type { RunStatus, RunView, ThreadView } from "#lib/contracts/run.ts";

/** The asker's conversations, newest first, each with the state of its latest run. */
export async function listThreads(db: CoreDatabase, actor: Actor, limit = 100): Promise<ThreadView[]> {
  // The table by name: a bare column would be taken for the subquery's own.
  const latest = sql<RunStatus | null>`(select r.status from causeway.runs r where r.thread_id = ${threads}.id
    order by r.created_at desc limit 1)`;
  const rows = await db
    .select({
      id: threads.id,
      title: threads.title,
      sourceId: threads.sourceId,
      updatedAt: threads.updatedAt,
      status: latest,
    })
    .from(threads)
    .where(eq(threads.actorId, actor.id))
    .orderBy(desc(threads.updatedAt))
    .limit(limit);
  return rows.map((row) => ({ ...row, updatedAt: new Date(row.updatedAt).toISOString() }));
}

/** A conversation's runs, oldest first. Throws `E_THREAD_UNKNOWN` where it is not the asker's. */
export async function readThread(
  db: CoreDatabase,
  actor: Actor,
  threadId: string,
): Promise<{ thread: Pick<ThreadView, "id" | "title" | "sourceId">; runs: RunView[] }> {
  const [thread] = await db
    .select({ id: threads.id, title: threads.title, sourceId: threads.sourceId })
    .from(threads)
    .where(and(eq(threads.id, threadId), eq(threads.actorId, actor.id)));
  if (!thread)
    throw new AppError("E_THREAD_UNKNOWN", "There is no such conversation of yours. Start a new question.");
  const rows = await db.select().from(runs).where(eq(runs.threadId, threadId)).orderBy(asc(runs.createdAt));
  return { thread, runs: rows.map(toView) };
}

/** The source a conversation asks; null where the asker has no such conversation. */
export async function readThreadSource(
  db: CoreDatabase,
  actor: Pick<Actor, "id">,
  threadId: string,
): Promise<string | null> {
  const [row] = await db
    .select({ sourceId: threads.sourceId })
    .from(threads)
    .where(and(eq(threads.id, threadId), eq(threads.actorId, actor.id)));
  return row?.sourceId ?? null;
}

/** Throws `E_RUN_UNKNOWN` where it does not exist or is not the asker's. */
export async function readRun(db: CoreDatabase, actor: Actor, runId: string): Promise<RunView> {
  return toView(await readAskedRun(db, actor, runId));
}

function toView(row: typeof runs.$inferSelect): RunView {
  return {
    id: row.id,
    threadId: row.threadId,
    question: row.question,
    status: row.status,
    createdAt: new Date(row.createdAt).toISOString(),
  };
}

/** A run with its actor, source and options, for its asker. Throws `E_RUN_UNKNOWN`. */
export async function readAskedRun(db: CoreDatabase, actor: Actor, runId: string) {
  const [row] = await db.select().from(runs).where(eq(runs.id, runId));
  if (!row || row.actor.id !== actor.id)
    throw new AppError("E_RUN_UNKNOWN", "There is no such run of yours.");
  return row;
}
