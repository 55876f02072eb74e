import { expect, it } from "vitest";
import { yearPeriod } from "../calendar-days.ts";
import type { Period } from "../period.ts";
import { carriedPeriod } from "./carried-period.ts";

const form = (words: string, period: Period) => ({
  words,
  period,
  near: null,
  or: null,
});

it("takes the year from before, and counts a fiscal year from the source's own month", () => {
  const before = form("2025", yearPeriod(2025));
  const quarter = form("Q2", { from: "2026-04-01", to: "2026-07-01", label: "Q2 2026" });
  expect(carriedPeriod(quarter, before, 4).period).toMatchObject({ from: "2025-04-01", to: "2025-07-01" });
  const fiscal = form("fiscal year", yearPeriod(2026));
  expect(carriedPeriod(fiscal, before, 4).period).toMatchObject({ from: "2024-04-01", to: "2025-04-01" });
  expect(carriedPeriod(fiscal, before, 1).period).toMatchObject({ from: "2025-01-01", to: "2026-01-01" });
});
