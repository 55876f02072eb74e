import { Decimal } from "decimal.js";
import { describe, expect, it } from "vitest";
import type { Metric } from "#lib/contracts/catalog.ts";
import { type Indicator, indicatorsTable } from "./indicators.ts";

const metric = (name: string, expression: string, unit?: string): Metric => ({
  id: name,
  name,
  synonyms: [],
  expression,
  columns: ["m.f.a"],
  ...(unit === undefined ? {} : { unit }),
});
const amount = (name: string, before: number, after: number, unit = "currency:EUR"): Indicator => {
  const one = metric(name, "SUM({{m.f.a}})", unit);
  return {
    figure: { metric: one, numerator: one, denominator: null },
    before: { numerator: new Decimal(before), denominator: null },
    after: { numerator: new Decimal(after), denominator: null },
  };
};
/** A share of rows: `[4, 100]` is 4 of 100. */
const share = (
  name: string,
  before: [number, number],
  after: [number, number],
  top = "COUNT",
): Indicator => ({
  figure: {
    metric: metric(name, "…", "ratio"),
    numerator: metric(`${name} top`, `${top}({{m.f.a}})`),
    denominator: metric(`${name} bottom`, "COUNT({{m.f.b}})"),
  },
  before: { numerator: new Decimal(before[0]), denominator: new Decimal(before[1]) },
  after: { numerator: new Decimal(after[0]), denominator: new Decimal(after[1]) },
});
const windows = {
  before: { from: "2024-01-01", to: "2025-01-01", label: "2024" },
  after: { from: "2025-01-01", to: "2026-01-01", label: "2025" },
  why: "",
};
const table = (indicators: Indicator[]) =>
  indicatorsTable({ title: "What moved", windows, indicators, from: ["r1"] });
const told = (...indicators: Indicator[]) =>
  table(indicators)?.rows.map((row) => [row[0], row[4], row[5]]) ?? null;

describe("what moved at the same time", () => {
  it("puts a doubling and a halving at the same distance, and leaves out what hardly moved", () => {
    expect(told(amount("a", 100, 110), amount("b", 100, 150), amount("c", 100, 40))).toEqual([
      ["c", "-0.6", null],
      ["b", "0.5", null],
    ]);
    expect(told(amount("a", 100, 110))).toBeNull();
  });

  it("lists what came from nothing, went to nothing or is negative", () => {
    expect(
      told(
        amount("fine", 0, 900),
        amount("grant", 900, 0),
        amount("result", 100, -50),
        amount("loss", -100, -300),
        amount("still", 0, 0),
      ),
    ).toEqual([
      ["fine", null, "from nothing"],
      ["grant", "-1", "to nothing"],
      ["result", null, "turned negative"],
      ["loss", null, "negative"],
    ]);
  });

  it("takes small counts that differ by chance for nothing, also from none", () => {
    expect(told(amount("a", 20, 30, "count"), amount("b", 0, 4, "count"))).toBeNull();
    expect(told(amount("a", 200, 300, "count"))).toEqual([["a", "0.5", null]]);
    expect(told(amount("b", 0, 40, "count"))).toEqual([["b", null, "from nothing"]]);
  });

  it("tests a share on the size of its denominator", () => {
    expect(told(share("churn", [4, 40], [8, 40]))).toBeNull();
    expect(told(share("churn", [0, 5], [1, 4]))).toBeNull();
    expect(told(share("churn", [400, 4000], [800, 4000]))).toEqual([["churn", "1", null]]);
  });

  it("tests an amount per item too, and no ratio of amounts", () => {
    expect(told(share("order value", [900, 6], [1500, 6], "SUM"))).toBeNull();
    expect(told(share("order value", [90000, 600], [150000, 600], "SUM"))).toHaveLength(1);
    const margin = share("margin", [2, 10], [1, 10], "SUM");
    margin.figure.denominator = metric("revenue", "SUM({{m.f.b}})", "currency:EUR");
    expect(told(margin)).toEqual([["margin", "-0.5", null]]);
  });

  it("says what it leaves out", () => {
    const method = table([
      amount("a", 1, 2),
      amount("few", 20, 30, "count"),
      share("rate", [0, 0], [1, 4]),
      ...Array.from({ length: 8 }, (_, at) => amount(`more ${at}`, 1, 3)),
    ])?.derivation.method;
    expect(method).toContain("1 that moved no further than scatter alone may");
    expect(method).toContain("rate, with nothing to divide by on one side");
    expect(method).toContain("1 that moved less far than these");
  });
});
