import type { Catalog, Join } from "#lib/contracts/catalog.ts";
import { AppError } from "#lib/contracts/errors.ts";
import type { Finding } from "#lib/contracts/evidence.ts";
import type { JudgedStatement } from "#lib/contracts/statement.ts";
import type { JoinTrial, UsedJoin } from "#lib/contracts/used-join.ts";
import { multiplies, orphanFinding, trialOf, trialStatement } from "#lib/warehouse/catalog/try-join.ts";
import { approvalOf, isUnsure, joinInWords, joinsUsed } from "#lib/warehouse/catalog/used-joins.ts";
import type { NodeRuntime } from "../../node.ts";

const TRIAL_SECONDS = 5;

/**
 * Tells each join a statement takes and by whom or which rule it may. One that is inferred is tried first over a bounded
 * number of rows. Stops the statement where a join is too unsure for anybody but a person, or multiplies rows.
 */
export async function approveJoins(
  statement: JudgedStatement,
  catalog: Catalog,
  runtime: NodeRuntime,
): Promise<{ findings: Finding[]; stop: string | null }> {
  const joins = joinsUsed(statement, catalog);
  const unsure = joins.find(isUnsure);
  if (unsure)
    return {
      findings: [],
      stop: `The query joins by ${joinInWords(unsure)}, which is only a guess (${unsure.reasons?.[0] ?? "by their names"}). Confirm or reject that join on the page of the source's joins, then ask again.`,
    };
  const used: UsedJoin[] = [];
  const findings: Finding[] = [];
  for (const [at, join] of joins.entries()) {
    const trial = join.origin === "inferred" ? await tryJoin(join, at, catalog, runtime) : null;
    const { from, to, origin, score, reasons = [] } = join;
    used.push({ from, to, origin, score, reasons, trial, ...approvalOf(join) });
    const stop = trial && multiplies(join, trial);
    if (stop) return { findings, stop };
    const orphans = trial && orphanFinding(join, trial);
    if (orphans) findings.push(orphans);
  }
  if (used.length > 0) await runtime.write("join-approved", { joins: used });
  return { findings, stop: null };
}

/** Null where it cannot be tried within the limits: then the score alone speaks for it. */
async function tryJoin(
  join: Join,
  at: number,
  catalog: Catalog,
  { source, run, config, signal, step }: NodeRuntime,
): Promise<JoinTrial | null> {
  const { statement } = await source.judge(trialStatement(join, catalog), [], catalog);
  if (!statement) return null;
  try {
    const estimate = await source.connector.estimate(statement, run.actor.role);
    if (source.price(estimate, statement, catalog).verdict !== "run") return null;
    const result = await source.connector.query(statement, {
      role: run.actor.role,
      limits: {
        timeoutSeconds: Math.min(TRIAL_SECONDS, config.query.timeout_seconds),
        maxRows: 1,
        maxBytes: 10_000,
      },
      signal,
      executionId: `try_${run.id.slice(4)}_${step}_${at}`,
    });
    return trialOf(result);
  } catch (error) {
    // What the trial meets, the statement itself meets next, where it is dealt with.
    if (error instanceof AppError && error.code !== "E_SOURCE_DOWN") return null;
    throw error;
  }
}
