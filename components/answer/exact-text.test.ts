import { describe, expect, it } from "vitest";
import type { ShownColumn } from "#components/result/columns.ts";
import { exactText } from "./exact-text.ts";

const column = (unit?: string): ShownColumn => ({ label: "", numeric: true, unit, grain: undefined });

describe("a figure with all its digits", () => {
  it.each([
    ["0.16318", "ratio", "16.318%"],
    ["-0.05", "change", "-5%"],
    ["0.0214", "points", "+2.14 points"],
    ["1234567.891", "currency:EUR", "€1,234,567.89"],
    ["1234567.5", "currency:EUR", "€1,234,567.50"],
    ["12345678901234567890.125", "count", "12,345,678,901,234,567,890.125"],
    [0.16, "ratio", "16%"],
    [0.1 + 0.2, "count", "0.3"],
    [9007199254740991, "count", "9,007,199,254,740,991"],
  ])("%s as %s is %s", (value, unit, text) => {
    expect(exactText(value, column(), unit, "en")).toBe(text);
  });

  it("takes its column's unit where it has none of its own", () => {
    expect(exactText("0.16318", column("ratio"), undefined, "en")).toBe("16.318%");
  });

  it("leaves words and periods as a table shows them", () => {
    expect(exactText("Germany", { ...column(), numeric: false }, "text", "en")).toBe("Germany");
    expect(exactText("2025-07-01", { ...column(), grain: "quarter" }, "period", "en")).toBe("Q3 2025");
  });
});
