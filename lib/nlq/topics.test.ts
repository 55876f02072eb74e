import { describe, expect, it } from "vitest";
import type { Catalog } from "#lib/contracts/catalog.ts";
import { readQuestion } from "./read-question.ts";
import { trade } from "./testing/catalogs.ts";
import { topicsOf } from "./topics.ts";

const labels = (question: string, catalog: Catalog = trade) => {
  const { filters, excluded, dropped } = topicsOf(question, catalog);
  return {
    filters: filters.map(({ label }) => label),
    excluded: excluded.map(({ label }) => label),
    dropped,
  };
};

describe("what a question speaks of", () => {
  it.each([
    "Why did revenue fall outside Germany?",
    "Why did revenue fall outside of Germany?",
    "Why did revenue fall except in Germany?",
    "Why did revenue fall without Germany?",
    "Why did revenue fall apart from Germany?",
    "Why did revenue fall everywhere but in Germany?",
    "Why did revenue fall in countries other than Germany?",
    "revenue not in Germany",
  ])("%s leaves Germany out", (question) =>
    expect(labels(question)).toEqual({ filters: [], excluded: ["Germany"], dropped: [] }),
  );

  it("carries what is left out over a list", () => {
    const expected = { filters: [], excluded: ["Germany", "France"], dropped: [] };
    expect(labels("Why did revenue outside Germany and France fall?")).toEqual(expected);
    expect(labels("revenue except Germany and France")).toEqual(expected);
  });

  it("reads the word that leaves out, and keeps what it does not read", () => {
    expect(topicsOf("outside Germany revenue fell", trade).unread).not.toContain("outside");
    expect(topicsOf("revenue of quuxes", trade).unread).toContain("quuxes");
  });

  it.each([
    ["Why did revenue fall for orders with a quantity above 500?", "above 500"],
    ["Why did revenue fall for customers whose name contains foo?", "contains foo"],
    ["Why did revenue fall for orders not shipped?", "without shipped"],
    ["Why did revenue of the top 5 customers fall?", "top 5"],
    ["Why did revenue fall in 2024 or 2025?", "2024 or 2025"],
    ["Why did revenue grow for Germany or enterprise?", "enterprise"],
  ])("%s has a condition that no filter says: %s", (question, words) =>
    expect(labels(question).dropped).toEqual([words]),
  );

  it("keeps what is said by filters", () => {
    expect(labels("Why did revenue fall for enterprise customers in germany?")).toEqual({
      filters: ["Enterprise", "Germany"],
      excluded: [],
      dropped: [],
    });
    expect(labels("Why did revenue fall in Germany or France?").filters).toEqual(["Germany", "France"]);
  });

  it("takes customers who leave for churn, and nobody else", () => {
    const churn = {
      id: "churn_rate",
      name: "churn rate",
      synonyms: ["attrition rate"],
      expression: "COUNT({{main.purchase_order.shipped_on}}) * 1.0 / COUNT({{main.purchase_order.order_id}})",
      columns: ["main.purchase_order.shipped_on", "main.purchase_order.order_id"],
      unit: "ratio",
    };
    const catalog: Catalog = { ...trade, metrics: [...trade.metrics, churn] };
    for (const question of [
      "Why did Enterprise customers leave?",
      "What were the reasons Enterprise customers left?",
      "Why are customers leaving us?",
      "Why do customers cancel?",
    ])
      expect(
        topicsOf(question, catalog).metrics.map(({ id }) => id),
        question,
      ).toEqual(["churn_rate"]);
    expect(topicsOf("Why did products leave?", catalog).metrics).toEqual([]);
    expect(topicsOf("Why did revenue fall?", catalog).metrics.map(({ id }) => id)).toEqual(["revenue"]);
    // A list of them is no rate, and not those who came in that year.
    expect(readQuestion("customers who left in 2025", catalog).outcome).not.toBe("answered");
  });

  it("does not narrow to a value that the words only resemble", () => {
    const near: Catalog = {
      ...trade,
      values: {
        lookup: (text, exactOnly) =>
          !exactOnly && text.toLowerCase() === "germani"
            ? [{ column: "main.country.name", value: "Germany", similarity: 0.9 }]
            : [],
      },
    };
    expect(labels("Why did revenue fall in Germani?", near)).toEqual({
      filters: [],
      excluded: [],
      dropped: ["Germani"],
    });
  });
});
