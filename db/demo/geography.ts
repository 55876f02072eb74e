import type { DemoTable } from "./table.ts";

export type RegionCode = "EMEA" | "AMER" | "APAC";

export interface Country {
  code: string;
  name: string;
  region: RegionCode;
  currency: string;
  /** Share of the company's business, relative to the other countries. */
  weight: number;
  /** Compliance cost in a normal month, as a share of average revenue. */
  complianceShare: number;
}

export const regions: readonly { code: RegionCode; name: string; headquarters: string }[] = [
  { code: "EMEA", name: "EMEA", headquarters: "Hamburg" },
  { code: "AMER", name: "Americas", headquarters: "Boston" },
  { code: "APAC", name: "APAC", headquarters: "Singapore" },
];

export const countries: readonly Country[] = [
  { code: "DE", name: "Germany", region: "EMEA", currency: "EUR", weight: 16, complianceShare: 0.032 },
  { code: "FR", name: "France", region: "EMEA", currency: "EUR", weight: 9, complianceShare: 0.026 },
  { code: "GB", name: "United Kingdom", region: "EMEA", currency: "GBP", weight: 9, complianceShare: 0.024 },
  { code: "IT", name: "Italy", region: "EMEA", currency: "EUR", weight: 6, complianceShare: 0.027 },
  { code: "NL", name: "Netherlands", region: "EMEA", currency: "EUR", weight: 5, complianceShare: 0.023 },
  { code: "SE", name: "Sweden", region: "EMEA", currency: "SEK", weight: 4, complianceShare: 0.022 },
  { code: "US", name: "United States", region: "AMER", currency: "USD", weight: 20, complianceShare: 0.018 },
  { code: "CA", name: "Canada", region: "AMER", currency: "CAD", weight: 5, complianceShare: 0.019 },
  { code: "BR", name: "Brazil", region: "AMER", currency: "BRL", weight: 4, complianceShare: 0.031 },
  { code: "MX", name: "Mexico", region: "AMER", currency: "MXN", weight: 3, complianceShare: 0.025 },
  { code: "JP", name: "Japan", region: "APAC", currency: "JPY", weight: 7, complianceShare: 0.021 },
  { code: "AU", name: "Australia", region: "APAC", currency: "AUD", weight: 4, complianceShare: 0.019 },
  { code: "SG", name: "Singapore", region: "APAC", currency: "SGD", weight: 4, complianceShare: 0.017 },
  { code: "IN", name: "India", region: "APAC", currency: "INR", weight: 4, complianceShare: 0.024 },
];

/** The codes of one region's countries. */
export function countryCodesOf(region: RegionCode): string[] {
  return countries.filter((country) => country.region === region).map((country) => country.code);
}

export const regionsTable: DemoTable = {
  schema: "reference",
  name: "regions",
  comment: "The three sales regions of the company.",
  columns: {
    region_code: { type: "text", comment: "Short code of the region: EMEA, AMER or APAC." },
    name: { type: "text", comment: "Name of the region in everyday use: EMEA, Americas, APAC." },
    headquarters: { type: "text", comment: "City of the regional office." },
  },
  primaryKey: ["region_code"],
  unique: [["name"]],
  rows: () => regions.map((region) => [region.code, region.name, region.headquarters]),
};

export const countriesTable: DemoTable = {
  schema: "reference",
  name: "countries",
  comment: "The countries in which the company sells, each in one region.",
  columns: {
    country_code: { type: "text", comment: "Two-letter country code, such as DE." },
    name: { type: "text", comment: "Name of the country in English, such as Germany." },
    region_code: {
      type: "text",
      comment: "Region that the country belongs to.",
      references: "reference.regions.region_code",
    },
    currency: {
      type: "text",
      comment: "Local currency (ISO code). All amounts in the warehouse are in euros.",
    },
  },
  primaryKey: ["country_code"],
  unique: [["name"]],
  countryColumn: "country_code",
  rows: () => countries.map((country) => [country.code, country.name, country.region, country.currency]),
};
