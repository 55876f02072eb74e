import { describe, expect, it } from "vitest";
import { addQuarters, chooseWindows, type Point } from "./windows.ts";

/** A course from the first quarter of 2023 on; null leaves the quarter out. */
const courseOf = (values: Array<number | null>): Point[] =>
  values.flatMap((value, at) => (value === null ? [] : [{ quarter: addQuarters("2023-01-01", at), value }]));
const labels = (windows: ReturnType<typeof chooseWindows>) =>
  windows && [windows.before.label, windows.after.label];
const flat = courseOf([5, 6, 5, 6, 5, 6, 5, 6, 5, 6, 5, 6]);
const fallen = courseOf([10, 11, 10, 11, 10, 11, 10, 11, 4, 5, 4, 5, 4]);

describe("which stretches of time are compared", () => {
  it("compares around a break in the direction asked about", () => {
    expect(labels(chooseWindows(fallen, null, "down"))).toEqual(["Q1 2024 to Q4 2024", "Q1 2025 to Q4 2025"]);
  });

  it("compares the latest quarters where there is no break", () => {
    const windows = chooseWindows(flat, null, null);
    expect(labels(windows)).toEqual(["Q1 2024 to Q4 2024", "Q1 2025 to Q4 2025"]);
    expect(windows?.why).toContain("no clear break");
  });

  it("compares a period with the same one a year before", () => {
    const asked = { from: "2025-04-01", to: "2025-10-01", label: "Q2 and Q3 2025" };
    const windows = chooseWindows(flat, asked, "down");
    expect(labels(windows)).toEqual(["Q2 2024 to Q3 2024", "Q2 2025 to Q3 2025"]);
    expect(windows?.why).toBe("The period asked about is compared with the same one a year before.");
  });

  it("goes back as far as it takes for a longer period not to overlap", () => {
    const long = courseOf(Array.from({ length: 16 }, (_, at) => at % 2));
    const asked = { from: "2025-01-01", to: "2027-01-01", label: "2025 and 2026" };
    const windows = chooseWindows(long, asked, null);
    expect(labels(windows)).toEqual(["Q1 2023 to Q4 2024", "Q1 2025 to Q4 2026"]);
    expect(windows?.why).toContain("2 years before");
  });

  it("says that a month is widened to its quarter, and that a year is not covered to its end", () => {
    const march = chooseWindows(flat, { from: "2025-03-01", to: "2025-04-01", label: "March 2025" }, null);
    expect(labels(march)).toEqual(["Q1 2024", "Q1 2025"]);
    expect(march?.why).toContain("March 2025 is widened to Q1 2025");
    const year = chooseWindows(
      flat.slice(0, -2),
      { from: "2025-01-01", to: "2026-01-01", label: "2025" },
      null,
    );
    expect(labels(year)).toEqual(["Q1 2024 to Q2 2024", "Q1 2025 to Q2 2025"]);
    expect(year?.why).toContain("Of 2025, the data cover Q1 2025 to Q2 2025");
  });

  it("closes an open period at the last whole quarter", () => {
    const windows = chooseWindows(fallen, { from: "2025-07-01", label: "since July 2025" }, "up");
    expect(labels(windows)).toEqual(["Q3 2024 to Q1 2025", "Q3 2025 to Q1 2026"]);
  });

  it("stays within an open period that nothing comes before", () => {
    const until = chooseWindows(fallen, { to: "2025-01-01", label: "before 2025" }, "down");
    expect(labels(until)).toEqual(["Q1 2023 to Q4 2023", "Q1 2024 to Q4 2024"]);
    expect(until?.why).toContain("before 2025");
    const since = chooseWindows(fallen, { from: "2023-07-01", label: "since July 2023" }, "down");
    expect(labels(since)).toEqual(["Q1 2024 to Q4 2024", "Q1 2025 to Q4 2025"]);
  });

  it("compares no stretch that has a gap", () => {
    const gap = courseOf([5, 6, 5, 6, 5, null, 5, 6, 5, 6, 5]);
    expect(labels(chooseWindows(gap, null, null))).toEqual(["Q4 2024 to Q1 2025", "Q2 2025 to Q3 2025"]);
    expect(chooseWindows(gap, { from: "2025-01-01", to: "2025-10-01", label: "2025" }, null)).toBeNull();
    expect(chooseWindows(gap, { from: "2024-01-01", to: "2025-01-01", label: "2024" }, null)).toBeNull();
    const atBreak = courseOf([10, 11, 10, 11, 10, 11, null, 4, 5, 4, 5, 4, 5]);
    expect(labels(chooseWindows(atBreak, null, "down"))).toEqual([
      "Q3 2023 to Q2 2024",
      "Q4 2024 to Q3 2025",
    ]);
  });

  it("compares nothing where there is too little", () => {
    expect(chooseWindows([], null, null)).toBeNull();
    expect(chooseWindows(courseOf([1]), null, null)).toBeNull();
    expect(chooseWindows(flat, { from: "2023-01-01", to: "2024-01-01", label: "2023" }, null)).toBeNull();
    expect(chooseWindows(flat, { from: "2030-01-01", label: "since 2030" }, null)).toBeNull();
  });
});
