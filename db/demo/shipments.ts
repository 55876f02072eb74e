import { addDays, asOf } from "./calendar.ts";
import type { RegionCode } from "./geography.ts";
import type { Order } from "./orders.ts";
import { type Random, randomStream } from "./random.ts";
import { type Supply, suppliersBehindHamburg } from "./suppliers.ts";
import type { DemoTable } from "./table.ts";

export interface Shipment {
  id: number;
  order: Order;
  /** 1, or 2 for the rest of an order that left in two parts. */
  part: 1 | 2;
  port: string;
  carrier: string;
  shippedOn: string;
  promisedOn: string;
  /** Null: not arrived yet; so is the delay. */
  arrivedOn: string | null;
  delayDays: number | null;
}

/** Planted truth 1: a crane failure and a go-slow at Hamburg hold up what leaves in these days. */
export const hamburgTrouble = { from: "2025-08-11", to: "2026-01-31", meanDelayDays: 9 };
const usualDelayDays = 2;

const ports: Record<string, { port: string; weight: number }[]> = {
  DE: [
    { port: "Hamburg", weight: 65 },
    { port: "Bremerhaven", weight: 35 },
  ],
  FR: [
    { port: "Le Havre", weight: 70 },
    { port: "Marseille", weight: 30 },
  ],
  GB: [
    { port: "Felixstowe", weight: 75 },
    { port: "Southampton", weight: 25 },
  ],
  IT: [{ port: "Genoa", weight: 100 }],
  NL: [{ port: "Rotterdam", weight: 100 }],
  SE: [
    { port: "Gothenburg", weight: 85 },
    { port: "Hamburg", weight: 15 },
  ],
  US: [
    { port: "Newark", weight: 45 },
    { port: "Houston", weight: 30 },
    { port: "Long Beach", weight: 25 },
  ],
  CA: [{ port: "Montréal", weight: 100 }],
  BR: [{ port: "Santos", weight: 100 }],
  MX: [{ port: "Veracruz", weight: 100 }],
  JP: [{ port: "Yokohama", weight: 100 }],
  AU: [{ port: "Fremantle", weight: 100 }],
  SG: [{ port: "Singapore", weight: 100 }],
  IN: [{ port: "Nhava Sheva", weight: 100 }],
};

const carriers: Record<RegionCode, string[]> = {
  EMEA: ["Hanse Spedition", "Nordfracht", "Euroline Cargo"],
  AMER: ["Great Lakes Freight", "Tri-Coast Logistics"],
  APAC: ["Straits Cargo", "Kuroshio Lines"],
};
const transitDays: Record<RegionCode, [least: number, most: number]> = {
  EMEA: [3, 8],
  AMER: [12, 20],
  APAC: [10, 18],
};

/** One shipment for each order that was shipped; every twelfth order left in two. */
export function generateShipments(seed: string, orders: Order[], supplies: Supply[]): Shipment[] {
  const random = randomStream(seed, "shipments");
  const packedInHamburg = new Set(
    supplies
      .filter(({ supplier }) => suppliersBehindHamburg.includes(supplier.name))
      .map(({ product }) => product),
  );
  const shipments: Shipment[] = [];
  for (const order of orders) {
    if (order.shippedOn === null) continue;
    const port = portOf(order, packedInHamburg, random);
    const parts = order.lines.length > 1 && random.chance(0.12) ? [1, 2] : [1];
    for (const part of parts as (1 | 2)[]) {
      const shippedOn = part === 1 ? order.shippedOn : addDays(order.shippedOn, random.integer(2, 9));
      if (shippedOn > asOf) continue;
      shipments.push({
        id: 300_001 + shipments.length,
        order,
        part,
        port,
        ...journey(order, port, shippedOn, random),
      });
    }
  }
  return shipments;
}

/** Goods of the suppliers whose parts come in over Hamburg are packed there, and mostly leave from there. */
function portOf({ customer, lines }: Order, packedInHamburg: Set<unknown>, random: Random): string {
  const choices = ports[customer.country.code]!;
  const pulled = customer.country.code === "DE" && lines.some(({ product }) => packedInHamburg.has(product));
  return random.weighted(choices, ({ port, weight }) => (pulled && port === "Hamburg" ? weight * 3 : weight))
    .port;
}

function journey({ customer }: Order, port: string, shippedOn: string, random: Random) {
  const { region } = customer.country;
  const promisedOn = addDays(shippedOn, random.integer(...transitDays[region]));
  const troubled = port === "Hamburg" && hamburgTrouble.from <= shippedOn && shippedOn <= hamburgTrouble.to;
  const delay = Math.round(
    troubled ? hamburgTrouble.meanDelayDays * random.noise(0.4) : usualDelayDays * random.noise(0.7),
  );
  const arrivedOn = addDays(promisedOn, delay);
  const isHere = arrivedOn <= asOf;
  return {
    carrier: random.pick(carriers[region]),
    shippedOn,
    promisedOn,
    arrivedOn: isHere ? arrivedOn : null,
    delayDays: isHere ? delay : null,
  };
}

export const shipmentsTable: DemoTable = {
  schema: "supply",
  name: "shipments",
  comment: "Deliveries of orders to customers; an order may leave in two shipments. One row a shipment.",
  columns: {
    shipment_id: { type: "integer", comment: "Number of the shipment." },
    order_id: {
      type: "integer",
      comment: "Order that is delivered.",
      references: "sales.orders.order_id",
    },
    country_code: {
      type: "text",
      comment: "Country that the shipment goes to.",
      references: "reference.countries.country_code",
    },
    port: { type: "text", comment: "Port that the shipment goes through, such as Hamburg." },
    carrier: { type: "text", comment: "Carrier (haulage or shipping company)." },
    sent_on: { type: "date", comment: "Day on which the shipment left." },
    promised_on: { type: "date", comment: "Promised day of arrival." },
    arrived_on: {
      type: "date",
      comment: "Day of arrival; empty when the shipment has not arrived yet.",
      nullable: true,
    },
    delay_days: {
      type: "integer",
      comment:
        "Days of delay: from the promised day to the day of arrival; empty when it has not arrived yet.",
      nullable: true,
    },
  },
  primaryKey: ["shipment_id"],
  indexes: [["order_id"], ["sent_on"]],
  countryColumn: "country_code",
  rows: ({ shipments }) =>
    shipments.map((shipment) => [
      shipment.id,
      shipment.order.id,
      shipment.order.customer.country.code,
      shipment.port,
      shipment.carrier,
      shipment.shippedOn,
      shipment.promisedOn,
      shipment.arrivedOn,
      shipment.delayDays,
    ]),
};
