import { addDays, asOf, daysBetween } from "./calendar.ts";
import { netCents, type Order } from "./orders.ts";
import { type Random, randomStream } from "./random.ts";
import type { Shipment } from "./shipments.ts";
import { type DemoTable, euros } from "./table.ts";

export interface Refund {
  id: number;
  order: Order;
  reason: string;
  requestedOn: string;
  /** Null: not paid back yet. */
  refundedOn: string | null;
  cents: number;
}

/** Planted truth 6: from this day enterprise customers may return goods within 30 days, not 14. */
export const refundPolicyChange = "2026-03-01";

const reasons: { reason: string; weight: number }[] = [
  { reason: "Faulty product", weight: 34 },
  { reason: "Wrong item", weight: 22 },
  { reason: "Damaged in transit", weight: 18 },
  { reason: "No longer needed", weight: 26 },
];
const shareReturned = 0.025;
const shareReturnedLate = 0.14;
/** Days after which a delivery is late enough to be sent back. */
const lateDays = 7;

/** Refunds of whole orders or single lines, requested within the days that the policy of the time allows. */
export function generateRefunds(seed: string, shipments: Shipment[]): Refund[] {
  const random = randomStream(seed, "refunds");
  const drafts = shipments.flatMap((shipment): Omit<Refund, "id">[] => {
    const { order, arrivedOn, delayDays } = shipment;
    if (arrivedOn === null || shipment.part > 1) return [];
    const late = (delayDays ?? 0) >= lateDays;
    if (!random.chance(late ? shareReturnedLate : shareReturned)) return [];
    const requestedOn = addDays(arrivedOn, random.integer(1, allowedDays(order, arrivedOn)));
    if (requestedOn > asOf) return [];
    const refundedOn = addDays(requestedOn, random.integer(3, 24));
    return [
      {
        order,
        reason:
          late && random.chance(0.7)
            ? "Late delivery"
            : random.weighted(reasons, (each) => each.weight).reason,
        requestedOn,
        refundedOn: refundedOn > asOf ? null : refundedOn,
        cents: amount(order, random),
      },
    ];
  });
  drafts.sort((left, right) => daysBetween(right.requestedOn, left.requestedOn));
  return drafts.map((draft, index) => ({ id: 40_001 + index, ...draft }));
}

function allowedDays(order: Order, arrivedOn: string): number {
  return order.customer.segment === "ENTERPRISE" && arrivedOn >= refundPolicyChange ? 30 : 14;
}

function amount(order: Order, random: Random): number {
  const lines = random.chance(0.4) ? order.lines : [random.pick(order.lines)];
  return lines.reduce((sum, line) => sum + netCents(line), 0);
}

export const refundsTable: DemoTable = {
  schema: "sales",
  name: "refunds",
  comment: "Money paid back for returned goods; one row a refund.",
  columns: {
    refund_id: { type: "integer", comment: "Number of the refund." },
    order_id: {
      type: "integer",
      comment: "Order whose goods were returned.",
      references: "sales.orders.order_id",
    },
    country_code: {
      type: "text",
      comment: "Country of the order, repeated for access rules.",
      references: "reference.countries.country_code",
    },
    reason: {
      type: "text",
      comment:
        "Reason for the refund: Faulty product, Wrong item, Damaged in transit, Late delivery or No longer needed.",
    },
    requested_on: { type: "date", comment: "Day on which the refund was requested." },
    refunded_on: {
      type: "date",
      comment: "Day on which the money was paid back; empty when it has not been paid back yet.",
      nullable: true,
    },
    refund_amount: { type: "numeric(12,2)", comment: "Amount paid back, in euros." },
  },
  primaryKey: ["refund_id"],
  indexes: [["order_id"]],
  countryColumn: "country_code",
  rows: ({ refunds }) =>
    refunds.map((refund) => [
      refund.id,
      refund.order.id,
      refund.order.customer.country.code,
      refund.reason,
      refund.requestedOn,
      refund.refundedOn,
      euros(refund.cents),
    ]),
};
