import { type Customer, generateCustomers } from "./customers.ts";
import { generateFinancials, type MonthlyFinancials } from "./financials.ts";
import { generateOrders, type Order } from "./orders.ts";
import { generateProducts, type Product } from "./products.ts";

/** Everything about Northlight Instruments that fits into memory; what is planted in it is known to code. */
export interface Company {
  customers: Customer[];
  products: Product[];
  orders: Order[];
  financials: MonthlyFinancials[];
}

/** The one seed of the demo company. */
export const demoSeed = "northlight-1";

/** Makes the company from a seed: the same seed gives the same company, on every machine. */
export function generateCompany(seed = demoSeed): Company {
  const products = generateProducts(seed);
  const customers = generateCustomers(seed);
  const orders = generateOrders(seed, customers, products);
  return { customers, products, orders, financials: generateFinancials(seed, orders) };
}
