import { expect, it } from "vitest";
import { driftFindings } from "./drift-finding.ts";

const lost = [
  { names: ["Net margin", "profit_margin"], column: "f.m.profit_margin", proposed: "f.m.net_margin" },
  { names: ["headcount"], column: "p.h.heads" },
];

it("tells of a lost figure that the question names, by any of its names, with what it may be called now", () => {
  const [finding, ...more] = driftFindings("Show profit margin by region", { lost });
  expect(more).toEqual([]);
  expect(finding?.sentence).toContain("f.m.net_margin");
  expect(driftFindings("HEADCOUNT by month", { lost })).toHaveLength(1);
});

it("is silent about what nobody asked for", () => {
  expect(driftFindings("revenue by region", { lost })).toEqual([]);
  expect(driftFindings("marginal cost", { lost })).toEqual([]);
});
