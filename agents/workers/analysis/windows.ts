import type { Period } from "#lib/nlq/period.ts";

/** Quarters that are compared as one: ISO days, the end exclusive. */
export interface Window {
  from: string;
  to: string;
  /** `Q3 2024 to Q2 2025`. */
  label: string;
}

export interface Windows {
  before: Window;
  after: Window;
  /** How they were chosen, in words. */
  why: string;
}

/** A figure of one quarter, which is named by its first day. */
export interface Point {
  quarter: string;
  value: number;
}

const WINDOW = 4;
/** A shift has to be this many times the scatter around the two levels to count as a break. */
const CLEAR = 1.5;

/**
 * Chooses the two stretches of time whose difference is to be explained. A period that was asked about is compared with
 * the same one a year before. Otherwise the course is searched for its clearest break in the direction asked about: the
 * split into two levels with the least squared error (Page 1954; one break, exhaustive); the year from the break on is
 * compared with the year before it. Without a clear break, the last four quarters are compared with the four before.
 *
 * @param course the figure by quarter, in order of time, complete quarters only
 * @returns null where there are too few quarters to compare
 */
export function chooseWindows(
  course: Point[],
  asked: Period | null,
  direction: "up" | "down" | null,
): Windows | null {
  const quarters = course.map(({ quarter }) => quarter);
  if (asked?.from && asked.to) return windowsOfPeriod(quarters, asked.from, asked.to);
  const at = clearestBreak(
    course.map(({ value }) => value),
    direction,
  );
  if (at !== null) {
    const length = Math.min(WINDOW, at, course.length - at);
    return {
      before: windowOf(quarters.slice(at - length, at)),
      after: windowOf(quarters.slice(at, at + length)),
      why: `The figure moves to another level in ${quarterLabel(quarters[at]!)}; the quarters from then on are compared with as many before.`,
    };
  }
  const length = Math.min(WINDOW, Math.floor(course.length / 2));
  if (length === 0) return null;
  return {
    before: windowOf(quarters.slice(-2 * length, -length)),
    after: windowOf(quarters.slice(-length)),
    why: "There is no clear break in its course, so the latest quarters are compared with as many before.",
  };
}

/** The whole quarters that a period touches, against the same ones a year before. */
function windowsOfPeriod(quarters: string[], from: string, to: string): Windows | null {
  const after = quarters.filter((quarter) => quarter < to && addQuarters(quarter, 1) > from);
  const before = after.map((quarter) => addQuarters(quarter, -4));
  if (after.length === 0 || !before.every((quarter) => quarters.includes(quarter))) return null;
  return {
    before: windowOf(before),
    after: windowOf(after),
    why: "The period asked about is compared with the same one a year before.",
  };
}

/** Where the second level begins; null where no split stands clear of the scatter. */
function clearestBreak(values: number[], direction: "up" | "down" | null): number | null {
  let best: { at: number; error: number } | null = null;
  for (let at = 2; at <= values.length - 2; at++) {
    const [low, high] = [values.slice(0, at), values.slice(at)];
    const shift = mean(high) - mean(low);
    if (direction === "down" ? shift >= 0 : direction === "up" ? shift <= 0 : false) continue;
    const error = scatter(low) + scatter(high);
    if (!best || error < best.error) best = { at, error };
  }
  if (!best) return null;
  const shift = Math.abs(mean(values.slice(best.at)) - mean(values.slice(0, best.at)));
  const spread = Math.sqrt(best.error / Math.max(1, values.length - 2));
  return shift > CLEAR * spread ? best.at : null;
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Sum of squared distances from the mean. */
function scatter(values: number[]): number {
  const middle = mean(values);
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
}

function windowOf(quarters: string[]): Window {
  const [first, last] = [quarters[0]!, quarters.at(-1)!];
  const label = first === last ? quarterLabel(first) : `${quarterLabel(first)} to ${quarterLabel(last)}`;
  return { from: first, to: addQuarters(last, 1), label };
}

export function quarterLabel(firstDay: string): string {
  const [year, month] = firstDay.split("-").map(Number) as [number, number];
  return `Q${Math.floor((month - 1) / 3) + 1} ${year}`;
}

/** The first day of the quarter so many later. */
export function addQuarters(firstDay: string, count: number): string {
  const [year, month] = firstDay.split("-").map(Number) as [number, number];
  return new Date(Date.UTC(year, month - 1 + 3 * count, 1)).toISOString().slice(0, 10);
}
