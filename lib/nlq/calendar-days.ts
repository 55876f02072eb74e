import { months } from "./english/number-words.ts";
import type { Period } from "./period.ts";

/** A calendar year. */
export function yearPeriod(year: number): Period {
  return {
    from: `${year}-01-01`,
    to: `${year + 1}-01-01`,
    label: String(year),
    years: { from: year, to: year + 1 },
  };
}

/** A calendar month. */
export function monthPeriod(year: number, month: number): Period {
  const names = Object.keys(months).filter((name) => months[name] === month);
  const name = names.reduce((a, b) => (b.length > a.length ? b : a));
  const start = year * 12 + month - 1;
  return {
    from: isoMonth(start),
    to: isoMonth(start + 1),
    label: `${name[0]!.toUpperCase()}${name.slice(1)} ${year}`,
  };
}

/** One day. */
export function dayPeriod(day: string): Period {
  return { from: day, to: addDays(day, 1), label: day };
}

/** Whether a text is a day of the calendar. */
export function validDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** The first day of a month, counted from year 0. */
export function isoMonth(index: number): string {
  return `${String(Math.floor(index / 12)).padStart(4, "0")}-${String((index % 12) + 1).padStart(2, "0")}-01`;
}

/** A day moved by a number of days. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}

/** Keeps the day of the month where the month has it, else takes its last day. */
export function addMonths(day: string, count: number): string {
  const index = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + count;
  const last = Number(addDays(isoMonth(index + 1), -1).slice(8));
  return `${isoMonth(index).slice(0, 8)}${String(Math.min(last, Number(day.slice(8)))).padStart(2, "0")}`;
}

/** The asker's today: the source's last day where it sets one, else the calendar day of `now` in the zone. */
export function todayOf(catalog: { now: string; asOf?: string | undefined; timeZone: string }): string {
  if (catalog.asOf) return catalog.asOf.slice(0, 10);
  const parts = new Intl.DateTimeFormat("en-CA", { timeZone: catalog.timeZone }).format(
    new Date(catalog.now),
  );
  return parts.slice(0, 10);
}
