import { describe, expect, it } from "vitest";
import type { Catalog } from "#lib/contracts/catalog.ts";
import { readQuestion } from "./read-question.ts";
import { clinic, library, shop, sketchCatalog } from "./testing/catalogs.ts";

const flat = (sql: string | null) => sql?.replaceAll("\n", " ") ?? null;
const sqlOf = (question: string, catalog: Catalog) => flat(readQuestion(question, catalog).sql);

describe("what is counted, listed and measured", () => {
  it("counts the rows of a named thing", () => {
    const prediction = readQuestion("How many books do we have?", library);
    expect(prediction.outcome).toBe("answered");
    expect(flat(prediction.sql)).toBe("SELECT count(*) AS number_of_books FROM main.book");
  });

  it("never answers a denial by a query that denies nothing", () => {
    const orders = sketchCatalog({
      orders: {
        columns: { order_id: "integer", ordered_on: "date", shipped_on: "date?" },
        key: ["order_id"],
      },
    });
    // A comment that speaks of the same denial draws the words to the column, away from what they deny.
    const comment = "Day the order left the warehouse; empty while it has not been shipped yet.";
    const explained = {
      ...orders,
      columns: orders.columns.map((each) => (each.name === "shipped_on" ? { ...each, comment } : each)),
    };
    const asked = [
      ["How many orders have not been shipped yet?", orders],
      ["How many orders have not been shipped yet?", explained],
      ["orders that were never shipped", orders],
      ["How many loans have not been returned yet?", library],
      ["Which books were never lent?", library],
      ["members without loans", library],
    ] as const;
    for (const [question, catalog] of asked) {
      const { outcome, sql } = readQuestion(question, catalog);
      if (outcome === "answered") expect(sql, question).toMatch(/\bNOT\b|\bNULL\b|<>/);
    }
  });

  it("groups by the key of a named thing and shows its label", () => {
    expect(sqlOf("number of loans per member", library)).toBe(
      "SELECT member.name AS member_name, count(*) AS number_of_loans FROM main.loan " +
        "JOIN main.member ON member.member_id = loan.member_id GROUP BY member.member_id, member.name " +
        "ORDER BY count(*) DESC NULLS LAST",
    );
  });

  it("takes a superlative's column from what its adjective is about", () => {
    expect(sqlOf("the three most expensive books", library)).toContain(
      "ORDER BY book.price DESC NULLS LAST, book.book_id LIMIT 3",
    );
  });

  it("ranks by a count of another table", () => {
    const sql = sqlOf("Which member has the most loans?", library);
    expect(sql).toContain("GROUP BY member.member_id");
    expect(sql).toContain("ORDER BY count(*) DESC NULLS LAST LIMIT 1");
  });

  it("bounds a count with HAVING and a column with WHERE", () => {
    expect(sqlOf("Which members have more than 5 loans?", library)).toContain("HAVING count(*) > $1");
    expect(sqlOf("books with more than 300 pages", library)).toContain("WHERE book.pages > $1");
  });

  it("shows a period half open, and counts it from the source's last day where that is set", () => {
    const { params, readings } = readQuestion("How many loans were there last month?", {
      ...library,
      asOf: "2025-07-31",
    });
    expect(params).toEqual(["2025-06-01", "2025-07-01"]);
    expect(readings[0]?.time).toMatchObject({
      from: "2025-06-01",
      to: "2025-07-01",
      binding: "main.loan.loaned_on",
    });
  });

  it("takes the asker's own calendar day where the source sets no last day", () => {
    const late = { ...library, now: "2026-02-28T23:30:00Z" };
    expect(readQuestion("How many loans were there last month?", late).params).toEqual([
      "2026-02-01",
      "2026-03-01",
    ]);
  });

  it("lets a smaller question replace the period", () => {
    const period = { from: "2026-01-01", to: "2026-02-01", label: "January 2026" };
    expect(readQuestion("How many loans were there in 2025?", library, { period }).params).toEqual([
      period.from,
      period.to,
    ]);
  });
});

