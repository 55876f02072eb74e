import { describe, expect, it } from "vitest";
import { forecast, monthsLater } from "./forecast.ts";

/** A season that repeats, growing by a tenth each year. */
const course = (months: number) =>
  Array.from({ length: months }, (_, at) => ({
    month: monthsLater("2023-01-01", at),
    value: (100 + 20 * Math.sin((at % 12) / 2)) * 1.1 ** Math.floor(at / 12),
  }));

describe("a seasonal naive forecast with drift", () => {
  it("goes on with the season and the growth, and knows how well it did before", () => {
    const made = forecast(course(36), 6)!;
    expect(made.points.map(({ month }) => month.slice(0, 7))).toEqual([
      "2026-01",
      "2026-02",
      "2026-03",
      "2026-04",
      "2026-05",
      "2026-06",
    ]);
    const expected = course(42).slice(36);
    for (const [at, point] of made.points.entries()) {
      expect(point.value).toBeCloseTo(expected[at]!.value, 6);
      expect(point.low).toBeLessThanOrEqual(point.value);
      expect(point.high).toBeGreaterThanOrEqual(point.value);
    }
    expect(made.error).toBeLessThan(0.05);
    expect(made.tested).toBe(6);
  });

  it("widens with its own past errors", () => {
    const calm = forecast(course(36), 3)!;
    const wild = forecast(
      course(36).map((point, at) => ({ ...point, value: point.value * (at >= 33 && at % 2 ? 1.5 : 1) })),
      3,
    )!;
    const width = ({ points: [first] }: typeof calm) => (first!.high - first!.low) / first!.value;
    expect(width(wild)).toBeGreaterThan(width(calm));
  });

  it("declines where there is too little, or nothing to grow from", () => {
    expect(forecast(course(23), 6)).toBeNull();
    expect(
      forecast(
        course(30).map((point) => ({ ...point, value: 0 })),
        6,
      ),
    ).toBeNull();
  });
});
