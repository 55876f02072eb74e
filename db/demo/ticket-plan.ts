import { addDays, asOf, daysBetween, firstDay, laterOf } from "./calendar.ts";
import type { Customer } from "./customers.ts";
import type { Order } from "./orders.ts";
import { priceIncrease } from "./plans.ts";
import type { Product } from "./products.ts";
import type { Random } from "./random.ts";
import type { Shipment } from "./shipments.ts";
import { billingMigration, isSmallStarter, type Subscription } from "./subscriptions.ts";
import { type ThemeName, type TicketTheme, ticketThemes } from "./ticket-themes.ts";

/** Who writes about what on which day, before a word is written. */
export interface TicketPlan {
  customer: Customer;
  theme: ThemeName;
  openedOn: string;
  subscription: Subscription | null;
  product: Product | null;
  order: Order | null;
  /** The day that a late delivery was promised for. */
  promisedOn: string | null;
}

/** Planted truth 2: in so many days before they leave, customers write about why. */
export const daysBeforeLeaving = 60;
const ordinaryTickets = 1040;
/** The share of late deliveries through Hamburg that somebody writes about. */
const shareComplaining = 0.09;
const lateDays = 7;

/** The tickets of those who leave and of those who have the same to complain about and stay; and all the others. */
export function planTickets(
  random: Random,
  customers: Customer[],
  subscriptions: Subscription[],
  orders: Order[],
  shipments: Shipment[],
): TicketPlan[] {
  return [
    ...subscriptions.flatMap((each) =>
      each.endedOn === null ? stayed(each, random) : leaving(each, each.endedOn, random),
    ),
    ...waiting(random, shipments),
    ...ordinary(random, customers, subscriptions, orders),
  ];
}

function leaving(subscription: Subscription, endedOn: string, random: Random): TicketPlan[] {
  const about = (theme: ThemeName, since = firstDay) => {
    const earliest = laterOf(addDays(endedOn, 2 - daysBeforeLeaving), since);
    const latest = addDays(endedOn, -1);
    if (earliest > latest) return [];
    return [
      onSubscription(
        subscription,
        theme,
        addDays(earliest, random.integer(0, daysBetween(earliest, latest))),
      ),
    ];
  };
  const price = () => about("price increase", priceIncrease.announcedOn);
  const billing = () => about("double invoice", addDays(billingMigration, 2));
  switch (subscription.churnReason) {
    case "PRICE":
      if (!isSmallStarter(subscription) || endedOn < priceIncrease.from) return [];
      return [...price(), ...(random.chance(0.4) ? price() : []), ...(random.chance(0.35) ? billing() : [])];
    case "BILLING":
      return [...billing(), ...(random.chance(0.5) ? billing() : []), ...(random.chance(0.4) ? price() : [])];
    case "NOSSO":
      return [...about("single sign-on"), ...(random.chance(0.5) ? about("single sign-on") : [])];
    default:
      return random.chance(0.5) ? about(random.pick(["alarms", "dashboard", "data export", "seats"])) : [];
  }
}

/** Believable only if many complain and stay. */
function stayed(subscription: Subscription, random: Random): TicketPlan[] {
  const plans: TicketPlan[] = [];
  const between = (theme: ThemeName, from: string, to: string, chance: number) => {
    const earliest = laterOf(from, subscription.startedOn);
    if (earliest < to && random.chance(chance))
      plans.push(
        onSubscription(subscription, theme, addDays(earliest, random.integer(0, daysBetween(earliest, to)))),
      );
  };
  if (isSmallStarter(subscription)) {
    between("price increase", priceIncrease.announcedOn, "2026-06-30", 0.22);
    between("double invoice", addDays(billingMigration, 2), "2026-08-31", 0.13);
  }
  if (subscription.plan.name === "Professional")
    between("double invoice", addDays(billingMigration, 2), "2026-08-31", 0.05);
  if (subscription.plan.name === "Enterprise") between("single sign-on", "2024-06-01", asOf, 0.35);
  return plans;
}

/** Planted truth 1: the letters of those whose goods are stuck in Hamburg. */
function waiting(random: Random, shipments: Shipment[]): TicketPlan[] {
  return shipments
    .filter(({ port, delayDays }) => port === "Hamburg" && (delayDays ?? 0) >= lateDays)
    .filter(() => random.chance(shareComplaining))
    .map(({ order, promisedOn, delayDays }) => ({
      customer: order.customer,
      theme: "late through Hamburg",
      openedOn: addDays(promisedOn, random.integer(2, delayDays!)),
      subscription: null,
      product: random.pick(order.lines).product,
      order,
      promisedOn,
    }));
}

function ordinary(
  random: Random,
  customers: Customer[],
  subscriptions: Subscription[],
  orders: Order[],
): TicketPlan[] {
  const subscriptionsOf = Map.groupBy(subscriptions, (each) => each.customer);
  const ordersOf = Map.groupBy(orders, (order) => order.customer);
  const writers = customers.filter((customer) => ordersOf.has(customer));
  const plans: TicketPlan[] = [];
  while (plans.length < ordinaryTickets) {
    // Business grows, and so does what is written about it.
    const openedOn = addDays(
      firstDay,
      20 + Math.floor((daysBetween(firstDay, asOf) - 20) * random.next() ** 0.8),
    );
    const customer = random.weighted(writers, (each) => each.appetite);
    const theme = random.weighted(ticketThemes, (each) => each.weight);
    const running = subscriptionsOf
      .get(customer)
      ?.find((each) => each.startedOn < openedOn && openedOn < (each.endedOn ?? "9"));
    if (theme.about === "subscription") {
      if (running) plans.push(onSubscription(running, theme.name, openedOn));
      continue;
    }
    const bought = recentPurchase(ordersOf.get(customer)!, theme, openedOn, random);
    if (bought)
      plans.push({ customer, theme: theme.name, openedOn, subscription: null, promisedOn: null, ...bought });
  }
  return plans;
}

/** Something suitable that the customer had bought by then; for a delivery, one of the last weeks. */
function recentPurchase(orders: Order[], theme: TicketTheme, day: string, random: Random) {
  const since = addDays(day, theme.about === "order" ? -45 : -720);
  const lines = orders
    .filter(({ orderedOn }) => since <= orderedOn && orderedOn < day)
    .flatMap((order) => order.lines.map(({ product }) => ({ order, product })))
    .filter(({ product }) => theme.suits?.test(product.name) ?? product.line !== "Northlight");
  return lines.length === 0 ? null : random.pick(lines);
}

function onSubscription(subscription: Subscription, theme: ThemeName, openedOn: string): TicketPlan {
  return {
    customer: subscription.customer,
    theme,
    openedOn,
    subscription,
    product: null,
    order: null,
    promisedOn: null,
  };
}
