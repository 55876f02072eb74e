import type { CoreStore } from "#db/core/client.ts";
import type { Actor } from "#lib/contracts/actor.ts";
import type { Approval } from "#lib/contracts/approval.ts";
import { AppError } from "#lib/contracts/errors.ts";
import { assertOpen, readApproval, reviseApproval } from "#lib/runs/approvals.ts";
import { readAskedRun } from "#lib/runs/threads.ts";
import { failure } from "#lib/warehouse/guard/judge.ts";
import type { Sources } from "#lib/warehouse/sources.ts";

/**
 * Takes a person's edit of a waiting statement: it goes through the gate and gets its own hash and price, and then
 * waits as a new revision. Throws `E_GATE` with the gate's sentence, or `E_COST_REFUSED`.
 */
export async function reviseWaitingStatement(
  core: CoreStore,
  sources: Sources,
  actor: Actor,
  input: { id: string; sql: string },
): Promise<Approval> {
  const approval = await readApproval(core.db, input.id);
  assertOpen(approval, actor);
  // As whoever asked, whatever role is on screen now: it will run as the run's own.
  const run = await readAskedRun(core.db, actor, approval.runId);
  const source = sources.of(run.sourceId);
  const catalog = await source.catalog(run.actor, run.options.now ?? new Date().toISOString());
  const judgement = await source.judge(input.sql, approval.params, catalog);
  if (!judgement.statement) {
    const fault = failure(judgement);
    throw new AppError("E_GATE", `The edit was not taken. ${fault?.sentence ?? ""}`.trim());
  }
  const estimate = await source.connector.estimate(judgement.statement, run.actor.role);
  const price = source.price(estimate, judgement.statement, catalog);
  if (price.verdict === "refuse")
    throw new AppError("E_COST_REFUSED", `The edit was not taken. ${price.sentence}`);
  return reviseApproval(core.db, actor, input.id, { statement: judgement.statement, estimate, price });
}
