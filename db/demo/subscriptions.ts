import { addDays, asOf, daysBetween, firstDay, laterOf, months } from "./calendar.ts";
import type { Customer, Segment } from "./customers.ts";
import { type Plan, type PlanName, plans, priceIncrease, priceOn } from "./plans.ts";
import { type Random, randomStream } from "./random.ts";
import type { DemoTable } from "./table.ts";

export interface Subscription {
  id: number;
  customer: Customer;
  plan: Plan;
  startedOn: string;
  /** Null: still running. */
  endedOn: string | null;
  churnReason: ChurnReason | null;
  seats: number;
  /** Whole euros: today, or on the last day of one that ended. */
  monthlyRevenue: number;
}

export const churnReasons = {
  PRICE: "Price too high",
  BILLING: "Billing errors",
  NOSSO: "No single sign-on",
  COMPET: "Went to a competitor",
  UNUSED: "Hardly used it",
  SERVICE: "Unhappy with support",
  CLOSED: "Gave up business",
} as const;
export type ChurnReason = keyof typeof churnReasons;

/** From this day double invoices went out, after the billing system was migrated (incident IR-2026-009). */
export const billingMigration = "2026-03-02";

const planShares: Record<Segment, [PlanName, number][]> = {
  SMB: [
    ["Starter", 86],
    ["Professional", 14],
  ],
  "Mid-market": [
    ["Starter", 10],
    ["Professional", 80],
    ["Enterprise", 10],
  ],
  ENTERPRISE: [
    ["Professional", 14],
    ["Enterprise", 86],
  ],
  "Public sector": [
    ["Professional", 70],
    ["Enterprise", 30],
  ],
};
const subscribedShare: Record<Segment, number> = {
  SMB: 0.72,
  "Mid-market": 0.76,
  ENTERPRISE: 0.88,
  "Public sector": 0.6,
};
/** The chance that a subscription ends in a month in which nothing special happens. */
const usualHazard: Record<Segment, number> = {
  SMB: 0.007,
  "Mid-market": 0.005,
  ENTERPRISE: 0.011,
  "Public sector": 0.002,
};
/** Planted truth 2: small customers on Starter leave once it costs more, most of them until June 2026. */
const starterHazard: Record<string, number> = {
  "2026-02-01": 0.06,
  "2026-03-01": 0.1,
  "2026-04-01": 0.1,
  "2026-05-01": 0.08,
  "2026-06-01": 0.05,
  "2026-07-01": 0.02,
  "2026-08-01": 0.015,
  "2026-09-01": 0.015,
};

/** Most customers' monitoring subscriptions, since the first one was sold in January 2023. */
export function generateSubscriptions(seed: string, customers: Customer[]): Subscription[] {
  const random = randomStream(seed, "subscriptions");
  return customers
    .filter(({ segment }) => random.chance(subscribedShare[segment]))
    .map((customer, index) => subscribe(50_001 + index, customer, random));
}

/** True where the price increase of 2026 hit. */
export function isSmallStarter({ customer, plan }: Subscription): boolean {
  return customer.segment === "SMB" && plan.name === "Starter";
}

function subscribe(id: number, customer: Customer, random: Random): Subscription {
  const plan = plans[random.weighted(planShares[customer.segment], ([, share]) => share)[0]];
  const earliest = laterOf(customer.signedOn, firstDay);
  const startedOn = addDays(earliest, Math.floor(daysBetween(earliest, asOf) * 0.85 * random.next() ** 1.5));
  const endedOn = leavingDay(customer, plan, startedOn, random);
  const extraSeats = random.chance(0.4) ? random.integer(1, plan.seats) : 0;
  return {
    id,
    customer,
    plan,
    startedOn,
    endedOn,
    churnReason: endedOn === null ? null : reason(customer, plan, endedOn, random),
    seats: plan.seats + extraSeats,
    monthlyRevenue: priceOn(plan, endedOn ?? asOf) + extraSeats * plan.extraSeatPrice,
  };
}

