/** The first day of the demo company's data. */
export const firstDay = "2023-01-01";

/** The last day of the demo company's data: what "today" means for it. */
export const asOf = "2026-09-30";

const msPerDay = 86_400_000;

/** A month as its first day (`2025-07-01`), with its place in the calendar and the number of its days. */
export interface Month {
  first: string;
  year: number;
  /** 1 to 12. */
  number: number;
  days: number;
  /** Months since the first one. */
  index: number;
}

/** Every month of the data, in order. */
export const months: readonly Month[] = listMonths();

/** The month that a day lies in, as its first day. */
export function monthOf(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/** The day so many days later (or earlier), as `YYYY-MM-DD`. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * msPerDay).toISOString().slice(0, 10);
}

/** The later of two days. */
export function laterOf(left: string, right: string): string {
  return left > right ? left : right;
}

/** Days from the first to the second day. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / msPerDay);
}

/** True on a Saturday or Sunday. */
export function isWeekend(day: string): boolean {
  return [0, 6].includes(new Date(day).getUTCDay());
}

function listMonths(): Month[] {
  const list: Month[] = [];
  const from = new Date(firstDay);
  for (let index = 0; ; index++) {
    const start = new Date(Date.UTC(from.getUTCFullYear(), index, 1));
    const first = start.toISOString().slice(0, 10);
    if (first > asOf) return list;
    const days = new Date(Date.UTC(from.getUTCFullYear(), index + 1, 0)).getUTCDate();
    list.push({ first, year: start.getUTCFullYear(), number: start.getUTCMonth() + 1, days, index });
  }
}
