import type { Order } from "./orders.ts";
import { randomStream } from "./random.ts";
import type { DemoTable } from "./table.ts";

interface Campaign {
  code: string;
  name: string;
  medium: string;
  startedOn: string;
  endedOn: string;
  budget: number;
}

const campaigns: readonly Campaign[] = [
  campaign("HM23", "Hannover Fair 2023", "Trade fair", "2023-04-01", "2023-06-30", 180_000),
  campaign("WTR23", "Water Week", "Webinar", "2023-09-01", "2023-11-30", 45_000),
  campaign("MER24", "Meridian Launch", "Launch", "2024-03-04", "2024-08-31", 260_000),
  campaign("HM24", "Hannover Fair 2024", "Trade fair", "2024-04-01", "2024-06-30", 190_000),
  campaign("FOOD24", "Hygienic Sensors", "E-mail", "2024-10-01", "2024-12-31", 38_000),
  campaign("PUMP25", "Pump Season", "E-mail", "2025-02-01", "2025-04-30", 41_000),
  campaign("HM25", "Hannover Fair 2025", "Trade fair", "2025-04-01", "2025-06-30", 205_000),
  campaign("HOLD25", "Stay with Northlight", "Discount", "2025-08-01", "2025-12-31", 320_000),
  campaign("APAC26", "Condition Days Asia", "Trade fair", "2026-01-15", "2026-04-30", 150_000),
  campaign("GAS26", "Gas Safety Check", "Webinar", "2026-05-01", "2026-08-31", 52_000),
];

/**
 * Trap, on purpose: codes of an agency whose campaigns never made it into the table. Some 12 % of the orders that have
 * a code have one of these, and no foreign key says so: an inner join loses them.
 */
const unknownCodes = ["EXT-7", "EXT-9"];
export const orphanShare = 0.12;
const shareWithCode = 0.18;

/** The campaign code that each order came with; most came with none. */
export function assignCampaigns(seed: string, orders: Order[]): Map<Order, string> {
  const random = randomStream(seed, "campaigns");
  const assigned = new Map<Order, string>();
  for (const order of orders) {
    const running = campaigns.filter(
      (each) => each.startedOn <= order.orderedOn && order.orderedOn <= each.endedOn,
    );
    if (running.length === 0 || !random.chance(shareWithCode)) continue;
    const { code } = random.pick(running);
    assigned.set(order, random.chance(orphanShare) ? random.pick(unknownCodes) : code);
  }
  return assigned;
}

function campaign(
  code: string,
  name: string,
  medium: string,
  startedOn: string,
  endedOn: string,
  budget: number,
): Campaign {
  return { code, name, medium, startedOn, endedOn, budget };
}

export const campaignsTable: DemoTable = {
  schema: "sales",
  name: "campaigns",
  comment: "Marketing campaigns; one row a campaign.",
  columns: {
    campaign_code: { type: "text", comment: "Code of the campaign, as customers give it with an order." },
    name: { type: "text", comment: "Name of the campaign." },
    medium: { type: "text", comment: "Medium: Trade fair, Webinar, E-mail, Launch or Discount." },
    started_on: { type: "date", comment: "First day of the campaign." },
    ended_on: { type: "date", comment: "Last day of the campaign." },
    campaign_budget: { type: "numeric(12,2)", comment: "What the campaign was allowed to cost, in euros." },
  },
  primaryKey: ["campaign_code"],
  rows: () =>
    campaigns.map((each) => [
      each.code,
      each.name,
      each.medium,
      each.startedOn,
      each.endedOn,
      `${each.budget}.00`,
    ]),
};
