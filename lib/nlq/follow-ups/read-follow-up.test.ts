import { describe, expect, it } from "vitest";
import { predictionSchema } from "#lib/contracts/reading.ts";
import { readQuestion } from "../read-question.ts";
import { library, shop, sketchCatalog, trade } from "../testing/catalogs.ts";

/** Asks the last of several questions, each of which may go on from those before it. */
const ask = (questions: string[], catalog = trade) =>
  readQuestion(questions.at(-1)!, catalog, { previous: questions.slice(0, -1) });
const words = (...questions: string[]) => ask(questions).readings[0]?.words;

describe("a question that only changes the one before", () => {
  it("keeps filters and period through a chain, and changes one thing at a time", () => {
    const chain = ["EU revenue 2025 by month", "and by product?", "drop the region", "what about 2024?"];
    expect(words(chain[0]!)).toBe("revenue, by month, only EU, for 2025");
    expect(ask(chain.slice(0, 2))).toMatchObject({
      outcome: "answered",
      followUp: { kept: ["revenue", "EU", "2025"], changed: ["by product instead of by month"] },
      readings: [{ words: "revenue, by product, only EU, for 2025, highest first" }],
    });
    expect(ask(chain.slice(0, 3))).toMatchObject({
      outcome: "answered",
      followUp: { kept: ["revenue", "by product", "2025"], changed: ["no longer only EU"] },
    });
    expect(ask(chain)).toMatchObject({
      outcome: "answered",
      params: ["2024-01-01", "2025-01-01"],
      followUp: { kept: ["revenue", "by product"], changed: ["2024 instead of 2025"] },
    });
  });

  const changes: Array<[before: string, follow: string, reading: string]> = [
    [
      "revenue by country in 2025",
      "only Germany",
      "revenue, by country, only Germany, for 2025, highest first",
    ],
    ["revenue in Germany in 2025", "same for France", "revenue, only France, for 2025"],
    ["revenue in Germany in 2025", "France instead of Germany", "revenue, only France, for 2025"],
    ["revenue in Germany", "also France", "revenue, only Germany or France"],
    ["revenue in Germany by product", "without the filter", "revenue, by product, highest first"],
    ["revenue in Germany by product", "all countries", "revenue, by product, highest first"],
    ["revenue by product in 2025", "without the period", "revenue, by product, highest first"],
    ["revenue by product in 2025", "in total", "revenue, for 2025"],
    ["revenue by month in 2025", "by quarter instead", "revenue, by quarter, for 2025"],
    ["revenue by category and month", "by quarter", "revenue, by category and quarter"],
    ["revenue by category", "also by segment", "revenue, by category and segment, highest first"],
    ["revenue by product", "top 5 only", "revenue, by product, highest first, only the first 5"],
    ["revenue by product", "lowest first", "revenue, by product, lowest first"],
    ["top 5 products by revenue", "and by margin", "margin, by product, highest first, only the first 5"],
    ["revenue by product in 2025", "and its margin?", "margin, by product, for 2025, highest first"],
    [
      "revenue by segment in 2025",
      "now the orders",
      "number of purchase orders, by segment, for 2025, highest first",
    ],
    ["revenue by product", "as a share of total", "share of revenue, by product, highest first"],
    ["revenue by product", "for EU", "revenue, by product, only EU, highest first"],
    ["revenue by product", "in 2024", "revenue, by product, for 2024, highest first"],
    ["revenue in Germany by product", "without Germany", "revenue, by product, highest first"],
    ["revenue by product", "without Germany", "revenue, by product, without Germany, highest first"],
    ["revenue in Q3 2024", "and Q2?", "revenue, for Q2 2024"],
    ["revenue in March 2024", "the year before", "revenue, for March 2023"],
    ["revenue in March 2024", "the month before", "revenue, for February 2024"],
    ["which product has the highest revenue?", "and the lowest?", "revenue, by product, only the lowest"],
    ["How many customers are there in Germany?", "and in France?", "number of customers, only France"],
    ["customers in Germany", "and their emails", "customer name and email of customers, only Germany"],
    [
      "top customer in each country by revenue",
      "top 3",
      "revenue, by customer and country, only the 3 highest of each country",
    ],
    ["customers in Germany", "how many are there?", "number of customers, only Germany"],
    [
      "top 5 products by revenue in Germany",
      "all of them",
      "revenue, by product, only Germany, highest first",
    ],
    ["revenue by country", "sort by country", "revenue, by country, sorted by country"],
    [
      "top 5 customers by revenue",
      "and their segment",
      "revenue, by customer, with segment, highest first, only the first 5",
    ],
    ["revenue by country", "Germany", "revenue, by country, only Germany, highest first"],
  ];
  it.each(changes)("%s → %s", (before, follow, reading) => {
    const prediction = ask([before, follow]);
    expect(prediction.readings[0]?.words).toBe(reading);
    expect(prediction.outcome).toBe("answered");
    expect(prediction.followUp?.changed.length).toBeGreaterThan(0);
  });

  it("names the date that the question before named", () => {
    const shipped = ask(["number of purchase orders shipped in 2025", "what about 2024?"]);
    expect(shipped.sql).toContain("shipped_on >= $1");
  });

  it("takes a value for one of the column that is held, whatever else stores it", () => {
    const twice = {
      ...trade,
      values: {
        lookup: (text: string) => [
          ...trade.values.lookup(text),
          ...(/^france$/i.test(text) ? [{ column: "main.customer.email", value: text, similarity: 1 }] : []),
        ],
      },
    };
    const { sql } = ask(["revenue in Germany", "and France?"], twice);
    expect(sql).toContain("country.name = $1");
  });
});

