import { sql } from "drizzle-orm";
import type { CoreTransaction } from "#db/core/client.ts";
import type { Config } from "#lib/config/schema.ts";
import { AppError } from "#lib/contracts/errors.ts";

type RateLimits = Config["rate_limits"];

/**
 * Refuses a question beyond what a person, or all together, may ask in a minute. The runs themselves are the count, so
 * it holds over restarts and for every process and door. Throws `E_RATE_LIMIT` with how long to wait.
 */
export async function insistOnRunRate(
  tx: CoreTransaction,
  actorId: string,
  { runs_per_minute: own, runs_per_minute_in_all: inAll }: RateLimits,
): Promise<void> {
  const [count] = await tx.execute<{ own: number; all: number; own_wait: number; all_wait: number }>(sql`
    select count(*) filter (where actor ->> 'id' = ${actorId})::int as own, count(*)::int as all,
      ceil(60 - extract(epoch from now() - min(created_at) filter (where actor ->> 'id' = ${actorId})))::int as own_wait,
      ceil(60 - extract(epoch from now() - min(created_at)))::int as all_wait
    from causeway.runs where created_at > now() - interval '1 minute'`);
  if (count!.own >= own)
    throw new AppError(
      "E_RATE_LIMIT",
      `You asked ${count!.own} questions within a minute, which is the limit. The next one can be asked in ${seconds(count!.own_wait)}.`,
    );
  if (count!.all >= inAll)
    throw new AppError(
      "E_RATE_LIMIT",
      `So many questions are being asked here (${count!.all} within a minute) that this one has to wait. Ask it again in ${seconds(count!.all_wait)}.`,
    );
}

/**
 * The same for queries that reach a source, checked where one is booked. Throws `E_RATE_LIMIT`.
 *
 * @param actorId whoever asked the run that books it
 */
export async function insistOnQueryRate(
  tx: CoreTransaction,
  actorId: string,
  { queries_per_minute: own, queries_per_minute_in_all: inAll }: RateLimits,
): Promise<void> {
  const [count] = await tx.execute<{ own: number; all: number }>(sql`
    select count(*) filter (where r.actor ->> 'id' = ${actorId})::int as own, count(*)::int as all
    from causeway.sql_executions e join causeway.runs r on r.id = e.run_id
    where e.claimed_at > now() - interval '1 minute'`);
  const over =
    count!.own >= own ? "Your questions" : count!.all >= inAll ? "All questions here together" : null;
  if (over !== null)
    throw new AppError(
      "E_RATE_LIMIT",
      `${over} sent ${over.startsWith("Your") ? count!.own : count!.all} queries within a minute, which is the limit, so this one was not sent. Ask again in a minute.`,
    );
}

function seconds(count: number): string {
  return count <= 1 ? "a second" : `${count} seconds`;
}
