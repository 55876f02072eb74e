import { Decimal } from "decimal.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contributionsOf, type Member, PLACES } from "./contributions.ts";

const amount = (numerator: number, denominator: number | null) => ({
  numerator: new Decimal(numerator),
  denominator: denominator === null ? null : new Decimal(denominator),
});
const member = (name: string, before: [number, number | null], after: [number, number | null]): Member => ({
  name,
  before: amount(...before),
  after: amount(...after),
});

describe("splitting a change over members", () => {
  it("names the member whose ratio fell, though its weight stayed", () => {
    const split = contributionsOf([
      member("Germany", [20, 100], [5, 100]),
      member("France", [20, 100], [20, 100]),
    ]);
    expect(split?.change.toNumber()).toBe(-0.075);
    expect(split?.parts.map(({ name, contribution }) => [name, contribution.toNumber()])).toEqual([
      ["Germany", -0.075],
      ["France", 0],
    ]);
  });

  it("sees that the total falls where only the weights move", () => {
    const split = contributionsOf([
      member("Rich", [50, 100], [25, 50]),
      member("Poor", [10, 100], [15, 150]),
    ]);
    expect(split?.change.toNumber()).toBe(-0.1);
    expect(split?.parts.every(({ contribution }) => contribution.isNegative())).toBe(true);
  });

  it("adds amounts as they are, and a member that is new or gone with all it has", () => {
    const split = contributionsOf([
      member("old", [7, null], [0, null]),
      member("new", [0, null], [10, null]),
    ]);
    expect(split?.change.toNumber()).toBe(3);
    expect(split?.parts.map(({ contribution }) => contribution.toNumber())).toEqual([10, -7]);
  });

  it("gives no split where there was nothing to divide by", () => {
    expect(contributionsOf([member("a", [1, 0], [1, 1])])).toBeNull();
  });

  it("adds up exactly, whatever the amounts", () => {
    const cents = fc.integer({ min: -1_000_000, max: 1_000_000 });
    const base = fc.integer({ min: 1, max: 1_000_000 });
    const side = fc.tuple(cents, base);
    fc.assert(
      fc.property(fc.array(fc.tuple(side, side), { minLength: 1, maxLength: 12 }), (sides) => {
        const split = contributionsOf(sides.map(([before, after], at) => member(`m${at}`, before, after)))!;
        const total = split.parts.reduce((sum, { contribution }) => sum.plus(contribution), new Decimal(0));
        // The identity is exact: only rounding is absorbed, so a wrong formula cannot hide in the largest member.
        const rounding = new Decimal(10).pow(-PLACES).times(sides.length);
        return total.equals(split.change) && split.residual.abs().lessThan(rounding);
      }),
    );
  });
});
