import { describe, expect, it } from "vitest";
import type { Metric } from "#lib/contracts/catalog.ts";
import { isAdditive, ratioOf, termsOf } from "./metric-algebra.ts";

const metric = (id: string, expression: string): Metric => ({
  id,
  name: id.replaceAll("_", " "),
  synonyms: [],
  expression,
  columns: [...expression.matchAll(/\{\{(.+?)\}\}/g)].map((match) => match[1]!),
});
const revenue = metric("revenue", "SUM({{m.f.revenue}})");
const margin = metric(
  "margin",
  "SUM({{m.f.revenue}} - {{m.f.goods}} - {{m.f.compliance_cost}}) / NULLIF(SUM({{m.f.revenue}}), 0)",
);

describe("taking a metric apart", () => {
  it("finds the two sides of a ratio, and calls a side by its own name", () => {
    const ratio = ratioOf(margin, [revenue]);
    expect(ratio?.denominator).toBe(revenue);
    expect(ratio?.numerator.expression).toBe(
      "SUM({{m.f.revenue}} - {{m.f.goods}} - {{m.f.compliance_cost}})",
    );
    expect(ratioOf(revenue)).toBeNull();
    expect(ratioOf(metric("x", "SUM({{m.f.a}} / {{m.f.b}})"))).toBeNull();
  });

  it("finds the terms of a sum, inside one aggregate or between several", () => {
    const inside = termsOf(ratioOf(margin)!.numerator, [revenue]);
    expect(inside.map(({ sign, metric: { name } }) => [sign, name])).toEqual([
      [1, "revenue"],
      [-1, "goods"],
      [-1, "compliance cost"],
    ]);
    const between = termsOf(metric("x", "(SUM({{m.l.q}} * {{m.l.p}}) - SUM({{m.l.q}} * {{m.p.c}}))"));
    expect(between.map(({ metric: { expression } }) => expression)).toEqual([
      "SUM({{m.l.q}} * {{m.l.p}})",
      "SUM({{m.l.q}} * {{m.p.c}})",
    ]);
  });

  it("leaves alone what is no sum", () => {
    expect(termsOf(metric("x", "SUM({{m.l.q}} * (1 - {{m.l.d}}))"))).toEqual([]);
    expect(termsOf(metric("x", "AVG({{m.l.q}} - {{m.l.d}})"))).toEqual([]);
  });

  it.each([
    "SUM({{m.f.a}}) / SUM({{m.f.b}}) * 100",
    "100.0 * SUM({{m.f.a}}) / SUM({{m.f.b}})",
    "SUM({{m.f.a}}) / SUM({{m.f.b}}) - 1",
    "1 - SUM({{m.f.a}}) / SUM({{m.f.b}})",
    "SUM({{m.f.a}}) - SUM({{m.f.b}}) / SUM({{m.f.c}})",
    "SUM({{m.f.a}}) / SUM({{m.f.b}}) / SUM({{m.f.c}})",
    "SUM({{m.f.a}}) / (SUM({{m.f.b}}) / SUM({{m.f.c}}))",
    "SUM({{m.f.a}}) * SUM({{m.f.b}})",
    "SUM({{m.f.a}}) * SUM({{m.f.b}}) / SUM({{m.f.c}})",
    "SUM({{m.f.a}}) / 12",
    "SUM({{m.f.a}}) / NULLIF(SUM({{m.f.b}}), 1)",
    "SUM({{m.f.a}}) / SUM({{m.f.b}}) || '/'",
    "SUM({{m.f.a}}) OVER (ORDER BY {{m.f.d}}) / SUM({{m.f.b}})",
  ])("sees no ratio in %s, and a figure that adds up only where the rest is a constant", (expression) => {
    expect(ratioOf(metric("x", expression))).toBeNull();
    expect(isAdditive({ expression })).toBe(expression.endsWith("/ 12"));
  });

  it.each([
    ["SUM({{m.f.a}}) * 1.0 / COUNT({{m.f.b}})", "SUM({{m.f.a}})", "COUNT({{m.f.b}})"],
    ["((1.0 * SUM({{m.f.a}})) / (SUM({{m.f.b}})))", "SUM({{m.f.a}})", "SUM({{m.f.b}})"],
    [
      "(SUM({{m.f.a}}) - SUM({{m.f.c}})) / NULLIF((SUM({{m.f.b}})), 0.0)",
      "SUM({{m.f.a}}) - SUM({{m.f.c}})",
      "SUM({{m.f.b}})",
    ],
    [
      "COUNT(CASE WHEN {{m.f.s}} = 'a/b' THEN 1 END) / COUNT(*)",
      "COUNT(CASE WHEN {{m.f.s}} = 'a/b' THEN 1 END)",
      "COUNT(*)",
    ],
  ])("takes %s apart", (expression, numerator, denominator) => {
    const ratio = ratioOf(metric("x", expression));
    expect([ratio?.numerator.expression, ratio?.denominator.expression]).toEqual([numerator, denominator]);
  });

  it.each([
    ["SUM({{m.f.a}})", true],
    ["COUNT(*)", true],
    ["(SUM({{m.f.a}}) - COUNT({{m.f.b}}))", true],
    ["2 * (SUM({{m.f.a}}) + SUM({{m.f.b}})) / 100", true],
    ["-SUM({{m.f.a}})", true],
    ["COUNT(DISTINCT {{m.f.a}})", false],
    ["SUM({{m.f.a}}) - COUNT(DISTINCT {{m.f.b}})", false],
    ["SUM({{m.f.a}}) * SUM({{m.f.b}})", false],
    ["SUM({{m.f.a}}) / SUM({{m.f.b}})", false],
    ["100 / SUM({{m.f.a}})", false],
    ["SUM({{m.f.a}}) + 5", false],
    ["SUM({{m.f.a}}) - AVG({{m.f.b}})", false],
    ["SUM(CASE WHEN {{m.f.s}} = 'distinct avg(' THEN 1 END)", true],
  ])("%s adds up over groups: %s", (expression, adds) => expect(isAdditive({ expression })).toBe(adds));

  it("cuts neither inside a literal nor inside CASE … END nor inside a column's name", () => {
    expect(termsOf(metric("x", "SUM(CASE WHEN {{m.f.s}} = 'on-hold' THEN {{m.f.a}} - 1 END)"))).toEqual([]);
    expect(termsOf(metric("x", "SUM({{m.f.a-b}})"))).toEqual([]);
    const [first, second] = termsOf(
      metric("x", "SUM(CASE WHEN {{m.f.s}} = 'it''s - (' THEN {{m.f.a}} ELSE 0 END - {{m.f.b}})"),
    );
    expect(first?.metric.expression).toBe("SUM(CASE WHEN {{m.f.s}} = 'it''s - (' THEN {{m.f.a}} ELSE 0 END)");
    expect([second?.sign, second?.metric.name]).toEqual([-1, "b"]);
  });

  it("takes no product, constant or set of different things apart", () => {
    expect(termsOf(metric("x", "SUM({{m.f.a}}) * SUM({{m.f.b}})"))).toEqual([]);
    expect(termsOf(metric("x", "SUM({{m.f.a}} - 1)"))).toEqual([]);
    expect(termsOf(metric("x", "SUM(DISTINCT {{m.f.a}} - {{m.f.b}})"))).toEqual([]);
  });

  it("tells literals apart by letter case, and finds the same figure however it is spaced", () => {
    const open = metric("open", "COUNT(CASE WHEN {{m.f.s}} = 'Open' THEN 1 END)");
    const rate = (status: string) =>
      metric("rate", `count(case when {{m.f.s}}='${status}' then 1 end) / COUNT(*)`);
    expect(ratioOf(rate("Open"), [open])?.numerator).toBe(open);
    expect(ratioOf(rate("open"), [open])?.numerator).not.toBe(open);
  });
});
