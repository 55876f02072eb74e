import { months } from "./calendar.ts";
import type { MonthlyFinancials } from "./financials.ts";
import { randomStream } from "./random.ts";
import { type DemoTable, euros } from "./table.ts";

/** What a country was to reach in a month; amounts in cents. */
interface Budget {
  countryCode: string;
  month: string;
  revenue: number;
  operatingCost: number;
}

const targetGrowth = 1.06;
const operatingShare = 0.3;

/**
 * Each year's budget is the year before plus a growth target, month by month; that of 2023 was drawn up before the
 * data begin. Nobody planned for Germany's fall, which is why it shows against the budget.
 */
export function generateBudgets(seed: string, financials: MonthlyFinancials[]): Budget[] {
  const random = randomStream(seed, "budgets");
  const actual = new Map(financials.map((row) => [`${row.country.code} ${row.month}`, row.revenue]));
  return financials.map(({ country, month }) => {
    const { year } = months.find((each) => each.first === month)!;
    const before = actual.get(`${country.code} ${year - 1}${month.slice(4)}`);
    const base = before ?? actual.get(`${country.code} ${month}`)! / targetGrowth;
    const revenue = Math.round((base * targetGrowth * random.noise(0.03)) / 100_000) * 100_000;
    return { countryCode: country.code, month, revenue, operatingCost: Math.round(revenue * operatingShare) };
  });
}

export const budgetsTable: DemoTable = {
  schema: "finance",
  name: "budgets",
  comment: "Budget (plan, target) of each country for each month, in euros; one row a country and month.",
  columns: {
    country_code: {
      type: "text",
      comment: "Country that the budget is for.",
      references: "reference.countries.country_code",
    },
    month: { type: "date", comment: "Month of the budget, as its first day." },
    budgeted_revenue: { type: "numeric(14,2)", comment: "Budgeted revenue of the month, in euros." },
    budgeted_operating_cost: {
      type: "numeric(14,2)",
      comment: "Budgeted operating cost of the month, in euros.",
    },
  },
  primaryKey: ["country_code", "month"],
  countryColumn: "country_code",
  rows: ({ seed, financials }) =>
    generateBudgets(seed, financials).map((budget) => [
      budget.countryCode,
      budget.month,
      euros(budget.revenue),
      euros(budget.operatingCost),
    ]),
};
