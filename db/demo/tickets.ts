import { addDays, asOf, daysBetween, firstDay, laterOf } from "./calendar.ts";
import type { Customer } from "./customers.ts";
import { personNames } from "./employee-names.ts";
import type { Order } from "./orders.ts";
import type { Product } from "./products.ts";
import { type Random, randomStream } from "./random.ts";
import type { Shipment } from "./shipments.ts";
import type { Subscription } from "./subscriptions.ts";
import type { DemoTable } from "./table.ts";
import { planTickets, type TicketPlan } from "./ticket-plan.ts";
import { type ThemeName, themeNamed } from "./ticket-themes.ts";
import { writeTicket } from "./ticket-writing.ts";

export interface Ticket {
  id: number;
  customer: Customer;
  subscription: Subscription | null;
  product: Product | null;
  /** What it is about; not stored, since nobody at the help desk sorts them. */
  theme: ThemeName;
  openedOn: string;
  /** Null: not closed yet. */
  closedOn: string | null;
  subject: string;
  body: string;
  priority: string;
  channel: string;
  /** 1 to 5. Null: not answered. */
  satisfaction: number | null;
}

const monthNames =
  "January February March April May June July August September October November December".split(" ");
const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"];

/** About 1,500 tickets in order of day. */
export function generateTickets(
  seed: string,
  customers: Customer[],
  subscriptions: Subscription[],
  orders: Order[],
  shipments: Shipment[],
): Ticket[] {
  const random = randomStream(seed, "tickets");
  const plan = planTickets(random, customers, subscriptions, orders, shipments);
  plan.sort((left, right) => daysBetween(right.openedOn, left.openedOn));
  return plan.map((each, index) => ticketOf(30_001 + index, each, random));
}

function ticketOf(id: number, plan: TicketPlan, random: Random): Ticket {
  const { customer, subscription, product, theme, openedOn } = plan;
  const { mood, texts } = themeNamed(theme);
  const person = personIn(customer.country.code, random);
  const writer = { countryCode: customer.country.code, person, company: customer.name };
  const closedOn = addDays(
    openedOn,
    Math.round(1 + 18 * random.next() ** 2.2 * (mood === "cross" ? 1.5 : 1)),
  );
  return {
    id,
    customer,
    subscription,
    product,
    theme,
    openedOn,
    closedOn: closedOn > asOf || random.chance(0.01) ? null : closedOn,
    ...writeTicket(texts, writer, slotsOf(plan, random), random),
    priority: random.weighted(["Low", "Normal", "High", "Urgent"], (each) => priorityWeight(each, mood)),
    channel: random.weighted(["E-mail", "Portal", "Phone", "Chat"], (each) =>
      each === "E-mail" ? 9 : each === "Portal" ? 6 : 2,
    ),
    satisfaction: random.chance(0.55) ? null : score(mood, random),
  };
}

function priorityWeight(priority: string, mood: string): number {
  if (priority === "Normal") return 10;
  if (priority === "Low") return mood === "cross" ? 1 : 6;
  return (mood === "cross" ? 7 : 2) / (priority === "Urgent" ? 3 : 1);
}

function score(mood: string, random: Random): number {
  const middle = mood === "glad" ? 4.8 : mood === "cross" ? 2.4 : 3.8;
  return Math.max(1, Math.min(5, Math.round(middle * random.noise(0.3))));
}

/** What a text may speak of; "date" lies shortly before the day of writing. */
function slotsOf(plan: TicketPlan, random: Random): Record<string, string> {
  const { customer, subscription, product, order, promisedOn, openedOn } = plan;
  const earlier = laterOf(addDays(openedOn, -random.integer(2, 20)), themeNamed(plan.theme).from ?? firstDay);
  const slots: Record<string, string> = {
    customer: String(customer.id),
    date: spoken(earlier, random),
    month: monthNames[new Date(earlier).getUTCMonth()]!,
    weekday: random.pick(weekdays),
    person2: personIn(customer.country.code, random),
    serial: `NL-${random.integer(1000, 9999)}-${random.integer(100, 999)}`,
    version: `${random.integer(3, 5)}.${random.integer(0, 12)}.${random.integer(0, 9)}`,
    invoice: `INV-${openedOn.slice(0, 4)}-${random.integer(10_000, 89_999)}`,
    amount: String(subscription?.monthlyRevenue ?? random.integer(9, 180) * 10),
    seats: String(subscription?.seats ?? random.integer(4, 40)),
    plan: subscription?.plan.name ?? "Professional",
  };
  if (product) Object.assign(slots, { product: product.name, sku: product.sku });
  if (order) Object.assign(slots, { order: String(order.id), ordered: spoken(order.orderedOn, random) });
  if (promisedOn) slots.promised = spoken(promisedOn, random);
  return slots;
}

/** A day as people write it. */
function spoken(day: string, random: Random): string {
  const date = new Date(day);
  const month = monthNames[date.getUTCMonth()]!;
  return random.chance(0.5) ? `${date.getUTCDate()} ${month}` : `${month} ${date.getUTCDate()}`;
}

function personIn(countryCode: string, random: Random): string {
  const { first, last } = personNames[countryCode]!;
  return `${random.pick(first)} ${random.pick(last)}`;
}

export const ticketsTable: DemoTable = {
  schema: "support",
  name: "tickets",
  comment: "Support tickets: what customers wrote to the help desk; one row a ticket.",
  columns: {
    ticket_id: { type: "integer", comment: "Number of the ticket." },
    customer_id: {
      type: "integer",
      comment: "Customer who opened the ticket.",
      references: "sales.customers.customer_id",
    },
    country_code: {
      type: "text",
      comment: "Country of the customer, repeated for access rules.",
      references: "reference.countries.country_code",
    },
    subscription_id: {
      type: "integer",
      comment: "Subscription that the ticket is about; empty when it is about something else.",
      references: "subscriptions.subscriptions.subscription_id",
      nullable: true,
    },
    product_id: {
      type: "integer",
      comment: "Product that the ticket is about; empty when it is about something else.",
      references: "catalog.products.product_id",
      nullable: true,
    },
    opened_on: { type: "date", comment: "Day on which the ticket was opened." },
    closed_on: {
      type: "date",
      comment: "Day on which it was closed; empty when it is still open.",
      nullable: true,
    },
    subject: { type: "text", comment: "Subject line of the ticket." },
    body: { type: "text", comment: "Text of the ticket, as the customer wrote it." },
    priority: { type: "text", comment: "Priority of the ticket: Low, Normal, High or Urgent." },
    channel: { type: "text", comment: "How it came in: E-mail, Portal, Phone or Chat." },
    satisfaction_score: {
      type: "integer",
      comment:
        "Satisfaction (rating) with the answer, 1 to 5; empty when the customer was not asked or did not reply.",
      nullable: true,
    },
    requester_email: { type: "text", comment: "E-mail address of whoever wrote it." },
  },
  primaryKey: ["ticket_id"],
  indexes: [["customer_id"], ["opened_on"]],
  countryColumn: "country_code",
  rows: ({ tickets }) =>
    tickets.map((ticket) => [
      ticket.id,
      ticket.customer.id,
      ticket.customer.country.code,
      ticket.subscription?.id ?? null,
      ticket.product?.id ?? null,
      ticket.openedOn,
      ticket.closedOn,
      ticket.subject,
      ticket.body,
      ticket.priority,
      ticket.channel,
      ticket.satisfaction,
      `contact${ticket.customer.id}@example.com`,
    ]),
};
