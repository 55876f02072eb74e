import { describe, expect, it } from "vitest";
import { readQuestion } from "./read-question.ts";
import { library, sketchCatalog, trade } from "./testing/catalogs.ts";

const plain = sketchCatalog({
  employee: { columns: { employee_id: "integer", name: "text", grade: "text" }, key: ["employee_id"] },
  item: { columns: { item_id: "integer", name: "text", stock_quantity: "integer" }, key: ["item_id"] },
});
/** People whose salaries are not shown, only spoken of. */
const company = {
  ...plain,
  columns: plain.columns.map((column) =>
    column.name === "grade" ? { ...column, comment: "Salary band by birthday" } : column,
  ),
};

describe("a noun behind a noun", () => {
  it.each(["employees salary list", "employee salary", "employees birthday list"])(
    "%s asks for something that is not there, and is not answered without it",
    (question) => {
      const { outcome, readings } = readQuestion(question, company);
      expect(outcome).not.toBe("answered");
      expect(readings[0]?.unread.join()).toMatch(/salary|birthday/);
    },
  );
});

describe("out of stock", () => {
  it.each(["Which items are out of stock?", "items out of stock"])(
    "%s means that none is left",
    (question) => {
      const { outcome, sql, params, readings } = readQuestion(question, company);
      expect(outcome).toBe("answered");
      expect(sql).toContain("item.stock_quantity <= $1");
      expect(params).toEqual([0]);
      expect(readings[0]?.words).toContain("only stock quantity 0 or less");
    },
  );
});

describe("several dates", () => {
  it("are called so, whatever their column is called", () => {
    const words = (question: string) =>
      readQuestion(question, library).readings.map((reading) => reading.words.split(",")[0]);
    expect(words("number of dates returned")).toContain("number of dates returned");
    expect(words("different date returned")[0]).toBe("different dates returned of loans");
  });
});

describe("readings to choose from", () => {
  const deals = (own: string[]) =>
    sketchCatalog(
      {
        client: { columns: { client_id: "integer", country: "text" }, key: ["client_id"] },
        vendor: { columns: { vendor_id: "integer", country: "text" }, key: ["vendor_id"] },
        deal: {
          columns: { deal_id: "integer", client_id: "integer", vendor_id: "integer", country: "text" },
          key: ["deal_id"],
          refers: { client_id: "client.client_id", vendor_id: "vendor.vendor_id" },
        },
      },
      Object.fromEntries(own.map((column) => [column, ["Germany"]])),
    );

  it("are told apart by their joins where their words are the same", () => {
    const { outcome, readings } = readQuestion(
      "How many deals in Germany?",
      deals(["client.country", "vendor.country"]),
    );
    expect(outcome).toBe("asked");
    expect(readings.map(({ words }) => words)).toEqual([
      expect.stringContaining("only Germany, over deal to client"),
      expect.stringContaining("only Germany, over deal to vendor"),
    ]);
  });

  it("leave out the one over a further table", () => {
    const { readings } = readQuestion(
      "How many deals in Germany?",
      deals(["deal.country", "client.country"]),
    );
    expect(readings).toHaveLength(1);
    expect(readings[0]?.joins).toEqual([]);
  });
});

describe("a misspelt name", () => {
  it.each([
    ["revnue by segment in 2025", "revenue, by segment, for 2025, highest first"],
    ["reveune by segment in 2025", "revenue, by segment, for 2025, highest first"],
    ["how many custmers are there", "number of customers"],
    ["revenue by categry", "revenue, by category, highest first"],
  ])("%s is read as the nearest, and asked about", (question, words) => {
    const { outcome, reason, readings } = readQuestion(question, trade);
    expect(readings[0]?.words).toBe(words);
    expect(outcome).toBe("asked");
    expect(reason).toContain("as the nearest name");
  });

  it("is left alone where it is short, far off or near to several", () => {
    const near = sketchCatalog({ thing: { columns: { planet: "text", planes: "text" }, key: [] } });
    expect(readQuestion("planeh of things", near).readings[0]?.unread ?? ["planeh"]).toContain("planeh");
    for (const word of ["rvenues2", "unit", "weather"])
      expect(readQuestion(`${word} by segment`, trade).reason, word).not.toContain("as the nearest name");
  });
});
