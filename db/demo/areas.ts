import { addressesTable } from "./addresses.ts";
import { budgetsTable } from "./budgets.ts";
import { campaignsTable } from "./campaigns.ts";
import { customersTable } from "./customers.ts";
import { employeesTable } from "./employees.ts";
import { eventsTable } from "./events.ts";
import { exchangeRatesTable } from "./exchange-rates.ts";
import { financialsTable } from "./financials.ts";
import { financialsDraftTable } from "./financials-draft.ts";
import { countriesTable, regionsTable } from "./geography.ts";
import { headcountTable } from "./headcount.ts";
import { legacyAccountsTable } from "./legacy-accounts.ts";
import { orderLinesTable, ordersTable } from "./orders.ts";
import { paymentsTable } from "./payments.ts";
import { personalDataTable } from "./personal-data.ts";
import { plansTable } from "./plans.ts";
import { priceChangesTable } from "./price-changes.ts";
import { productsTable } from "./products.ts";
import { projectMembersTable, projectsTable } from "./projects.ts";
import { refundsTable } from "./refunds.ts";
import { shipmentsTable } from "./shipments.ts";
import { churnReasonsTable, subscriptionsTable } from "./subscriptions.ts";
import { supplierLinksTable, suppliersTable, suppliesTable } from "./suppliers.ts";
import type { SubjectArea } from "./table.ts";
import { ticketsTable } from "./tickets.ts";

/** The whole warehouse, in the order in which it is filled. A new subject area is one more entry here. */
export const subjectAreas: readonly SubjectArea[] = [
  {
    schema: "reference",
    comment: "Where Northlight Instruments does business.",
    tables: [regionsTable, countriesTable],
  },
  {
    schema: "catalog",
    comment: "What Northlight Instruments sells.",
    tables: [productsTable, priceChangesTable],
  },
  {
    schema: "sales",
    comment: "Who buys, what they ordered, what they paid and what was paid back.",
    tables: [
      customersTable,
      addressesTable,
      campaignsTable,
      ordersTable,
      orderLinesTable,
      paymentsTable,
      refundsTable,
    ],
  },
  {
    schema: "subscriptions",
    comment: "The monitoring service that customers subscribe to.",
    tables: [plansTable, churnReasonsTable, subscriptionsTable],
  },
  {
    schema: "finance",
    comment: "Monthly results by country, budgets and exchange rates.",
    tables: [financialsTable, financialsDraftTable, budgetsTable, exchangeRatesTable],
  },
  {
    schema: "supply",
    comment: "Who supplies what, and how orders reach customers.",
    tables: [suppliersTable, suppliesTable, supplierLinksTable, shipmentsTable],
  },
  { schema: "support", comment: "What customers write to the help desk.", tables: [ticketsTable] },
  {
    schema: "people",
    comment: "Who works here.",
    tables: [employeesTable, headcountTable, personalDataTable],
  },
  { schema: "projects", comment: "Internal projects.", tables: [projectsTable, projectMembersTable] },
  {
    schema: "legacy",
    comment: "Left over from systems that were switched off.",
    tables: [legacyAccountsTable],
  },
  { schema: "web", comment: "What customers do on the website.", tables: [eventsTable] },
];