function leavingDay(customer: Customer, plan: Plan, startedOn: string, random: Random): string | null {
  const minimum = addDays(startedOn, 75);
  for (const month of months) {
    if (month.first < minimum) continue;
    const isHit = customer.segment === "SMB" && plan.name === "Starter";
    const hazard = (isHit ? starterHazard[month.first] : undefined) ?? usualHazard[customer.segment];
    if (random.chance(hazard)) return addDays(month.first, random.integer(0, month.days - 1));
  }
  return null;
}

function reason({ segment }: Customer, plan: Plan, endedOn: string, random: Random): ChurnReason {
  if (segment === "SMB" && plan.name === "Starter" && endedOn >= priceIncrease.from) {
    const drawn = pick(random, { PRICE: 50, BILLING: 33, COMPET: 7, UNUSED: 6, CLOSED: 4 });
    // Nobody leaves over double invoices before there were any, and time for a letter or two.
    return drawn === "BILLING" && endedOn < addDays(billingMigration, 14) ? "PRICE" : drawn;
  }
  if (segment === "ENTERPRISE") return pick(random, { NOSSO: 64, COMPET: 14, SERVICE: 12, UNUSED: 10 });
  return pick(random, { COMPET: 30, UNUSED: 30, SERVICE: 20, CLOSED: 11, PRICE: 9 });
}

function pick(random: Random, weights: Partial<Record<ChurnReason, number>>): ChurnReason {
  return random.weighted(Object.keys(weights) as ChurnReason[], (code) => weights[code]!);
}

export const churnReasonsTable: DemoTable = {
  schema: "subscriptions",
  name: "churn_reasons",
  comment: "Why subscriptions are cancelled; one row a reason.",
  columns: {
    churn_reason_code: { type: "text", comment: "Code of the churn reason." },
    name: { type: "text", comment: "Churn reason in words, such as Price too high." },
  },
  primaryKey: ["churn_reason_code"],
  rows: () => Object.entries(churnReasons),
};

export const subscriptionsTable: DemoTable = {
  schema: "subscriptions",
  name: "subscriptions",
  comment: "Monitoring subscriptions of customers; one row a subscription.",
  columns: {
    subscription_id: { type: "integer", comment: "Number of the subscription." },
    customer_id: {
      type: "integer",
      comment: "Customer who subscribes.",
      references: "sales.customers.customer_id",
    },
    country_code: {
      type: "text",
      comment: "Country of the customer, repeated for access rules.",
      references: "reference.countries.country_code",
    },
    plan_code: {
      type: "text",
      comment: "Plan of the subscription.",
      references: "subscriptions.plans.plan_code",
    },
    started_on: { type: "date", comment: "Day on which the subscription started." },
    ended_on: {
      type: "date",
      comment:
        "Day on which the subscription was cancelled (customer churned); empty when it has not ended yet.",
      nullable: true,
    },
    status: { type: "text", comment: "Status of the subscription: active or cancelled." },
    seats: { type: "integer", comment: "Seats (users) of the subscription." },
    monthly_recurring_revenue: {
      type: "numeric(10,2)",
      comment: "Monthly recurring revenue (MRR) in euros; of a cancelled one, that of its last month.",
    },
    churn_reason_code: {
      type: "text",
      comment: "Churn reason: why it was cancelled; empty when it has not ended yet.",
      references: "subscriptions.churn_reasons.churn_reason_code",
      nullable: true,
    },
  },
  primaryKey: ["subscription_id"],
  indexes: [["customer_id"], ["ended_on"]],
  countryColumn: "country_code",
  rows: ({ subscriptions }) =>
    subscriptions.map((each) => [
      each.id,
      each.customer.id,
      each.customer.country.code,
      each.plan.code,
      each.startedOn,
      each.endedOn,
      each.endedOn === null ? "active" : "cancelled",
      each.seats,
      `${each.monthlyRevenue}.00`,
      each.churnReason,
    ]),
};
