import { addDays, asOf, isWeekend, type Month, monthOf, months } from "./calendar.ts";
import type { Customer, Segment } from "./customers.ts";
import { type Country, countries } from "./geography.ts";
import { growthLine, type Product } from "./products.ts";
import { type Random, randomStream } from "./random.ts";
import type { DemoTable } from "./table.ts";

export interface OrderLine {
  id: number;
  product: Product;
  quantity: number;
  /** Whole euros. */
  unitPrice: number;
  discountPercent: number;
}

export interface Order {
  id: number;
  customer: Customer;
  orderedOn: string;
  /** Null: not shipped yet. */
  shippedOn: string | null;
  channel: string;
  lines: OrderLine[];
}

const ordersPerWeightAndMonth = 8.5;
/** By month of the year: quarter ends are strong, summer is quiet. */
const season = [0.88, 0.94, 1.12, 0.96, 0.98, 1.1, 0.9, 0.8, 1.12, 1.0, 1.06, 1.14];
const growthPerYear = { EMEA: 0.05, AMER: 0.08, APAC: 0.07 };
const largestQuantity: Record<Segment, number> = {
  SMB: 8,
  "Mid-market": 20,
  ENTERPRISE: 48,
  "Public sector": 18,
};
const usualDiscount: Record<Segment, number> = {
  SMB: 3,
  "Mid-market": 7,
  ENTERPRISE: 13,
  "Public sector": 9,
};
const ordersPerCustomer: Record<Segment, number> = {
  SMB: 1,
  "Mid-market": 1.6,
  ENTERPRISE: 3,
  "Public sector": 1.2,
};
/** Price lists of the years, against today's list price. */
export const priceLevel: Record<number, number> = { 2023: 0.93, 2024: 0.96, 2025: 0.98, 2026: 1 };

/** Planted truth 1: from this month German discounts deepen, after a competitor's entry. */
export const germanDiscountsFrom = "2025-07-01";
const germanExtraDiscount = 9;

/** All orders of all months, in order of day. */
export function generateOrders(seed: string, customers: Customer[], products: Product[]): Order[] {
  const random = randomStream(seed, "orders");
  const drafts: Omit<Order, "id">[] = [];
  for (const month of months) {
    const onSale = products.filter((product) => product.launchedOn <= month.first);
    for (const country of countries) {
      const buyers = customers.filter(
        (customer) => customer.country === country && customer.signedOn < month.first,
      );
      const demand = demandWeights(country, month, onSale);
      for (let count = orderCount(country, month, random); count > 0; count--) {
        const customer = random.weighted(
          buyers,
          (buyer) => buyer.appetite * ordersPerCustomer[buyer.segment],
        );
        drafts.push(draftOrder(customer, month, demand, random));
      }
    }
  }
  drafts.sort((left, right) =>
    left.orderedOn < right.orderedOn ? -1 : left.orderedOn > right.orderedOn ? 1 : 0,
  );
  return numbered(drafts);
}

/** The net amount of a line in cents: quantity × unit price × (1 − discount), without rounding. */
export function netCents(line: OrderLine): number {
  return line.quantity * line.unitPrice * (100 - line.discountPercent);
}

function orderCount(country: Country, month: Month, random: Random): number {
  const years = month.index / 12;
  const growth = (1 + growthPerYear[country.region]) ** years;
  // German orders stop growing and slip once the competitor is there.
  const slump = country.code === "DE" && month.first >= germanDiscountsFrom ? 0.9 : 1;
  return Math.round(
    country.weight *
      ordersPerWeightAndMonth *
      growth *
      season[month.number - 1]! *
      slump *
      random.noise(0.07),
  );
}

interface Demand {
  product: Product;
  weight: number;
}

function demandWeights(country: Country, month: Month, products: Product[]): Demand[] {
  return products.map((product) => ({
    product,
    weight: product.demand * lineBoost(country, month, product),
  }));
}

/** Planted truth 3: the line launched in 2024 takes off in APAC and hardly anywhere else. */
function lineBoost(country: Country, month: Month, product: Product): number {
  if (product.line !== growthLine) return 1;
  const monthsOnSale = (Date.parse(month.first) - Date.parse(product.launchedOn)) / 86_400_000 / 30.4;
  return country.region === "APAC" ? Math.min(7, 0.6 + monthsOnSale * 0.26) : 0.35;
}

function draftOrder(customer: Customer, month: Month, demand: Demand[], random: Random): Omit<Order, "id"> {
  const orderedOn = orderDay(month, random);
  const wanted = new Map<Product, Demand>();
  for (let count = random.weighted([1, 2, 3, 4, 5], (lines) => 6 - lines); count > 0; count--) {
    const choice = random.weighted(demand, (entry) => entry.weight);
    wanted.set(choice.product, choice);
  }
  const shippedOn = addDays(orderedOn, random.integer(2, 16));
  return {
    customer,
    orderedOn,
    shippedOn: shippedOn > asOf ? null : shippedOn,
    channel: random.weighted(["Direct", "Partner", "Web shop"], (channel) =>
      channelWeight(channel, customer.segment),
    ),
    lines: [...wanted.keys()].map((product) => draftLine(customer, month, product, random)),
  };
}

