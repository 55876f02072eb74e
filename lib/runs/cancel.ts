import { eq, sql } from "drizzle-orm";
import type { CoreStore } from "#db/core/client.ts";
import { runs } from "#db/core/schema.ts";
import type { Actor } from "#lib/contracts/actor.ts";
import { AppError } from "#lib/contracts/errors.ts";
import { isActive } from "#lib/contracts/run.ts";
import { lockRun } from "./event-log.ts";
import { endRun } from "./lease.ts";
import { NOTIFY_CHANNEL, type RunSignals } from "./signals.ts";

/**
 * Stops a run. One that waits ends at once; one that runs is told through its lease, and its executor ends the
 * query in the database. Throws `E_RUN_UNKNOWN`; a run that has ended is left as it is.
 */
export async function cancelRun(
  core: CoreStore,
  signals: RunSignals,
  actor: Actor,
  runId: string,
): Promise<void> {
  await core.db.transaction(async (tx) => {
    const run = await lockRun(tx, runId, null);
    if (run.actor.id !== actor.id) throw new AppError("E_RUN_UNKNOWN", "There is no such run of yours.");
    if (!isActive(run.status)) return;
    await tx.update(runs).set({ cancelRequestedBy: actor.id }).where(eq(runs.id, runId));
    if (run.status === "running") await tx.execute(sql`select pg_notify(${NOTIFY_CHANNEL}, ${runId})`);
    else await endRun(tx, runId, null, { status: "cancelled", cancelledBy: actor.id });
  });
  signals.changed(runId);
}
