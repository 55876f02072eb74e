import { type Month, months } from "./calendar.ts";
import { type Country, countries } from "./geography.ts";
import { bookingMonth, netCents, type Order } from "./orders.ts";
import { type Random, randomStream } from "./random.ts";
import { type DemoTable, euros } from "./table.ts";

/** One country's result of one month; all amounts in cents. */
export interface MonthlyFinancials {
  country: Country;
  month: string;
  revenue: number;
  costOfGoods: number;
  operatingCost: number;
  complianceCost: number;
}

/** Planted truth 1: new reporting duties triple Germany's compliance cost from this month. */
export const germanComplianceFrom = "2025-07-01";
const germanComplianceFactor = 3;

const variableOperatingShare = 0.21;
const fixedOperatingShare = 0.09;
const costInflationPerYear = 0.025;

/** Results by country and month; revenue is the exact sum of the order lines' net amounts. */
export function generateFinancials(seed: string, orders: Order[]): MonthlyFinancials[] {
  const random = randomStream(seed, "financials");
  const sales = sumSales(orders);
  const typical = new Map(countries.map((country) => [country, typicalRevenue(country, sales)]));
  return months.flatMap((month) =>
    countries.map((country) => {
      const { revenue, cost } = sales.get(salesKey(country.code, month.first)) ?? { revenue: 0, cost: 0 };
      const inflation = (1 + costInflationPerYear) ** (month.index / 12);
      const base = typical.get(country)! * inflation;
      return {
        country,
        month: month.first,
        revenue,
        costOfGoods: Math.round(cost * inflation * 0.96 * random.noise(0.01)),
        operatingCost: Math.round(
          revenue * variableOperatingShare * random.noise(0.04) + base * fixedOperatingShare,
        ),
        complianceCost: complianceCost(country, month, base, random),
      };
    }),
  );
}

function complianceCost(country: Country, month: Month, base: number, random: Random): number {
  const tripled = country.code === "DE" && month.first >= germanComplianceFrom;
  return Math.round(
    base * country.complianceShare * (tripled ? germanComplianceFactor : 1) * random.noise(0.03),
  );
}

interface Sales {
  revenue: number;
  cost: number;
}

function salesKey(country: string, month: string): string {
  return `${country} ${month}`;
}

function sumSales(orders: Order[]): Map<string, Sales> {
  const sums = new Map<string, Sales>();
  for (const order of orders) {
    const key = salesKey(order.customer.country.code, bookingMonth(order));
    const sum = sums.get(key) ?? { revenue: 0, cost: 0 };
    for (const line of order.lines) {
      sum.revenue += netCents(line);
      sum.cost += line.quantity * line.product.unitCostCents;
    }
    sums.set(key, sum);
  }
  return sums;
}

/** Mean monthly revenue of 2023: what a country's fixed costs are sized by. */
function typicalRevenue(country: Country, sales: Map<string, Sales>): number {
  const year = months.filter((month) => month.year === 2023);
  const total = year.reduce(
    (sum, month) => sum + (sales.get(salesKey(country.code, month.first))?.revenue ?? 0),
    0,
  );
  return total / year.length;
}

export const financialsTable: DemoTable = {
  schema: "finance",
  name: "monthly_financials",
  comment: "Result of each country in each month, in euros; one row a country and month.",
  columns: {
    country_code: {
      type: "text",
      comment: "Country that the result belongs to.",
      references: "reference.countries.country_code",
    },
    month: { type: "date", comment: "Month of the result, as its first day." },
    revenue: { type: "numeric(14,2)", comment: "Revenue (sales after discounts) of the month, in euros." },
    cost_of_goods: { type: "numeric(14,2)", comment: "Cost of the goods sold (COGS), in euros." },
    operating_cost: {
      type: "numeric(14,2)",
      comment: "Operating cost: people, offices, marketing and delivery, in euros.",
    },
    compliance_cost: {
      type: "numeric(14,2)",
      comment: "Cost of complying with tax, customs and product rules, in euros.",
    },
    // Trap, on purpose: the column was called profit_margin until it was renamed in 2026.
    net_margin: {
      type: "numeric(8,4)",
      comment: "Net margin as a fraction of revenue: revenue less all costs, divided by revenue.",
      nullable: true,
    },
  },
  primaryKey: ["country_code", "month"],
  indexes: [["month"]],
  countryColumn: "country_code",
  rows: ({ financials }) =>
    financials.map((row) => [
      row.country.code,
      row.month,
      euros(row.revenue),
      euros(row.costOfGoods),
      euros(row.operatingCost),
      euros(row.complianceCost),
      netMargin(row),
    ]),
};

/** Net margin as a fraction with four decimals; null without revenue. */
export function netMargin(row: MonthlyFinancials): string | null {
  if (row.revenue === 0) return null;
  return ((row.revenue - row.costOfGoods - row.operatingCost - row.complianceCost) / row.revenue).toFixed(4);
}
