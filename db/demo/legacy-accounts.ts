import { addDays } from "./calendar.ts";
import type { Customer } from "./customers.ts";
import { type Random, randomStream } from "./random.ts";
import type { Cell, DemoTable } from "./table.ts";

/**
 * Traps, on purpose: no keys are declared; `account_ref` mixes three numberings, of which two hold today's number of the
 * customer in another spelling; `customer_id` looks like the key of `sales.customers` and has not one value in common
 * with it. To join either silently would be wrong.
 */
function* generateAccounts(seed: string, customers: Customer[]): Generator<Cell[]> {
  const random = randomStream(seed, "legacy accounts");
  let number = 70_000;
  for (const customer of customers) {
    if (customer.signedOn >= "2022-01-01" || random.chance(0.25)) continue;
    number += random.integer(1, 4);
    yield [
      reference(customer, random),
      number,
      customer.name
        .replace(/ (GmbH.*|AG|SAS|SA|SARL|Ltd.*|plc|LLP|SpA|Srl|BV|NV|AB|Inc\.|LLC|Corp\.)$/, "")
        .toUpperCase(),
      customer.country.code,
      random.weighted(["A", "B", "C"], (rating) => (rating === "A" ? 2 : 3)),
      addDays("2021-12-31", -random.integer(0, 900)),
    ];
  }
}

function reference({ id, country }: Customer, random: Random): string {
  return random.weighted([`C-0${id}`, String(id), `${country.code}/${random.integer(100, 999)}`], (text) =>
    text.startsWith("C-") ? 5 : 2,
  );
}

export const legacyAccountsTable: DemoTable = {
  schema: "legacy",
  name: "crm_accounts",
  comment: "Accounts of the CRM system that was switched off at the end of 2021; not maintained since.",
  columns: {
    account_ref: { type: "text", comment: "Reference of the old CRM, in mixed numberings." },
    customer_id: {
      type: "integer",
      comment: "Number in the old CRM; not the number of a customer in sales.customers.",
    },
    account_name: { type: "text", comment: "Name in the old CRM, in capitals." },
    country_code: { type: "text", comment: "Country in the old CRM." },
    credit_rating: { type: "text", comment: "Credit rating of the old CRM: A, B or C." },
    last_contact_on: { type: "date", comment: "Day of the last contact in the old CRM." },
  },
  primaryKey: [],
  countryColumn: "country_code",
  rows: ({ seed, customers }) => generateAccounts(seed, customers),
};
