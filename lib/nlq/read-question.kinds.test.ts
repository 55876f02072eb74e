import { describe, expect, it } from "vitest";
import type { Catalog } from "#lib/contracts/catalog.ts";
import { readQuestion } from "./read-question.ts";
import { library, shop, sketchCatalog } from "./testing/catalogs.ts";

const sqlOf = (question: string, catalog: Catalog) =>
  readQuestion(question, catalog).sql?.replaceAll("\n", " ") ?? null;

describe("both, or, and what is denied", () => {
  it("asks one row for each of two values that a single row cannot have", () => {
    const twice = sqlOf("customers with both card and cash payments", {
      ...shop,
      values: valuesOf({ "payment.method": ["card", "cash"] }),
    });
    expect(twice?.match(/EXISTS/g)).toHaveLength(2);
  });

  it("keeps the values that rows on both sides of two bounds share", () => {
    expect(
      sqlOf(
        "Which languages have both books with more than 500 pages and books with less than 100 pages?",
        library,
      ),
    ).toMatch(/book.pages > \$1 AND book.language IN \(SELECT book.language .* WHERE book.pages < \$2\)/);
  });

  it("lets either of two different conditions hold", () => {
    expect(sqlOf("titles of books in English or with more than 500 pages", library)).toContain(
      "WHERE (book.language = $1 OR book.pages > $2)",
    );
  });

  it("puts a bound into what is denied", () => {
    expect(sqlOf("Which members have no loan with a fine above 5?", library)).toMatch(
      /NOT EXISTS \(SELECT 1 FROM main.loan WHERE loan.member_id = member.member_id AND loan.fine > \$1\)/,
    );
  });

  it("does not report a denial as unread once it was used", () => {
    expect(readQuestion("How many members are not in Oslo?", library).readings[0]?.unread).toEqual([]);
  });
});

describe("bare numbers", () => {
  it("count what they stand before, and are the value of what they stand beside", () => {
    expect(sqlOf("members with 5 loans", library)).toContain("HAVING count(*) = $1");
    expect(sqlOf("titles of books with 100 or 200 pages", library)).toContain(
      "(book.pages = $1 OR book.pages = $2)",
    );
    expect(sqlOf("titles of books whose pages are 100 or 200", library)).toContain(
      "(book.pages = $1 OR book.pages = $2)",
    );
    expect(readQuestion("titles of books with 100 or 200 pages", library).readings[0]?.words).toBe(
      "book title and pages of books, only pages 100 or pages 200",
    );
  });
});

describe("figures over all rows", () => {
  it("compares a column with its own average, named once or twice", () => {
    for (const question of [
      "titles of books with more pages than the average",
      "titles of books whose price is above the average price",
    ]) {
      expect(sqlOf(question, library), question).toMatch(/> \(SELECT avg\(all_book\./);
    }
  });

  it("takes a superlative for the row that is meant, where something else is asked of it", () => {
    expect(sqlOf("average fine of loans of the most expensive book", library)).toContain(
      "book.price = (SELECT max(all_book.price)",
    );
  });

  it("counts how often a value occurs", () => {
    expect(sqlOf("the most common language of books", library)).toContain(
      "GROUP BY book.language ORDER BY count(*) DESC NULLS LAST LIMIT 1",
    );
  });

  it("holds an aggregate for both of two columns", () => {
    const sql = sqlOf("What are the maximum pages and price of books?", library);
    expect(sql).toContain("max(book.pages)");
    expect(sql).toContain("max(book.price)");
  });
});

describe("names as data people write them", () => {
  const club = sketchCatalog(
    {
      club: { columns: { clubid: "integer", clubname: "text", founded: "text" }, key: ["clubid"] },
      member: {
        columns: {
          mem_no: "integer",
          mem_fname: "text",
          mem_lname: "text",
          mem_sex: "text",
          clubid: "integer",
        },
        key: ["mem_no"],
        refers: { clubid: "club.clubid" },
      },
    },
    { "member.mem_sex": ["F", "M"], "member.mem_fname": ["Ada"], "member.mem_lname": ["Lovelace"] },
  );
  const numeric = {
    ...club,
    columns: club.columns.map((column) =>
      column.name === "founded" ? { ...column, numeric: true } : column,
    ),
  };

  it("cuts words that run together, and leaves out a prefix that the columns share", () => {
    expect(sqlOf("club names", club)).toContain("SELECT club.clubname");
    expect(sqlOf("first names of members", club)).toContain("SELECT member.mem_fname");
  });

  it("knows the letters by which sexes are coded", () => {
    const prediction = readQuestion("How many female members are there?", club);
    expect(prediction.outcome).toBe("answered");
    expect(prediction.params).toEqual(["F"]);
  });

  it("finds a quoted full name in two columns", () => {
    expect(readQuestion('Which club has the member "Ada Lovelace"?', club).params).toEqual([
      "Ada",
      "Lovelace",
    ]);
  });

  it("compares numbers that are kept as text as numbers", () => {
    expect(sqlOf("clubs founded after 1990", numeric)).toContain("club.founded::numeric >= $1");
  });
});

describe("what is asked or declined rather than guessed", () => {
  const figures: Catalog = {
    ...shop,
    metrics: [
      {
        id: "net_margin",
        name: "net margin",
        synonyms: ["profitability", "margin"],
        expression: "SUM({{main.payment.amount}})",
        columns: ["main.payment.amount"],
      },
      {
        id: "revenue",
        name: "revenue",
        synonyms: [],
        expression: "SUM({{main.payment.amount}})",
        columns: ["main.payment.amount"],
      },
    ],
  };

  it("answers a bare top customer by the money taken, and says so", () => {
    const prediction = readQuestion("top customer", figures);
    expect(prediction.outcome).toBe("answered");
    expect(prediction.readings[0]?.words).toBe("revenue, by customer, only the highest");
  });

  it("asks about a renamed figure", () => {
    const prediction = readQuestion("Show profit_margin by segment", figures);
    expect(prediction.outcome).toBe("asked");
    expect(prediction.reason).toContain("net margin");
  });

  it("declines the names of a thing that nobody knows", () => {
    expect(readQuestion("What are the names of the volcanoes?", library).outcome).toBe("declined");
  });

  it("asks about what is left where the question does not fit as a whole, and says what was left out", () => {
    const prediction = readQuestion("average price of books per author sorted by member city", library);
    expect(prediction.outcome).not.toBe("answered");
    expect(prediction.reason).not.toBe("");
  });
});

/** An index of exactly these texts. */
function valuesOf(lists: Record<string, string[]>): Catalog["values"] {
  const stored = Object.entries(lists).flatMap(([column, texts]) =>
    texts.map((value) => ({ column: `main.${column}`, value, similarity: 1 })),
  );
  return {
    lookup: (text) => stored.filter(({ value }) => value.toLowerCase() === text.trim().toLowerCase()),
  };
}
