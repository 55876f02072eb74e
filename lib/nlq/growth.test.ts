import { describe, expect, it } from "vitest";
import { readQuestion } from "./read-question.ts";
import { trade } from "./testing/catalogs.ts";

const read = (question: string, previous: string[] = []) => readQuestion(question, trade, { previous });
const sqlOf = (question: string) => read(question).sql?.replaceAll("\n", " ");

describe("growth", () => {
  it("is against the step before on the calendar, not the row before", () => {
    const sql = sqlOf("revenue growth by month in 2025");
    expect(sql).toContain(
      "OVER (ORDER BY date_trunc('month', purchase_order.ordered_on) RANGE BETWEEN interval '1 month' PRECEDING AND interval '1 month' PRECEDING)",
    );
    // The month before the first is read, and not shown.
    expect(read("revenue growth by month in 2025").params).toEqual([
      "2024-12-01",
      "2026-01-01",
      "2025-01-01",
    ]);
    expect(sql).toMatch(/WHERE "month" >= \$3::date ORDER BY "month"$/);
  });

  it("may look further back than its split", () => {
    const { sql, params } = read("year over year growth of revenue by month in 2025");
    expect(sql).toContain("interval '1 year' PRECEDING");
    expect(params[0]).toBe("2024-01-01");
    expect(sqlOf("year over year revenue by category")).toContain(
      "PARTITION BY product.category ORDER BY extract(year",
    );
  });

  it("ends with the last step that is over, where no period is said", () => {
    const { readings, params } = read("YoY revenue growth");
    expect(params).toEqual(["2026-01-01"]);
    expect(readings[0]?.words).toBe(
      "growth of revenue from year to year, by year, until 2025-12-31, the last complete year",
    );
  });

  it("may be what a follow-up asks for", () => {
    expect(read("month over month", ["revenue by month in 2025"])).toMatchObject({
      outcome: "answered",
      followUp: { kept: ["by month", "2025"] },
    });
  });

  it("is declined with a reason where nothing says from when to when, or where it would have to rank", () => {
    expect(read("revenue growth").reason).toContain("by month");
    expect(read("which country has the highest revenue growth by year").outcome).toBe("declined");
  });
});

describe("figures of different tables", () => {
  it("are declined, both named", () => {
    const { outcome, reason } = read("revenue and number of page views by month");
    expect(outcome).toBe("declined");
    expect(reason).toContain("“revenue” is kept in order line");
    expect(reason).toContain("“number of page views” in page view");
  });
});
