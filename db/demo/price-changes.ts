import { months } from "./calendar.ts";
import { priceLevel } from "./orders.ts";
import type { Product } from "./products.ts";
import { randomStream } from "./random.ts";
import type { DemoTable } from "./table.ts";

/** One change of a product's list price; prices in whole euros. */
export interface PriceChange {
  product: Product;
  changedOn: string;
  oldPrice: number;
  newPrice: number;
  reason: string;
}

/** The list prices of each new year, as far as they changed: the last one is today's list price. */
export function generatePriceChanges(seed: string, products: Product[]): PriceChange[] {
  const random = randomStream(seed, "price changes");
  const years = [...new Set(months.map((month) => month.year))];
  return years.slice(1).flatMap((year) =>
    products.flatMap((product): PriceChange[] => {
      const changedOn = `${year}-01-01`;
      const oldPrice = Math.round(product.listPrice * priceLevel[year - 1]!);
      const newPrice = Math.round(product.listPrice * priceLevel[year]!);
      const reason = random.weighted(["Annual price list", "Component costs", "Energy costs"], (each) =>
        each === "Annual price list" ? 7 : 1,
      );
      if (product.launchedOn > changedOn || oldPrice === newPrice) return [];
      return [{ product, changedOn, oldPrice, newPrice, reason }];
    }),
  );
}

export const priceChangesTable: DemoTable = {
  schema: "catalog",
  name: "price_changes",
  comment: "Changes of list prices of products over time; one row a change.",
  columns: {
    price_change_id: { type: "integer", comment: "Number of the price change." },
    product_id: {
      type: "integer",
      comment: "Product whose list price changed.",
      references: "catalog.products.product_id",
    },
    changed_on: { type: "date", comment: "Day from which the new price holds." },
    old_price: { type: "numeric(10,2)", comment: "List price before the change, in euros." },
    new_price: { type: "numeric(10,2)", comment: "List price from that day on, in euros." },
    reason: { type: "text", comment: "Reason for the price change." },
  },
  primaryKey: ["price_change_id"],
  indexes: [["product_id"]],
  rows: ({ seed, products }) =>
    generatePriceChanges(seed, products).map((change, index) => [
      index + 1,
      change.product.id,
      change.changedOn,
      `${change.oldPrice}.00`,
      `${change.newPrice}.00`,
      change.reason,
    ]),
};
