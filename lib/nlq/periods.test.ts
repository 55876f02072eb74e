import { describe, expect, it } from "vitest";
import { todayOf } from "./calendar-days.ts";
import { periodAt } from "./periods.ts";
import { prepare, tokenise } from "./tokens.ts";

const read = (text: string, today = "2026-03-31", fiscalStart = 1) => {
  const found = periodAt(tokenise(prepare(text)), 0, { today, fiscalStart });
  return found ? [found.period.from ?? null, found.period.to ?? null] : null;
};

describe("periods", () => {
  it.each([
    ["Q3 2025", ["2025-07-01", "2025-10-01"]],
    ["2025 Q1", ["2025-01-01", "2025-04-01"]],
    ["third quarter of 2025", ["2025-07-01", "2025-10-01"]],
    ["H2 2024", ["2024-07-01", "2025-01-01"]],
    ["March 2025", ["2025-03-01", "2025-04-01"]],
    ["5 March 2025", ["2025-03-05", "2025-03-06"]],
    ["February 29, 2024", ["2024-02-29", "2024-03-01"]],
    ["2025-12-31", ["2025-12-31", "2026-01-01"]],
    ["2025", ["2025-01-01", "2026-01-01"]],
    ["all years", [null, null]],
    ["of all time", [null, null]],
    ["the whole period", [null, null]],
    ["since 2024", ["2024-01-01", null]],
    ["after 2024", ["2025-01-01", null]],
    ["before March 2025", [null, "2025-03-01"]],
    ["between 2019 and 2021", ["2019-01-01", "2022-01-01"]],
    ["from January to March 2025", ["2025-01-01", "2025-04-01"]],
    ["last month", ["2026-02-01", "2026-03-01"]],
    ["this quarter", ["2026-01-01", "2026-04-01"]],
    ["last year", ["2025-01-01", "2026-01-01"]],
    ["yesterday", ["2026-03-30", "2026-03-31"]],
    ["year to date", ["2026-01-01", "2026-04-01"]],
  ])("reads %s", (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it("counts N days with today, and N completed days without it", () => {
    expect(read("last 7 days")).toEqual(["2026-03-25", "2026-04-01"]);
    expect(read("last 7 completed days")).toEqual(["2026-03-24", "2026-03-31"]);
  });

  it("starts a month on the day after the one before ends", () => {
    expect(read("last 1 months")).toEqual(["2026-03-01", "2026-04-01"]);
  });

  it("counts a fiscal year from its month and names it by the year in which it ends", () => {
    expect(read("FY2025", "2026-03-31", 4)).toEqual(["2024-04-01", "2025-04-01"]);
    expect(read("last fiscal year", "2026-03-31", 4)).toEqual(["2024-04-01", "2025-04-01"]);
  });

  it.each(["may I see", "march on", "2 books", "31 February 2025", "Q5 2025"])(
    "takes %s for no such period",
    (text) => {
      expect(read(text)).toBeNull();
    },
  );

  it("takes today from the asker's zone, not the server's", () => {
    expect(todayOf({ now: "2026-01-31T23:30:00Z", timeZone: "Asia/Tokyo" })).toBe("2026-02-01");
    expect(todayOf({ now: "2026-01-31T23:30:00Z", timeZone: "America/New_York" })).toBe("2026-01-31");
  });
});
