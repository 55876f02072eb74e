import { addDays, addMonths, dayPeriod, monthPeriod, yearPeriod } from "../calendar-days.ts";
import type { Form } from "../form.ts";
import type { Grain, Period } from "../period.ts";
import { pointAt } from "../period-points.ts";
import { prepare, tokenise } from "../tokens.ts";

type PeriodForm = NonNullable<Form["period"]>;

/**
 * `and in Q2?` after a question about 2025 is about 2025 too: a part of a year takes the year from before.
 *
 * @param fiscalStart month in which the source's fiscal year starts, 1 to 12
 */
export function carriedPeriod(next: PeriodForm, before: PeriodForm | null, fiscalStart: number): PeriodForm {
  const near = next.near ?? before?.near ?? null;
  const from = before?.period.from;
  const to = before?.period.to;
  const year = from?.slice(0, 4);
  if (!year || !to || addDays(to, -1).slice(0, 4) !== year || /\d{4}/.test(next.words))
    return { ...next, near };
  const tokens = tokenise(prepare(`${next.words} ${year}`));
  const found = pointAt(tokens, 0, { today: from!, fiscalStart });
  if (found?.length !== tokens.length || tokens.length < 2) return { ...next, near };
  return { ...next, near, period: found.period };
}

const before =
  /\b(?:the )?(year|quarter|month|week|day) (?:before|earlier)$|\b(?:the )(?:previous|prior|preceding) (year|quarter|month|week|day)$/i;
const sameLastYear =
  /\bsame (?:period|time|months?|quarter|weeks?|days?) (?:of |in )?(?:last|the previous|the prior) (year)$/i;
const after =
  /\b(?:the )?(year|quarter|month|week|day) (?:after|later)$|\bthe (?:next|following) (year|quarter|month|week|day)$/i;

/**
 * `the year before`, `the same period last year`, `the month after`: the period of the question before, moved by that
 * much. Null where the words say no such thing.
 */
export function movedPeriod(question: string, held: PeriodForm | null): PeriodForm | null {
  const { back, found } = moveIn(question);
  const { from, to } = held?.period ?? {};
  if (!held || !found || !from || !to) return null;
  const unit = (found[1] ?? found[2])!.toLowerCase() as Grain;
  const period = labelled(moved(from, unit, back ? -1 : 1), moved(to, unit, back ? -1 : 1));
  return { ...held, period, words: found[0].trim(), or: null };
}

/** Whether the words move a period that is said elsewhere. */
export function movesPeriod(question: string): boolean {
  return moveIn(question).found !== null;
}

function moveIn(question: string): { back: boolean; found: RegExpExecArray | null } {
  const text = question.trim().replace(/[\s?!.]+$/, "");
  const back = before.exec(text) ?? sameLastYear.exec(text);
  return { back: back !== null, found: back ?? after.exec(text) };
}

const monthsOf = { month: 1, quarter: 3, year: 12 };

function moved(day: string, unit: Grain, count: number): string {
  if (unit === "day") return addDays(day, count);
  if (unit === "week") return addDays(day, 7 * count);
  // The first of a month stays one; the last bounds of a month are the first of the next.
  return addMonths(day, monthsOf[unit] * count);
}

/** A stretch of days under the name that people give it. */
function labelled(from: string, to: string): Period {
  const [year, month] = [Number(from.slice(0, 4)), Number(from.slice(5, 7))];
  const quarter = `Q${Math.floor((month - 1) / 3) + 1} ${year}`;
  if (from.endsWith("-01-01") && to === `${year + 1}-01-01`) return yearPeriod(year);
  if (from.endsWith("-01") && to === addMonths(from, 1)) return monthPeriod(year, month);
  if (from.endsWith("-01") && month % 3 === 1 && to === addMonths(from, 3))
    return { from, to, label: quarter };
  if (to === addDays(from, 1)) return dayPeriod(from);
  return { from, to, label: `${from} to ${addDays(to, -1)}` };
}
