import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { CoreDatabase, CoreTransaction } from "#db/core/client.ts";
import { results, runs, sqlExecutions } from "#db/core/schema.ts";

/** A result that the very same statement brought a short while ago. */
export interface Recalled {
  resultId: string;
  /** ISO instant at which it was read. */
  at: string;
}

/**
 * The ledger is the cache of results: the latest finished execution of the same statement (its hash covers text,
 * parameters, source and the source's version) that was run as the same role and over the same state of the data. Rows
 * never cross rights.
 *
 * @param dataVersion what the source says of the state of its data; null where it cannot tell, so that only age counts
 * @param minutes how old it may be
 */
export async function recallResult(
  db: CoreDatabase,
  key: { sqlHash: string; sourceId: string; role: string; dataVersion: string | null },
  minutes: number,
): Promise<Recalled | null> {
  if (minutes <= 0) return null;
  const [row] = await db
    .select({ resultId: sqlExecutions.resultId, at: sqlExecutions.finishedAt })
    .from(sqlExecutions)
    .innerJoin(runs, eq(runs.id, sqlExecutions.runId))
    .where(
      and(
        eq(sqlExecutions.sqlHash, key.sqlHash),
        eq(sqlExecutions.state, "done"),
        eq(runs.sourceId, key.sourceId),
        sql`${runs.actor} ->> 'role' = ${key.role}`,
        sql`${sqlExecutions.dataVersion} is not distinct from ${key.dataVersion}`,
        gt(sqlExecutions.finishedAt, sql`now() - make_interval(secs => ${minutes * 60})`),
      ),
    )
    .orderBy(desc(sqlExecutions.finishedAt))
    .limit(1);
  return row?.resultId && row.at ? { resultId: row.resultId, at: new Date(row.at).toISOString() } : null;
}

/** Copies a recalled result into a run, so that the run's record stands on its own. Doing it again changes nothing. */
export async function copyResult(
  tx: CoreTransaction,
  { resultId }: Recalled,
  to: { id: string; runId: string },
): Promise<void> {
  const { columns, rows, rowCount, truncated } = results;
  await tx
    .insert(results)
    .select(
      tx
        .select({
          id: sql<string>`${to.id}`.as("id"),
          runId: sql<string>`${to.runId}`.as("run_id"),
          columns,
          rows,
          rowCount,
          truncated,
          derived: results.derived,
          createdAt: sql<string>`now()`.as("created_at"),
        })
        .from(results)
        .where(eq(results.id, resultId)),
    )
    .onConflictDoNothing();
}
