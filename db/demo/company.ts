import { type Address, assignAddresses, generateAddresses, type OrderAddresses } from "./addresses.ts";
import { assignCampaigns } from "./campaigns.ts";
import { type Customer, generateCustomers } from "./customers.ts";
import { type Employee, generateEmployees } from "./employees.ts";
import { generateFinancials, type MonthlyFinancials } from "./financials.ts";
import { generateOrders, type Order } from "./orders.ts";
import { generateProducts, type Product } from "./products.ts";
import { generateRefunds, type Refund } from "./refunds.ts";
import { generateShipments, type Shipment } from "./shipments.ts";
import { generateSubscriptions, type Subscription } from "./subscriptions.ts";
import { listSupplies } from "./suppliers.ts";
import { generateTickets, type Ticket } from "./tickets.ts";

/**
 * What of Northlight Instruments several subjects or tests look at; what is planted in it is known to code. Rows that
 * nobody else needs are made while they are loaded, from the seed.
 */
export interface Company {
  seed: string;
  customers: Customer[];
  products: Product[];
  orders: Order[];
  financials: MonthlyFinancials[];
  addresses: Address[];
  orderAddresses: Map<Order, OrderAddresses>;
  orderCampaigns: Map<Order, string>;
  shipments: Shipment[];
  refunds: Refund[];
  subscriptions: Subscription[];
  tickets: Ticket[];
  employees: Employee[];
}

/** The one seed of the demo company. */
export const demoSeed = "northlight-1";

/** Makes the company from a seed: the same seed gives the same company, on every machine. */
export function generateCompany(seed = demoSeed): Company {
  const products = generateProducts(seed);
  const customers = generateCustomers(seed);
  const orders = generateOrders(seed, customers, products);
  const addresses = generateAddresses(seed, customers);
  const shipments = generateShipments(seed, orders, listSupplies(products));
  const subscriptions = generateSubscriptions(seed, customers);
  return {
    seed,
    customers,
    products,
    orders,
    financials: generateFinancials(seed, orders),
    addresses,
    orderAddresses: assignAddresses(seed, orders, addresses),
    orderCampaigns: assignCampaigns(seed, orders),
    shipments,
    refunds: generateRefunds(seed, shipments),
    subscriptions,
    tickets: generateTickets(seed, customers, subscriptions, orders, shipments),
    employees: generateEmployees(seed),
  };
}