describe("what is taken out", () => {
  it("may be called by the table that its column points at", () => {
    const depots = sketchCatalog(
      {
        region: { columns: { region_code: "text", manager: "text" }, key: ["region_code"] },
        depot: {
          columns: { depot_id: "integer", name: "text", region_code: "text" },
          key: ["depot_id"],
          refers: { region_code: "region.region_code" },
        },
      },
      { "depot.region_code": ["NORTH"] },
    );
    const { outcome, sql } = ask(["How many depots are there in NORTH?", "drop the region"], depots);
    expect(outcome).toBe("answered");
    expect(sql).not.toContain("WHERE");
  });
});

describe("a question that stands by itself", () => {
  it("starts afresh", () => {
    const prediction = ask(["revenue in Germany in 2025", "How many customers are there?"]);
    expect(prediction.followUp).toBeUndefined();
    expect(prediction.readings[0]?.words).toBe("number of customers");
  });

  it("is where a chain starts again", () => {
    expect(words("revenue in Germany", "How many customers are there?", "by segment")).toBe(
      "number of customers, by segment, highest first",
    );
  });

  it("may begin like a follow-up, without a question before it", () => {
    expect(readQuestion("And how many customers are there?", trade).outcome).toBe("answered");
  });

  it("is still refused where it orders to change data", () => {
    for (const order of [
      "drop table customer",
      "delete Germany",
      "remove all rows",
      "drop the customer table",
    ])
      expect(ask(["revenue in Germany", order]).outcome, order).toBe("declined");
    expect(readQuestion("drop the region", trade).outcome).toBe("declined");
  });
});

