import { describe, expect, it } from "vitest";
import { type Likeness, nameSimilarity, renameScore } from "./rename-score.ts";

const decimal = (name: string, extra: Partial<Likeness> = {}): Likeness => ({
  ...{ name, kind: "decimal", position: 3, of: 6, values: [] },
  ...extra,
});
const range = { min: "-0.10", max: "0.42" };

describe("how likely a column was renamed", () => {
  it("takes net_margin for profit_margin, also where the new column was added behind the others", () => {
    expect(renameScore(decimal("profit_margin"), decimal("net_margin")).score).toBeGreaterThan(0.8);
    const moved = renameScore(
      decimal("profit_margin", range),
      decimal("net_margin", { ...range, position: 9 }),
    );
    expect(moved.score).toBeGreaterThan(0.8);
  });

  it("wants more than a shared type and place of names without a common word", () => {
    expect(renameScore(decimal("revenue", range), decimal("headcount", range)).score).toBeLessThanOrEqual(
      0.8,
    );
  });

  it("is put off by another type and by values that do not meet", () => {
    expect(
      renameScore(decimal("profit_margin"), { ...decimal("net_margin"), kind: "text" }).score,
    ).toBeLessThan(0.5);
    const apart = renameScore(
      decimal("order_total", range),
      decimal("total_order", { min: "900", max: "1000" }),
    );
    expect(apart.score).toBeLessThan(0.8);
    const texts = (values: string[]) => ({ kind: "text", values });
    const codes = renameScore(
      decimal("region_code", texts(["EMEA", "APAC"])),
      decimal("country_code", texts(["DE", "FR"])),
    );
    expect(codes.score).toBeLessThan(0.8);
  });

  it("reads names in words, whichever way they are written", () => {
    expect(nameSimilarity("NetMargin", "net_margin")).toBe(1);
    expect(nameSimilarity("customer_name", "custmer_name")).toBeGreaterThan(0.9);
    expect(nameSimilarity("region", "invoice_total")).toBeLessThan(0.3);
  });
});
