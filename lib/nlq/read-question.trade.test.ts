import { describe, expect, it } from "vitest";
import type { Catalog } from "#lib/contracts/catalog.ts";
import { readQuestion } from "./read-question.ts";
import { library, sketchCatalog, trade } from "./testing/catalogs.ts";

const sqlOf = (question: string, catalog: Catalog = trade) =>
  readQuestion(question, catalog).sql?.replaceAll("\n", " ") ?? null;

describe("what a verb of trade says", () => {
  it("counts those who did it, by the date of the deed rather than a date of theirs", () => {
    for (const question of [
      "How many customers ordered in 2025?",
      "How many customers placed an order in 2025?",
    ])
      expect(sqlOf(question), question).toMatch(
        /FROM main.customer WHERE EXISTS \(SELECT 1 FROM main.purchase_order WHERE purchase_order.customer_id = customer.customer_id AND purchase_order.ordered_on >= \$1::date AND purchase_order.ordered_on < \$2::date\)/,
      );
    expect(sqlOf("How many customers signed in 2025?")).toContain("WHERE customer.signed_on >= $1::date");
  });

  it("asks for one deed each of two things that were both bought, over the lines of the order", () => {
    const sql = sqlOf("customers that bought both Pumps and Valves in 2025");
    expect(sql?.match(/EXISTS/g)).toHaveLength(2);
    expect(sql?.match(/JOIN main.order_line ON/g)).toHaveLength(1);
    expect(sql?.match(/JOIN main.order_line AS/g)).toHaveLength(1);
    // The period holds of both.
    expect(sql?.match(/ordered_on >= /g)).toHaveLength(2);
  });

  it("does not go another way to what was bought, however short", () => {
    const asked = sketchCatalog(
      {
        client: { columns: { client_id: "integer", name: "text" }, key: ["client_id"] },
        item: { columns: { item_id: "integer", brand: "text" }, key: ["item_id"] },
        complaint: {
          columns: { complaint_id: "integer", client_id: "integer", item_id: "integer" },
          key: ["complaint_id"],
          refers: { client_id: "client.client_id", item_id: "item.item_id" },
        },
        sale: {
          columns: { sale_id: "integer", client_id: "integer", sold_on: "date" },
          key: ["sale_id"],
          refers: { client_id: "client.client_id" },
        },
        sale_line: {
          columns: { line_id: "integer", sale_id: "integer", item_id: "integer" },
          key: ["line_id"],
          refers: { sale_id: "sale.sale_id", item_id: "item.item_id" },
        },
      },
      { "item.brand": ["Fathom"] },
    );
    const sql = sqlOf("clients that bought Fathom", asked);
    expect(sql).toContain("FROM main.sale ");
    expect(sql).not.toContain("complaint");
  });

  it("counts pieces where things are sold, and things where different ones are asked for", () => {
    expect(sqlOf("How many products did we sell in 2025?")).toContain("SELECT SUM(order_line.quantity)");
    expect(sqlOf("How many different products were sold in 2025?")).toContain("count(");
  });
});

describe("what is ranked within each of several groups", () => {
  it("keeps the first of every group, by the way of what is ranked", () => {
    const sql = sqlOf("top 3 customers in each country by revenue");
    expect(sql).toMatch(/^SELECT customer_name, country_name, revenue FROM \(SELECT /);
    expect(sql).toContain("rank() OVER (PARTITION BY country.country_id, country.name ORDER BY SUM(");
    expect(sql).toContain("WHERE place_in_group <= 3 ORDER BY country_name, place_in_group");
    expect(readQuestion("top 3 customers in each country by revenue", trade).readings[0]).toMatchObject({
      words: "revenue, by customer and country, only the 3 highest of each country",
      limit: null,
    });
  });

  it("may be said before or after, and of periods too", () => {
    for (const question of [
      "which product has the highest revenue in each category?",
      "for each category, the top product by revenue",
    ])
      expect(readQuestion(question, trade).readings[0]?.words, question).toBe(
        "revenue, by product and category, only the highest of each category",
      );
    expect(sqlOf("top product per quarter by revenue")).toContain(
      "PARTITION BY date_trunc('quarter', purchase_order.ordered_on)",
    );
  });

  it("ranks single rows by their own figure", () => {
    expect(sqlOf("the most expensive book in each language", library)).toContain(
      "rank() OVER (PARTITION BY book.language ORDER BY book.price DESC NULLS LAST) AS place_in_group FROM main.book",
    );
  });

  it("ranks over all groups where nothing is ranked within them", () => {
    expect(sqlOf("revenue by country, top 3")).toContain("LIMIT 3");
    expect(sqlOf("highest revenue per country")).not.toContain("rank()");
  });
});

describe("by", () => {
  it("splits a figure that is called by a verb, and tells who did it of people", () => {
    expect(readQuestion("units sold by product", trade).readings[0]?.words).toBe(
      "units sold, by product, highest first",
    );
    expect(readQuestion("units sold by customer", trade).readings[0]?.dimensions).toHaveLength(1);
    expect(sqlOf("purchase orders placed by customers in Germany")).not.toContain("GROUP BY");
  });
});

describe("the first and the last", () => {
  it("are so by the date that their own name tells", () => {
    expect(sqlOf("first purchase order")).toContain(
      "ORDER BY purchase_order.ordered_on, purchase_order.order_id LIMIT 1",
    );
    expect(sqlOf("Who was our first customer?")).toContain(
      "ORDER BY customer.signed_on, customer.customer_id LIMIT 1",
    );
  });
});

describe("labels", () => {
  it("name a date by a noun, and what has not happened by its verb", () => {
    expect(readQuestion("Who was our first customer?", trade).readings[0]).toMatchObject({
      words: "customer name and date signed of customers, only the earliest by date signed",
      output: [{}, { name: "signed_on", label: "Date signed" }],
    });
    expect(readQuestion("How many loans have not been returned yet?", library).readings[0]?.words).toBe(
      "number of loans, not yet returned",
    );
    expect(readQuestion("How many members are not in Oslo?", library).readings[0]?.words).toBe(
      "number of members, without Oslo",
    );
  });
});
