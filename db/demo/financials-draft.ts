import { monthOf } from "./calendar.ts";
import { type MonthlyFinancials, netMargin } from "./financials.ts";
import { netCents, type Order } from "./orders.ts";
import { type DemoTable, euros } from "./table.ts";

/** The quarter's last month, which the draft knew only in part. */
export const lateMonth = "2025-09-01";
const draftedFrom = "2025-01-01";
const draftedOn = "2025-10-05";
const shippedUntil = "2025-09-30";

/**
 * Trap, on purpose: a superseded copy. The flash of 5 October 2025 knew of September's orders only those that had been
 * shipped by the end of the month; the others were booked late, and `monthly_financials` has them.
 */
export function draftFinancials(financials: MonthlyFinancials[], orders: Order[]): MonthlyFinancials[] {
  const known = new Map<string, number>();
  for (const order of orders) {
    if (monthOf(order.orderedOn) !== lateMonth || (order.shippedOn ?? "9") > shippedUntil) continue;
    const { code } = order.customer.country;
    known.set(code, (known.get(code) ?? 0) + order.lines.reduce((sum, line) => sum + netCents(line), 0));
  }
  return financials
    .filter(({ month }) => draftedFrom <= month && month <= lateMonth)
    .map((row) => {
      if (row.month !== lateMonth) return row;
      const revenue = known.get(row.country.code) ?? 0;
      const share = row.revenue === 0 ? 0 : revenue / row.revenue;
      return { ...row, revenue, costOfGoods: Math.round(row.costOfGoods * share) };
    });
}

export const financialsDraftTable: DemoTable = {
  schema: "finance",
  name: "monthly_financials_2025_draft",
  comment:
    "Superseded: preliminary copy of monthly_financials as of 5 October 2025, in which September 2025 is incomplete. Kept for audit; use monthly_financials.",
  columns: {
    country_code: {
      type: "text",
      comment: "Country of the preliminary row.",
      references: "reference.countries.country_code",
    },
    month: { type: "date", comment: "Month of the preliminary row, as its first day." },
    draft_revenue: { type: "numeric(14,2)", comment: "Preliminary figure, superseded, in euros." },
    draft_cost_of_goods: { type: "numeric(14,2)", comment: "Preliminary figure, superseded, in euros." },
    draft_operating_cost: { type: "numeric(14,2)", comment: "Preliminary figure, superseded, in euros." },
    draft_compliance_cost: { type: "numeric(14,2)", comment: "Preliminary figure, superseded, in euros." },
    draft_margin: { type: "numeric(8,4)", comment: "Preliminary figure, superseded.", nullable: true },
    drafted_on: { type: "date", comment: "Day on which the preliminary copy was made." },
  },
  primaryKey: ["country_code", "month"],
  countryColumn: "country_code",
  rows: ({ financials, orders }) =>
    draftFinancials(financials, orders).map((row) => [
      row.country.code,
      row.month,
      euros(row.revenue),
      euros(row.costOfGoods),
      euros(row.operatingCost),
      euros(row.complianceCost),
      netMargin(row),
      draftedOn,
    ]),
};