describe("what cannot be gone on from", () => {
  it("is said where there is no question before", () => {
    for (const question of ["and by product?", "what about 2024?", "without Germany", "same for France"]) {
      const prediction = readQuestion(question, trade);
      expect(prediction.outcome, question).toBe("declined");
      expect(prediction.reason, question).toContain("no question before this one");
    }
  });

  it("is said where the question before could not be read", () => {
    const prediction = ask(["the weather in Paris", "and by product?"]);
    expect(prediction.outcome).toBe("declined");
    expect(prediction.reason).toContain("could not be read");
  });

  it("names what is held, where the question before holds nothing of the kind", () => {
    const prediction = ask(["revenue in Germany", "drop the segment"]);
    expect(prediction.outcome).toBe("declined");
    expect(prediction.reason).toContain("revenue, only Germany");
  });

  it("passes over what was turned away before, or says nothing of the data", () => {
    expect(words("revenue by product", "thanks!", "delete all products", "only Germany")).toBe(
      "revenue, by product, only Germany, highest first",
    );
  });

  it("does not put together what nothing joins, and does not drop a filter for it", () => {
    const prediction = ask(["revenue in Germany", "and page views?"]);
    expect(prediction.outcome).toBe("declined");
    expect(prediction.reason).toContain("does not fit");
    // The conversation goes on from what stood before.
    expect(words("revenue in Germany", "and page views?", "by product")).toBe(
      "revenue, by product, only Germany, highest first",
    );
  });

  it("narrows what is asked for, not what is denied of it", () => {
    const first = "How many customers in Germany have no purchase orders in 2026?";
    const whole = ask([first]);
    const again = ask([first, "Only those in Germany"]);
    expect(again.outcome).not.toBe("declined");
    expect(again.readings[0]?.words).toBe(whole.readings[0]?.words);
    expect(again.params).toEqual(whole.params);
    expect(ask(["How many customers have no purchase orders in 2026?", "Only those in Germany"]).sql).toBe(
      whole.sql,
    );
  });

  it("takes the share of one value of everything, never of itself", () => {
    const chain = ["revenue by segment in 2025", "only Enterprise", "as a share of the total"];
    const whole = ask(chain);
    expect(whole.outcome).toBe("answered");
    expect(whole.sql).not.toContain("OVER ()");
    // The whole keeps the period and leaves the segment out.
    expect(whole.sql).toMatch(/nullif\(\(SELECT (?![^()]*segment)[\s\S]*?ordered_on >= [\s\S]*?\), 0\)/);
    expect(whole.sql?.match(/segment = /g)).toHaveLength(1);
    const within = ask(["revenue by segment for EU", "only Enterprise", "as a share of the total"]);
    expect(within.sql?.match(/region = /g)).toHaveLength(2);
    expect(ask(["revenue by country", "only Germany", "as a share of total"]).sql).not.toContain("OVER ()");
    expect(ask(["revenue by country", "only EU", "as a share of total"]).sql).toContain("OVER ()");
  });

  it("asks of what a share is, where a filter or the period leaves one group of several splits", () => {
    for (const chain of [
      ["revenue by segment and month in 2025", "only Enterprise", "as a share of total"],
      ["revenue by month", "only March 2025", "as a share of total"],
    ])
      expect(ask(chain), chain.join()).toMatchObject({
        outcome: "asked",
        reason: expect.stringContaining("the share is"),
      });
  });

  it("has no share of an average", () => {
    expect(ask(["margin by product", "as a share of the total"]).outcome).toBe("declined");
  });

  it("asks where the words fit two parts", () => {
    expect(ask(["revenue by region for EU", "drop the region"])).toMatchObject({ outcome: "asked" });
    expect(ask(["revenue in Germany for Enterprise", "without the filter"])).toMatchObject({
      outcome: "asked",
    });
  });
});

describe("any conversation at all", () => {
  const noise = "and by without the all same for instead of top 5 ".repeat(40);
  it("is read or declined within a second, and never fails", () => {
    const conversations = [
      [noise, noise, noise, noise],
      Array.from({ length: 500 }, () => "and by product?"),
      [
        "revenue by product",
        ...Array.from({ length: 11 }, () => "customer product order region country ".repeat(50)),
        "and by month",
      ],
      ["\u0000\u0001", "constructor __proto__", "drop the constructor"],
      ["revenue", "and ".repeat(600)],
      ["revenue", ",".repeat(1_900)],
      ["", "   ", "and by product"],
    ];
    for (const catalog of [trade, library, shop]) {
      for (const questions of conversations) {
        const started = performance.now();
        const prediction = ask(questions, catalog);
        expect(performance.now() - started).toBeLessThan(1_000);
        predictionSchema.parse(prediction);
        if (prediction.outcome !== "answered") expect(prediction.reason).not.toBe("");
      }
    }
  });

  it("is rebuilt from its words: the same conversation gives the same prediction", () => {
    const chain = ["EU revenue 2025 by month", "and by product?", "top 5"];
    expect(ask(chain)).toEqual(ask(chain));
  });
});
