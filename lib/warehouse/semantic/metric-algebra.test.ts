import { describe, expect, it } from "vitest";
import type { Metric } from "#lib/contracts/catalog.ts";
import { ratioOf, termsOf } from "./metric-algebra.ts";

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
});