describe("what is missing or denied", () => {
  it("reads a participle with not … yet as an empty date", () => {
    expect(sqlOf("How many loans have not been returned yet?", library)).toBe(
      "SELECT count(*) AS number_of_loans FROM main.loan WHERE loan.returned_on IS NULL",
    );
  });

  it("puts a period into what is denied, not beside it", () => {
    expect(sqlOf("Which members have no loans in 2025?", library)).toMatch(
      /NOT EXISTS \(SELECT 1 FROM main.loan WHERE loan.member_id = member.member_id AND loan.loaned_on >= \$1::date AND/,
    );
  });

  it("reads never as an anti-join over the keys", () => {
    expect(sqlOf("Which members have no loans?", library)).toBe(
      "SELECT member.name AS member_name FROM main.member WHERE NOT EXISTS " +
        "(SELECT 1 FROM main.loan WHERE loan.member_id = member.member_id)",
    );
  });
});

describe("stored values", () => {
  it("matches them whatever their letter case, and binds the stored spelling as a parameter", () => {
    const prediction = readQuestion("how many enterprise customers are there", shop);
    expect(prediction.params).toEqual(["ENTERPRISE"]);
    expect(prediction.sql).not.toContain("ENTERPRISE");
  });

  it("takes several values of a column as alternatives", () => {
    const { sql, params } = readQuestion("How many members live in Oslo or Bergen?", library);
    expect(flat(sql)).toContain("member.city IN ($1, $2)");
    expect(params).toEqual(["Oslo", "Bergen"]);
  });

  it("keeps a filter over several rows from multiplying what is counted", () => {
    expect(sqlOf("How many customers paid by card?", shop)).toContain("EXISTS (SELECT 1");
  });
});

describe("values that differ by letter case", () => {
  it("are one group, under one of their spellings", () => {
    const mixed = {
      ...shop,
      columns: shop.columns.map((column) =>
        column.name === "segment" ? { ...column, mixedCase: true } : column,
      ),
    };
    expect(sqlOf("number of customers by segment", mixed)).toBe(
      "SELECT min(customer.segment) AS segment, count(*) AS number_of_customers FROM main.customer " +
        "GROUP BY lower(customer.segment) ORDER BY count(*) DESC NULLS LAST",
    );
  });
});

describe("totals that a join would multiply", () => {
  it("never adds up order lines over a join to payments", () => {
    const { outcome, sql } = readQuestion("total quantity by payment method", shop);
    expect(outcome).not.toBe("answered");
    expect(sql === null || !/sum\(order_line/.test(sql)).toBe(true);
  });

  it("counts books of an author once each over the pair table", () => {
    expect(sqlOf("number of books per author", library)).toContain(
      "count(*) AS number_of_books FROM main.book JOIN main.book_author",
    );
  });
});

describe("names and roles", () => {
  it("quotes mixed case, reserved words and letters beyond ASCII", () => {
    const sql = sqlOf("average Größe of patients", clinic);
    expect(sql).toBe(
      'SELECT avg("Patient"."Größe") AS average_größe FROM main."Patient"'.replace(
        "average_größe",
        '"average_größe"',
      ),
    );
  });

  it("tells two keys to one table apart by the word the question uses, and asks where it uses none", () => {
    expect(sqlOf("number of orders by shipping country", shop)).toContain("orders.shipping_address_id");
    expect(readQuestion("number of orders by country", shop).outcome).toBe("asked");
  });
});

describe("what is not answered", () => {
  const declined: Array<[string, string, Catalog]> = [
    ["something the data do not hold", "What is the weather in Paris?", library],
    ["an empty question", "   ", library],
    ["only punctuation", "?!…", library],
    ["another language", "有多少本书？", library],
    ["SQL", "select * from book; drop table book", library],
    ["an order to change data", "Delete all members", library],
    ["several questions", "How many books are there? Who is the best author?", library],
    ["names that every object has", "constructor __proto__ toString hasOwnProperty", library],
    ["bytes", "\u0000\u0001\u0002book", library],
    ["a catalog without tables", "How many books are there?", sketchCatalog({})],
  ];
  it.each(declined)("declines %s, with a reason", (_, question, catalog) => {
    const prediction = readQuestion(question, catalog);
    expect(prediction.outcome).toBe("declined");
    expect(prediction.reason).not.toBe("");
  });

  it("declines a very long question at once", () => {
    const started = performance.now();
    expect(readQuestion("how many books ".repeat(1_400), library).outcome).toBe("declined");
    expect(performance.now() - started).toBeLessThan(200);
  });

  it("names what is nearest to a word it does not know", () => {
    expect(readQuestion("How many memberz are there?", library).reason).toContain("member");
  });

  it("never answers with confidence while a word of content is unread", () => {
    for (const word of ["purple", "underwater", "nearest", "profitable"]) {
      expect(readQuestion(`How many ${word} books do we have?`, library).outcome).not.toBe("answered");
    }
  });
});

describe("the reading", () => {
  it("says in a line what was understood, with the words each part came from", () => {
    const { readings } = readQuestion("How many loans per city in 2025?", library);
    expect(readings[0]).toMatchObject({
      words: "number of loans, by city, for 2025, highest first",
      grain: "one row per city",
      joins: ["loan to member, by declared key (member id)"],
      unread: [],
    });
    expect(readings[0]?.dimensions[0]).toMatchObject({
      label: "city",
      words: ["city"],
      binding: "main.member.city",
    });
    expect(readings[0]?.output.map(({ role }) => role)).toEqual(["dimension", "measure"]);
  });
});
