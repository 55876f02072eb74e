import { customersTable } from "./customers.ts";
import { eventsTable } from "./events.ts";
import { financialsTable } from "./financials.ts";
import { countriesTable, regionsTable } from "./geography.ts";
import { orderLinesTable, ordersTable } from "./orders.ts";
import { productsTable } from "./products.ts";
import type { SubjectArea } from "./table.ts";

/** The whole warehouse, in the order in which it is filled. A new subject area is one more entry here. */
export const subjectAreas: readonly SubjectArea[] = [
  {
    schema: "reference",
    comment: "Where Northlight Instruments does business.",
    tables: [regionsTable, countriesTable],
  },
  { schema: "catalog", comment: "What Northlight Instruments sells.", tables: [productsTable] },
  {
    schema: "sales",
    comment: "Who buys, and what they ordered.",
    tables: [customersTable, ordersTable, orderLinesTable],
  },
  { schema: "finance", comment: "Monthly results by country.", tables: [financialsTable] },
  { schema: "web", comment: "What customers do on the website.", tables: [eventsTable] },
];
