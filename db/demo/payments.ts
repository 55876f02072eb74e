import { addDays, asOf } from "./calendar.ts";
import { netCents, type Order } from "./orders.ts";
import { type Random, randomStream } from "./random.ts";
import { type DemoTable, euros } from "./table.ts";

/** One payment for an order. */
interface Payment {
  order: Order;
  cents: number;
  dueOn: string;
  /** Null: not paid yet. */
  paidOn: string | null;
  method: string;
}

/**
 * Payments add up to the order's net amount, to the cent. Trap, on purpose: every third order is paid in two to four
 * parts, so that joining lines and payments by the order counts both several times.
 */
export function* generatePayments(seed: string, orders: Order[]): Generator<Payment> {
  const random = randomStream(seed, "payments");
  for (const order of orders) {
    const total = order.lines.reduce((sum, line) => sum + netCents(line), 0);
    if (total === 0) continue;
    const parts = random.chance(0.34) ? random.integer(2, 4) : 1;
    const method = methodOf(order, random);
    let rest = total;
    for (let part = 1; part <= parts; part++) {
      const cents = part === parts ? rest : Math.round(total / parts);
      rest -= cents;
      const dueOn = addDays(order.orderedOn, 30 * part);
      const paidOn = addDays(dueOn, Math.round(-6 + 14 * random.next() ** 1.4));
      yield { order, cents, dueOn, paidOn: paidOn > asOf ? null : paidOn, method };
    }
  }
}

function methodOf({ customer }: Order, random: Random): string {
  return random.weighted(["Bank transfer", "Direct debit", "Credit card"], (method) => {
    if (method === "Bank transfer") return customer.segment === "SMB" ? 3 : 7;
    return method === "Direct debit" ? 2 : customer.segment === "SMB" ? 3 : 0.5;
  });
}

export const paymentsTable: DemoTable = {
  schema: "sales",
  name: "payments",
  comment: "Payments for orders; an order may be paid in several parts. One row a payment.",
  columns: {
    payment_id: { type: "integer", comment: "Number of the payment." },
    order_id: {
      type: "integer",
      comment: "Order that is paid for.",
      references: "sales.orders.order_id",
    },
    country_code: {
      type: "text",
      comment: "Country of the order, repeated for access rules.",
      references: "reference.countries.country_code",
    },
    due_on: { type: "date", comment: "Day on which the payment is due." },
    paid_on: {
      type: "date",
      comment: "Day of the payment; empty when it has not been paid yet.",
      nullable: true,
    },
    paid_amount: { type: "numeric(12,2)", comment: "Amount of the payment, in euros." },
    payment_method: {
      type: "text",
      comment: "Payment method: Bank transfer, Direct debit or Credit card.",
    },
  },
  primaryKey: ["payment_id"],
  indexes: [["order_id"], ["paid_on"]],
  countryColumn: "country_code",
  *rows({ seed, orders }) {
    let id = 700_000;
    for (const { order, cents, dueOn, paidOn, method } of generatePayments(seed, orders))
      yield [++id, order.id, order.customer.country.code, dueOn, paidOn, euros(cents), method];
  },
};
