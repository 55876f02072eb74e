import { and, eq, gte, isNotNull, sql } from "drizzle-orm";
import type { CoreDatabase, CoreTransaction } from "#db/core/client.ts";
import { runs, sqlExecutions } from "#db/core/schema.ts";
import type { PriceLimits } from "#lib/config/schema.ts";
import { AppError } from "#lib/contracts/errors.ts";
import {
  type Booking,
  type Estimate,
  type PriceMetric,
  priceMetricSchema,
} from "#lib/contracts/statement.ts";
import { amount } from "#lib/format/amount.ts";

/** Whose budget it is: a person's at a source. The day begins at midnight in the source's time zone. */
export interface BudgetHolder {
  actorId: string;
  sourceId: string;
  timeZone: string;
}

/** What an estimate books against a budget: each metric it has, in that metric's own unit. */
export function bookingOf(estimate: Partial<Estimate>): Booking {
  return Object.fromEntries(
    priceMetricSchema.options.flatMap((metric) =>
      estimate[metric] === undefined ? [] : [[metric, Math.ceil(estimate[metric])]],
    ),
  );
}

/**
 * Books nothing; says whether an estimate still fits into what is left of the day.
 *
 * @returns the sentence to refuse with, or null where it fits
 */
export async function overBudget(
  db: CoreDatabase | CoreTransaction,
  holder: BudgetHolder,
  limits: PriceLimits,
  booking: Booking,
): Promise<string | null> {
  const limited = priceMetricSchema.options.filter((metric) => limits[metric] !== undefined);
  if (limited.length === 0) return null;
  const spent = await spentToday(db, holder);
  for (const metric of limited) {
    const [limit, used, wanted] = [limits[metric]!, spent[metric] ?? 0, booking[metric] ?? 0];
    if (used + wanted > limit)
      return (
        `It would take ${amount(wanted)} ${UNITS[metric]} of your budget for today, and ${amount(Math.max(0, limit - used))} of ` +
        `${amount(limit)} are left. Ask for less, or again tomorrow: the day begins anew at midnight (${holder.timeZone}).`
      );
  }
  return null;
}

/**
 * The same, where the booking is about to be written in this transaction: bookings of one person at one source stand
 * in line, so that two runs cannot both take what is left. Throws `E_BUDGET`.
 */
export async function insistOnBudget(
  tx: CoreTransaction,
  holder: BudgetHolder,
  limits: PriceLimits,
  booking: Booking,
): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`budget/${holder.actorId}/${holder.sourceId}`}, 0))`,
  );
  const sentence = await overBudget(tx, holder, limits, booking);
  if (sentence !== null) throw new AppError("E_BUDGET", sentence);
}

const UNITS: Record<PriceMetric, string> = {
  scannedRows: "scanned rows",
  bytes: "bytes",
  engineCost: "units of the database's own cost",
  resultRows: "result rows",
};

/** What was booked since the day began, whatever came of it: a query that failed had its cost as well. */
async function spentToday(db: CoreDatabase | CoreTransaction, holder: BudgetHolder): Promise<Booking> {
  const rows = await db
    .select({ booked: sqlExecutions.booked })
    .from(sqlExecutions)
    .innerJoin(runs, eq(runs.id, sqlExecutions.runId))
    .where(
      and(
        eq(runs.sourceId, holder.sourceId),
        sql`${runs.actor} ->> 'id' = ${holder.actorId}`,
        isNotNull(sqlExecutions.booked),
        gte(
          sqlExecutions.claimedAt,
          sql`date_trunc('day', now() at time zone ${holder.timeZone}) at time zone ${holder.timeZone}`,
        ),
      ),
    );
  const spent: Booking = {};
  for (const { booked } of rows)
    for (const metric of priceMetricSchema.options)
      if (booked?.[metric] !== undefined) spent[metric] = (spent[metric] ?? 0) + booked[metric];
  return spent;
}