function draftLine(customer: Customer, month: Month, product: Product, random: Random): OrderLine {
  const largest = largestQuantity[customer.segment] / Math.max(1, product.listPrice / 900);
  const quantity = 1 + Math.floor(largest * random.next() ** 1.6);
  const level = priceLevel[month.year]! * (1 + random.next() * 0.02);
  return {
    id: 0,
    product,
    quantity,
    unitPrice: Math.max(1, Math.round(product.listPrice * level)),
    discountPercent: discount(customer, month, random),
  };
}

function discount(customer: Customer, month: Month, random: Random): number {
  const deepened = customer.country.code === "DE" && month.first >= germanDiscountsFrom;
  const extra = deepened ? germanExtraDiscount : 0;
  if (extra === 0 && random.chance(0.3)) return 0;
  return Math.min(40, Math.round((usualDiscount[customer.segment] * random.noise(0.4) + extra) * 1.2));
}

function orderDay(month: Month, random: Random): string {
  const day = addDays(month.first, random.integer(0, month.days - 1));
  // A few orders do come in at weekends, through the web shop.
  if (!isWeekend(day) || random.chance(0.12)) return day;
  const friday = addDays(day, new Date(day).getUTCDay() === 6 ? -1 : -2);
  return friday < month.first ? addDays(month.first, 2) : friday;
}

function channelWeight(channel: string, segment: Segment): number {
  if (channel === "Direct") return segment === "SMB" ? 2 : 7;
  if (channel === "Partner") return 3;
  return segment === "SMB" ? 5 : 1;
}

function numbered(drafts: Omit<Order, "id">[]): Order[] {
  let lineId = 500_000;
  return drafts.map((draft, index) => {
    for (const line of draft.lines) line.id = ++lineId;
    return { id: 100_001 + index, ...draft };
  });
}

export const ordersTable: DemoTable = {
  schema: "sales",
  name: "orders",
  comment: "Orders placed by customers; one row an order. Amounts are in the order lines.",
  columns: {
    order_id: { type: "integer", comment: "Number of the order." },
    customer_id: {
      type: "integer",
      comment: "Customer who placed the order.",
      references: "sales.customers.customer_id",
    },
    country_code: {
      type: "text",
      comment: "Country of the customer who placed the order.",
      references: "reference.countries.country_code",
    },
    ordered_on: { type: "date", comment: "Day of the order: the date that revenue is booked on." },
    shipped_on: {
      type: "date",
      comment: "Day on which the order was shipped; empty when it has not been shipped yet.",
      nullable: true,
    },
    channel: { type: "text", comment: "Sales channel: Direct, Partner or Web shop." },
    billing_address_id: {
      type: "integer",
      comment: "Billing address: where the invoice goes.",
      references: "sales.addresses.address_id",
    },
    shipping_address_id: {
      type: "integer",
      comment: "Shipping address: where the goods go.",
      references: "sales.addresses.address_id",
    },
    // No foreign key, on purpose: see the campaigns.
    campaign_code: {
      type: "text",
      comment: "Campaign that the order came from; empty when it came from none.",
      nullable: true,
    },
  },
  primaryKey: ["order_id"],
  indexes: [["customer_id"], ["ordered_on"], ["country_code"]],
  countryColumn: "country_code",
  rows: ({ orders, orderAddresses, orderCampaigns }) =>
    orders.map((order) => [
      order.id,
      order.customer.id,
      order.customer.country.code,
      order.orderedOn,
      order.shippedOn,
      order.channel,
      orderAddresses.get(order)!.billing.id,
      orderAddresses.get(order)!.shipping.id,
      orderCampaigns.get(order) ?? null,
    ]),
};

export const orderLinesTable: DemoTable = {
  schema: "sales",
  name: "order_lines",
  comment:
    "What was ordered: one row a product of an order. Revenue is quantity × unit_price × (1 − discount).",
  columns: {
    order_line_id: { type: "integer", comment: "Number of the order line." },
    order_id: {
      type: "integer",
      comment: "Order that the line belongs to.",
      references: "sales.orders.order_id",
    },
    product_id: {
      type: "integer",
      comment: "Product that was ordered.",
      references: "catalog.products.product_id",
    },
    country_code: {
      type: "text",
      comment: "Country of the order, repeated on its lines for access rules.",
      references: "reference.countries.country_code",
    },
    quantity: { type: "integer", comment: "Number of pieces ordered (units sold)." },
    unit_price: {
      type: "numeric(10,2)",
      comment: "Price of one piece in this sale, in euros, before the discount.",
    },
    discount: { type: "numeric(4,3)", comment: "Discount as a fraction of the price: 0.10 is ten percent." },
  },
  primaryKey: ["order_line_id"],
  indexes: [["order_id"], ["product_id"]],
  countryColumn: "country_code",
  *rows({ orders }) {
    for (const order of orders) {
      for (const line of order.lines) {
        const discountFraction = (line.discountPercent / 100).toFixed(3);
        const country = order.customer.country.code;
        yield [
          line.id,
          order.id,
          line.product.id,
          country,
          line.quantity,
          `${line.unitPrice}.00`,
          discountFraction,
        ];
      }
    }
  },
};

/** The month an order's revenue is booked in, as its first day. */
export function bookingMonth(order: Order): string {
  return monthOf(order.orderedOn);
}
