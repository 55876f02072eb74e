import { nameParts } from "./company-names.ts";
import type { Customer, Segment } from "./customers.ts";
import type { Order } from "./orders.ts";
import { type Random, randomStream } from "./random.ts";
import { addressStyles } from "./street-names.ts";
import type { DemoTable } from "./table.ts";

export interface Address {
  id: number;
  customer: Customer;
  type: "billing" | "shipping";
  street: string;
  postalCode: string;
  city: string;
  phone: string;
}

/** Trap, on purpose: two roles of one table, so a join to the addresses of an order has to say which of them. */
export interface OrderAddresses {
  billing: Address;
  shipping: Address;
}

/** Others have goods sent to the billing address. */
const hasShippingAddress: Record<Segment, number> = {
  SMB: 0.4,
  "Mid-market": 0.7,
  ENTERPRISE: 0.95,
  "Public sector": 0.8,
};

/** Each customer's billing address and up to three further ones that goods are sent to, all in its own country. */
export function generateAddresses(seed: string, customers: Customer[]): Address[] {
  const random = randomStream(seed, "addresses");
  const addresses: Address[] = [];
  const add = (customer: Customer, type: Address["type"], city: string) => {
    addresses.push({ id: 20_001 + addresses.length, customer, type, city, ...placeIn(customer, random) });
  };
  for (const customer of customers) {
    add(customer, "billing", customer.city);
    if (!random.chance(hasShippingAddress[customer.segment])) continue;
    const count = customer.segment === "ENTERPRISE" ? random.integer(1, 3) : random.chance(0.2) ? 2 : 1;
    for (let number = 0; number < count; number++)
      add(customer, "shipping", random.pick(nameParts[customer.country.code]!.cities));
  }
  return addresses;
}

/** Where each order's invoice and goods go. */
export function assignAddresses(
  seed: string,
  orders: Order[],
  addresses: Address[],
): Map<Order, OrderAddresses> {
  const random = randomStream(seed, "order addresses");
  const byCustomer = Map.groupBy(addresses, (address) => address.customer);
  return new Map(
    orders.map((order) => {
      const [billing, ...shipping] = byCustomer.get(order.customer)!;
      const choices = shipping.length > 0 ? shipping : [billing!];
      return [order, { billing: billing!, shipping: random.pick(choices) }];
    }),
  );
}

function placeIn(customer: Customer, random: Random): Pick<Address, "street" | "postalCode" | "phone"> {
  const style = addressStyles[customer.country.code]!;
  const street = random.pick(style.streets);
  const number = random.integer(1, 240);
  return {
    street: style.numberFirst ? `${number} ${street}` : `${street} ${number}`,
    postalCode: style.postalCode
      .replaceAll("#", () => String(random.integer(0, 9)))
      .replaceAll("@", () => "ABCDEFGHJKLMNPRSTUWXYZ"[random.integer(0, 21)]!),
    phone: `${style.dialling} ${random.integer(20, 89)} ${random.integer(100_000, 9_999_999)}`,
  };
}

export const addressesTable: DemoTable = {
  schema: "sales",
  name: "addresses",
  comment: "Postal addresses of customers, for invoices and for goods; one row an address.",
  columns: {
    address_id: { type: "integer", comment: "Number of the address." },
    customer_id: {
      type: "integer",
      comment: "Customer whose address it is.",
      references: "sales.customers.customer_id",
    },
    country_code: {
      type: "text",
      comment: "Country of the address.",
      references: "reference.countries.country_code",
    },
    address_type: { type: "text", comment: "Type of address: billing or shipping." },
    street: { type: "text", comment: "Street and house number." },
    postal_code: { type: "text", comment: "Postal code (zip code)." },
    city: { type: "text", comment: "City of the address." },
    contact_phone: { type: "text", comment: "Telephone number of the person to ask for." },
  },
  primaryKey: ["address_id"],
  indexes: [["customer_id"]],
  countryColumn: "country_code",
  rows: ({ addresses }) =>
    addresses.map((address) => [
      address.id,
      address.customer.id,
      address.customer.country.code,
      address.type,
      address.street,
      address.postalCode,
      address.city,
      address.phone,
    ]),
};
