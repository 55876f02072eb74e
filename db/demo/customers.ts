import { addDays, asOf, daysBetween, firstDay } from "./calendar.ts";
import { accountManagers, nameParts } from "./company-names.ts";
import { type Country, countries } from "./geography.ts";
import { type Random, randomStream } from "./random.ts";
import type { DemoTable } from "./table.ts";

/**
 * Trap, on purpose: the names are in mixed letter case, as they came from three older systems. Each segment has one
 * spelling only, so grouping is right and a filter typed as "Enterprise" is what fails.
 */
export type Segment = "SMB" | "Mid-market" | "ENTERPRISE" | "Public sector";

export interface Customer {
  id: number;
  name: string;
  segment: Segment;
  country: Country;
  city: string;
  industry: string;
  accountManager: string;
  signedOn: string;
  /** How often it orders, relative to others of its segment; not stored. */
  appetite: number;
}

const segmentShares: { segment: Segment; share: number }[] = [
  { segment: "SMB", share: 52 },
  { segment: "Mid-market", share: 28 },
  { segment: "ENTERPRISE", share: 12 },
  { segment: "Public sector", share: 8 },
];

const industries = [
  "Chemicals",
  "Food and beverage",
  "Water and wastewater",
  "Metals",
  "Energy",
  "Pharmaceuticals",
  "Paper and packaging",
  "Automotive",
  "Semiconductors",
  "Mining",
];
const publicBodies = [
  "Water Board",
  "Port Authority",
  "District Energy",
  "Environment Agency",
  "Transport Works",
  "University Laboratories",
];
const customersPerWeight = 12;

/** About 1,200 customers, spread over the countries by the size of their business. */
export function generateCustomers(seed: string): Customer[] {
  const random = randomStream(seed, "customers");
  const customers: Customer[] = [];
  for (const country of countries) {
    const names = namesFor(country, random);
    const count = Math.round(country.weight * customersPerWeight * random.noise(0.05));
    for (let number = 0; number < count; number++) {
      const { segment } = random.weighted(segmentShares, (entry) => entry.share);
      const city = random.pick(nameParts[country.code]!.cities);
      customers.push({
        id: 1000 + customers.length + 1,
        name: segment === "Public sector" ? publicName(city, customers, random) : names.next().value!,
        segment,
        country,
        city,
        industry: segment === "Public sector" ? "Public services" : random.pick(industries),
        accountManager: random.pick(accountManagers[country.region]!),
        signedOn: signedOn(random),
        appetite: random.noise(0.45) * (random.chance(0.08) ? 3 : 1),
      });
    }
  }
  return customers;
}

/** Two in three were customers before the data begin; the others signed at any time since. */
function signedOn(random: Random): string {
  if (random.chance(0.66)) return addDays(firstDay, -random.integer(30, 3200));
  return addDays(firstDay, random.integer(0, daysBetween(firstDay, asOf) - 60));
}

function* namesFor(country: Country, random: Random): Generator<string, never> {
  const { names, trades, forms } = nameParts[country.code]!;
  const pairs = names.flatMap((name) => trades.map((trade) => ({ name, trade, order: random.next() })));
  pairs.sort((left, right) => left.order - right.order);
  for (const { name, trade } of pairs) yield `${name} ${trade} ${random.pick(forms)}`;
  for (let number = 2; ; number++) {
    for (const { name, trade } of pairs) yield `${name} ${trade} ${number} ${random.pick(forms)}`;
  }
}

function publicName(city: string, customers: Customer[], random: Random): string {
  const base = `${city} ${random.pick(publicBodies)}`;
  const taken = new Set(customers.map((customer) => customer.name));
  for (const name of [base, ...["North", "South", "East", "West"].map((part) => `${base} ${part}`)]) {
    if (!taken.has(name)) return name;
  }
  return `${base} Unit ${customers.length}`;
}

export const customersTable: DemoTable = {
  schema: "sales",
  name: "customers",
  comment: "Companies and public bodies that buy from us; one row a customer.",
  columns: {
    customer_id: { type: "integer", comment: "Number of the customer." },
    name: { type: "text", comment: "Name of the customer, with its legal form." },
    segment: {
      type: "text",
      comment:
        "Customer segment by size and kind: SMB, Mid-market, ENTERPRISE or Public sector (mixed letter case).",
    },
    country_code: {
      type: "text",
      comment: "Country where the customer is based.",
      references: "reference.countries.country_code",
    },
    city: { type: "text", comment: "City where the customer is based." },
    industry: { type: "text", comment: "Line of business of the customer." },
    account_manager: { type: "text", comment: "Our employee who looks after the customer." },
    signed_on: { type: "date", comment: "Day on which the customer signed its first contract." },
  },
  primaryKey: ["customer_id"],
  indexes: [["country_code"]],
  countryColumn: "country_code",
  rows: ({ customers }) =>
    customers.map((customer) => [
      customer.id,
      customer.name,
      customer.segment,
      customer.country.code,
      customer.city,
      customer.industry,
      customer.accountManager,
      customer.signedOn,
    ]),
};
