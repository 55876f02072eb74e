import { and, eq } from "drizzle-orm";
import type { CoreDatabase, CoreTransaction } from "#db/core/client.ts";
import { results, runs } from "#db/core/schema.ts";
import type { Actor } from "#lib/contracts/actor.ts";
import { idSchema } from "#lib/contracts/approval.ts";
import { AppError } from "#lib/contracts/errors.ts";
import type { StoredResult } from "#lib/contracts/statement.ts";

/** A stored result, for the graph's own use. Throws `E_RESULT_UNKNOWN`. */
export async function readResult(db: CoreDatabase | CoreTransaction, id: string): Promise<StoredResult> {
  const [row] = await db.select().from(results).where(eq(results.id, id));
  if (!row) throw unknown();
  return row;
}

/** A stored result as its asker may see it: nobody reads rows that were fetched under somebody else's rights. */
export async function readResultFor(db: CoreDatabase, actor: Actor, id: string): Promise<StoredResult> {
  if (!idSchema.safeParse(id).success) throw unknown();
  const [row] = await db
    .select({ result: results, actor: runs.actor })
    .from(results)
    .innerJoin(runs, and(eq(runs.id, results.runId)))
    .where(eq(results.id, id));
  if (!row || row.actor.id !== actor.id) throw unknown();
  return row.result;
}

function unknown(): AppError {
  return new AppError(
    "E_RESULT_UNKNOWN",
    "This result does not exist or is not yours. Ask the question again.",
  );
}
