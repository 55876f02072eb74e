import type { DemoTable } from "./table.ts";

export type PlanName = "Starter" | "Professional" | "Enterprise";

/** A plan of the monitoring subscription; prices in whole euros a month. */
export interface Plan {
  code: string;
  name: PlanName;
  price: number;
  /** Where the price once was another one. */
  previousPrice: number | null;
  priceChangedOn: string | null;
  seats: number;
  extraSeatPrice: number;
}

/** Planted truth 2: the day on which Starter went from 49 to 69 euros, and the day on which that was announced. */
export const priceIncrease = { announcedOn: "2025-12-08", from: "2026-02-01" };

export const plans: Record<PlanName, Plan> = {
  Starter: {
    code: "STA",
    name: "Starter",
    price: 69,
    previousPrice: 49,
    priceChangedOn: priceIncrease.from,
    seats: 3,
    extraSeatPrice: 9,
  },
  Professional: {
    code: "PRO",
    name: "Professional",
    price: 189,
    previousPrice: null,
    priceChangedOn: null,
    seats: 12,
    extraSeatPrice: 8,
  },
  Enterprise: {
    code: "ENT",
    name: "Enterprise",
    price: 890,
    previousPrice: null,
    priceChangedOn: null,
    seats: 60,
    extraSeatPrice: 7,
  },
};

/** What a plan cost a month on a day, in whole euros, without extra seats. */
export function priceOn(plan: Plan, day: string): number {
  return plan.previousPrice !== null && plan.priceChangedOn !== null && day < plan.priceChangedOn
    ? plan.previousPrice
    : plan.price;
}

export const plansTable: DemoTable = {
  schema: "subscriptions",
  name: "plans",
  comment: "Plans of the monitoring subscription; one row a plan.",
  columns: {
    plan_code: { type: "text", comment: "Short code of the plan." },
    name: { type: "text", comment: "Name of the plan: Starter, Professional or Enterprise." },
    monthly_price: { type: "numeric(10,2)", comment: "Monthly price of the plan today, in euros." },
    previous_monthly_price: {
      type: "numeric(10,2)",
      comment: "Monthly price before the last change, in euros; empty when it never changed.",
      nullable: true,
    },
    price_changed_on: {
      type: "date",
      comment: "Day of the last change of the price; empty when it never changed.",
      nullable: true,
    },
    included_seats: { type: "integer", comment: "Seats (users) that the plan includes." },
    extra_seat_price: { type: "numeric(10,2)", comment: "Monthly price of each further seat, in euros." },
  },
  primaryKey: ["plan_code"],
  unique: [["name"]],
  rows: () =>
    Object.values(plans).map((plan) => [
      plan.code,
      plan.name,
      `${plan.price}.00`,
      plan.previousPrice === null ? null : `${plan.previousPrice}.00`,
      plan.priceChangedOn,
      plan.seats,
      `${plan.extraSeatPrice}.00`,
    ]),
};
