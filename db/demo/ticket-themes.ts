import { priceIncrease } from "./plans.ts";
import { billingMigration } from "./subscriptions.ts";
import { deliveryTexts } from "./ticket-texts-delivery.ts";
import { hardwareTexts } from "./ticket-texts-hardware.ts";
import { subscriptionTexts } from "./ticket-texts-subscription.ts";
import type { TicketTexts } from "./ticket-writing.ts";

export interface TicketTheme {
  name: string;
  texts: TicketTexts;
  /** What a ticket of this theme points at. */
  about: "subscription" | "product" | "order";
  /** How often it is written about by chance; those of 0 come with a planted truth only. */
  weight: number;
  mood: "cross" | "plain" | "glad";
  from?: string;
  /** Products that can have it, by their names; all without. */
  suits?: RegExp;
}

/** Everything that people write to support about. */
export const ticketThemes = [
  theme("price increase", subscriptionTexts.priceIncrease, "subscription", 0, "cross", {
    from: priceIncrease.announcedOn,
  }),
  theme("double invoice", subscriptionTexts.doubleInvoice, "subscription", 0, "cross", {
    from: billingMigration,
  }),
  theme("single sign-on", subscriptionTexts.singleSignOn, "subscription", 0, "cross"),
  theme("late through Hamburg", deliveryTexts.lateHamburg, "order", 0, "cross"),
  theme("alarms", subscriptionTexts.alarms, "subscription", 7, "plain"),
  theme("dashboard", subscriptionTexts.dashboard, "subscription", 6, "plain"),
  theme("seats", subscriptionTexts.seats, "subscription", 6, "plain"),
  theme("data export", subscriptionTexts.dataExport, "subscription", 5, "plain"),
  theme("praise", subscriptionTexts.praise, "subscription", 4, "glad"),
  theme("calibration", hardwareTexts.calibration, "product", 10, "plain", {
    suits: /Transmitter|Thermometer|Gauge|Flow Meter|Detector|Analyser|Level|Radar/,
  }),
  theme("firmware", hardwareTexts.firmware, "product", 9, "plain", {
    suits: /Gateway|Logger|Node|Radar|Display|Coriolis|Repeater/,
  }),
  theme("gateway offline", hardwareTexts.gatewayOffline, "product", 9, "cross", { suits: /Gateway/ }),
  theme("drifting readings", hardwareTexts.drift, "product", 8, "plain", {
    suits: /Transmitter|Thermometer|Gauge|Meter|Detector|Level|Radar|Accelerometer/,
  }),
  theme("selection advice", hardwareTexts.advice, "product", 6, "plain"),
  theme("installation", hardwareTexts.installation, "product", 8, "plain"),
  theme("product praise", hardwareTexts.praise, "product", 3, "glad"),
  theme("order status", deliveryTexts.orderStatus, "order", 8, "plain"),
  theme("return", deliveryTexts.returns, "order", 8, "plain"),
  theme("damaged", deliveryTexts.damaged, "order", 5, "cross"),
  theme("documents", deliveryTexts.documents, "order", 6, "plain"),
] as const;

export type ThemeName = (typeof ticketThemes)[number]["name"];

/** Throws where no theme has that name. */
export function themeNamed(name: string): TicketTheme {
  const found = ticketThemes.find((each) => each.name === name);
  if (!found) throw new Error(`There is no ticket theme "${name}".`);
  return found;
}

function theme<Name extends string>(
  name: Name,
  texts: TicketTexts,
  about: TicketTheme["about"],
  weight: number,
  mood: TicketTheme["mood"],
  when: Pick<TicketTheme, "from" | "suits"> = {},
): TicketTheme & { name: Name } {
  return { name, texts, about, weight, mood, ...when };
}
