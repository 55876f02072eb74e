import type { Period } from "#lib/nlq/period.ts";
import { levelBreak } from "./level-break.ts";

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

/** A quarter of the course; null where the data have none. */
interface Quarter {
  quarter: string;
  value: number | null;
}

const WINDOW = 4;

/**
 * Chooses the two stretches of time whose difference is to be explained, always equally many quarters without a gap. A
 * period that was asked about is compared with the same one a year (or as many years as it takes) before. Otherwise the
 * course is searched for a break in the direction asked about, and the year from the break on is compared with the year
 * before it. Without a break, the last four quarters are compared with the four before.
 *
 * @param course the figure by quarter, in order of time, complete quarters only; missing ones count as gaps
 * @param asked open at one end, it reaches to the first or the last quarter of the course
 * @returns null where there are too few quarters to compare
 */
export function chooseWindows(
  course: Point[],
  asked: Period | null,
  direction: "up" | "down" | null,
): Windows | null {
  const quarters = withGaps(course);
  return asked?.from || asked?.to
    ? windowsOfPeriod(quarters, asked, direction)
    : windowsWithin(quarters, direction);
}

/** Every quarter from the first to the last. */
function withGaps(course: Point[]): Quarter[] {
  const [first, last] = [course[0]?.quarter, course.at(-1)?.quarter];
  const known = new Map(course.map(({ quarter, value }) => [quarter, value]));
  const quarters: Quarter[] = [];
  if (first !== undefined && last !== undefined)
    for (let quarter = first; quarter <= last; quarter = addQuarters(quarter, 1))
      quarters.push({ quarter, value: known.get(quarter) ?? null });
  return quarters;
}

/** Around the break, else the latest quarters. */
function windowsWithin(course: Quarter[], direction: "up" | "down" | null): Windows | null {
  const values = course.map(({ value }) => value);
  const at = levelBreak(values, direction);
  if (at === null) {
    const length = Math.min(WINDOW, Math.floor(runBefore(values, values.length) / 2));
    return length === 0
      ? null
      : {
          before: windowOf(course.slice(-2 * length, -length)),
          after: windowOf(course.slice(-length)),
          why: "There is no clear break in its course, so the latest quarters are compared with as many before.",
        };
  }
  const end = values.findLastIndex((value, index) => index < at && value !== null) + 1;
  const length = Math.min(WINDOW, runBefore(values, end), runFrom(values, at));
  return {
    before: windowOf(course.slice(end - length, end)),
    after: windowOf(course.slice(at, at + length)),
    why: `The figure moves to another level in ${quarterLabel(course[at]!.quarter)}; the quarters from then on are compared with as many before.`,
  };
}

/** How many quarters in a row have a value, up to an index and from one on. */
function runBefore(values: Array<number | null>, end: number): number {
  return end - 1 - values.findLastIndex((value, index) => index < end && value === null);
}
function runFrom(values: Array<number | null>, start: number): number {
  const gap = values.findIndex((value, index) => index > start && value === null);
  return (gap === -1 ? values.length : gap) - start;
}

/** The whole quarters that a period touches, against the same ones so many years before that the two do not overlap. */
function windowsOfPeriod(course: Quarter[], asked: Period, direction: "up" | "down" | null): Windows | null {
  const { from, to } = asked;
  const inside = course.filter(
    ({ quarter }) =>
      (to === undefined || quarter < to) && (from === undefined || addQuarters(quarter, 1) > from),
  );
  if (inside.length === 0) return null;
  const years = Math.ceil(inside.length / 4);
  const before = inside.flatMap(({ quarter }) => {
    const same = addQuarters(quarter, -4 * years);
    return course.filter((each) => each.quarter === same);
  });
  const after = windowOf(inside);
  const note = differenceNote(asked, after);
  if (before.length === inside.length && [...before, ...inside].every(({ value }) => value !== null))
    return {
      before: windowOf(before),
      after,
      why: `The period asked about is compared with the same one ${years === 1 ? "a year" : `${years} years`} before.${note}`,
    };
  if (from !== undefined && to !== undefined) return null;
  // There is nothing before an open period to compare it with: what happened within it is left.
  const within = windowsWithin(inside, direction);
  return (
    within && {
      ...within,
      why: `Only ${after.label} is looked at, as asked: ${asked.label}. ${within.why}${note}`,
    }
  );
}

/** What is compared is not to the day what was asked about: in words, with a space before; else nothing. */
function differenceNote({ from, to, label }: Period, compared: Window): string {
  const isWidened = (from !== undefined && compared.from < from) || (to !== undefined && compared.to > to);
  const isCut =
    (from !== undefined && addQuarters(compared.from, -1) >= from) || (to !== undefined && compared.to < to);
  if (isWidened) return ` Whole quarters are compared: ${label} is widened to ${compared.label}.`;
  return isCut ? ` Of ${label}, the data cover ${compared.label} in whole quarters.` : "";
}

function windowOf(quarters: Quarter[]): Window {
  const [first, last] = [quarters[0]!.quarter, quarters.at(-1)!.quarter];
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
