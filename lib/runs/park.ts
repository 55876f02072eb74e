import { eq } from "drizzle-orm";
import type { CoreTransaction } from "#db/core/client.ts";
import { runs } from "#db/core/schema.ts";
import { openApproval } from "./approvals.ts";
import { openClarification } from "./clarifications.ts";
import { lockRun } from "./event-log.ts";
import { endRun } from "./lease.ts";
import type { Wait } from "./wait.ts";

/** The graph waits for a person now: gives the lease up and lets the wait be answered. */
export async function parkRun(tx: CoreTransaction, runId: string, fence: number, wait: Wait): Promise<void> {
  const run = await lockRun(tx, runId, fence);
  // Somebody stopped it while it was on its way here.
  if (run.cancelRequestedBy)
    return endRun(tx, runId, fence, { status: "cancelled", cancelledBy: run.cancelRequestedBy });
  await (wait.kind === "approval" ? openApproval : openClarification)(tx, run, wait);
  await tx
    .update(runs)
    .set({
      status: wait.kind === "approval" ? "needs_approval" : "needs_answer",
      leaseOwner: null,
      leaseUntil: null,
    })
    .where(eq(runs.id, runId));
}
