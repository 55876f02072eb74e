import { dictionary } from "./english/dictionary.ts";
import { months, ordinals } from "./english/number-words.ts";
import type { Token } from "./tokens.ts";

export type Grain = "day" | "week" | "month" | "quarter" | "year";

/** A stretch of days: first day inclusive, last exclusive, either open. */
export interface Period {
  from?: string;
  to?: string;
  label: string;
  /** Set where the words named whole years, so that a plain year column can be compared too. */
  years?: { from?: number; to?: number };
}

/** What the calendar of a source and an asker need. */
export interface Calendar {
  /** ISO date that counts as today. */
  today: string;
  fiscalStart: number;
}

export const grainWords = dictionary<Grain>({
  day: "day",
  daily: "day",
  date: "day",
  week: "week",
  weekly: "week",
  month: "month",
  monthly: "month",
  quarter: "quarter",
  quarterly: "quarter",
  year: "year",
  yearly: "year",
  annually: "year",
  annual: "year",
});

interface Found {
  period: Period;
  /** Tokens taken. */
  length: number;
}

/** Reads a period that starts at a token, or null. `in`, `during`, `for` before it belong to the caller. */
export function periodAt(tokens: Token[], at: number, calendar: Calendar): Found | null {
  return (
    boundedAt(tokens, at, calendar) ??
    rangeAt(tokens, at, calendar) ??
    relativeAt(tokens, at, calendar) ??
    pointAt(tokens, at, calendar)
  );
}

const longBounds = dictionary<string>({
  "prior to": "before",
  "earlier than": "before",
  "later than": "after",
});

/** `since March 2024`, `before 2010`, `after 5 May 2023`, `until 2020`. */
function boundedAt(tokens: Token[], at: number, calendar: Calendar): Found | null {
  const pair = longBounds[`${tokens[at]?.lower} ${tokens[at + 1]?.lower}`];
  if (pair) {
    const found = boundedAt([{ ...tokens[at]!, lower: pair }, ...tokens.slice(at + 2)], 0, calendar);
    return found && { ...found, length: found.length + 1 };
  }
  const word = tokens[at]?.lower ?? "";
  if (!["since", "before", "after", "until", "till", "through", "from"].includes(word)) return null;
  const point = pointAt(tokens, at + 1, calendar);
  if (!point) return null;
  const { from, to, label, years } = point.period;
  const length = point.length + 1;
  if (word === "from") {
    // Without a second bound `from 2019` is open; `from March to May` is a range and read there.
    if (["to", "until", "till", "through", "and", "-"].includes(tokens[at + 1 + point.length]?.lower ?? ""))
      return null;
    return { period: { ...point.period, label }, length };
  }
  if (word === "since") return { length, period: open({ from }, `since ${label}`, { from: years?.from }) };
  if (word === "after") return { length, period: open({ from: to }, `after ${label}`, { from: years?.to }) };
  if (word === "before")
    return { length, period: open({ to: from }, `before ${label}`, { to: years?.from }) };
  return { length, period: open({ to }, `until the end of ${label}`, { to: years?.to }) };
}

function open(
  bounds: { from?: string | undefined; to?: string | undefined },
  label: string,
  years: { from?: number | undefined; to?: number | undefined },
): Period {
  const known = years.from !== undefined || years.to !== undefined;
  return {
    label,
    ...(bounds.from ? { from: bounds.from } : {}),
    ...(bounds.to ? { to: bounds.to } : {}),
    ...(known
      ? {
          years: {
            ...(years.from === undefined ? {} : { from: years.from }),
            ...(years.to === undefined ? {} : { to: years.to }),
          },
        }
      : {}),
  };
}

/** `between 2019 and 2021`, `from January to March 2025`, `2019 to 2021`. */
function rangeAt(tokens: Token[], at: number, calendar: Calendar): Found | null {
  const opener = ["between", "from"].includes(tokens[at]?.lower ?? "") ? 1 : 0;
  const first = pointAt(tokens, at + opener, calendar);
  if (!first) return null;
  const middle = at + opener + first.length;
  if (!["and", "to", "until", "till", "through"].includes(tokens[middle]?.lower ?? "")) return null;
  if (opener === 0 && tokens[middle]?.lower === "and") return null;
  const second = pointAt(tokens, middle + 1, calendar);
  if (!second) return null;
  let start = first.period;
  // `from January to March 2025`: the year stands once, for both.
  const month = months[tokens[at + opener]?.lower ?? ""];
  if (month && first.length === 1 && second.length > 1 && second.period.from) {
    start = monthPeriod(Number(second.period.from.slice(0, 4)), month);
  }
  if (!start.from || !second.period.to || start.from >= second.period.to) return null;
  const years = start.years?.from !== undefined && second.period.years?.to !== undefined;
  return {
    length: middle + 1 + second.length - at,
    period: {
      from: start.from,
      to: second.period.to,
      label: `${start.label} to ${second.period.label}`,
      ...(years ? { years: { from: start.years!.from!, to: second.period.years!.to! } } : {}),
    },
  };
}

/** `last month`, `this quarter`, `last 30 days`, `past two years`, `yesterday`, `year to date`. */
function relativeAt(tokens: Token[], at: number, { today, fiscalStart }: Calendar): Found | null {
  const words = tokens.slice(at, at + 5).map((token) => token.lower);
  const start = words[0] === "the" ? 1 : 0;
  const [first = "", second = "", third = "", fourth = ""] = words.slice(start);
  const length = (taken: number) => taken + start;
  if (first === "today")
    return { length: length(1), period: { from: today, to: addDays(today, 1), label: today } };
  if (first === "yesterday") {
    const day = addDays(today, -1);
    return { length: length(1), period: { from: day, to: today, label: day } };
  }
  if ((first === "year" && second === "to" && third === "date") || first === "ytd") {
    const from = `${today.slice(0, 4)}-01-01`;
    return {
      length: length(first === "ytd" ? 1 : 3),
      period: { from, to: addDays(today, 1), label: `the year to date (${from} to ${today})` },
    };
  }
  const recent = ["last", "past", "previous", "preceding", "trailing"].includes(first);
  const number = tokens[at + start + 1]?.kind === "number" ? tokens[at + start + 1]?.value : undefined;
  const completed = ["completed", "complete", "full", "whole"].includes(third);
  const unit = grainWords[(completed ? fourth : third).replace(/s$/, "")];
  if (recent && number !== undefined && unit && number > 0 && number <= 1000 && Number.isInteger(number)) {
    return { length: length(completed ? 4 : 3), period: lastN(number, unit, completed, today) };
  }
  const fiscal = ["fiscal", "financial"].includes(second);
  const single = grainWords[fiscal ? third : second];
  if (!single || (fiscal ? third : second).endsWith("ly")) return null;
  const offset =
    recent && first !== "past" ? -1 : ["this", "current"].includes(first) ? 0 : first === "next" ? 1 : null;
  if (offset === null) return null;
  const shift = fiscal ? fiscalStart : 1;
  const period = unitAround(single, today, offset, shift);
  return {
    length: length(fiscal ? 3 : 2),
    period: { ...period, label: `${first} ${fiscal ? "fiscal " : ""}${single} (${period.label})` },
  };
}

function lastN(count: number, unit: Grain, completed: boolean, today: string): Period {
  const to = completed ? unitAround(unit, today, 0, 1).from! : addDays(today, 1);
  const from = completed ? unitAround(unit, today, -count, 1).from! : back(today, count, unit);
  const plural = count === 1 ? unit : `${unit}s`;
  const label = `the last ${count} ${completed ? "completed " : ""}${plural} (${from} to ${addDays(to, -1)})`;
  return { from, to, label };
}

function back(today: string, count: number, unit: Grain): string {
  if (unit === "day") return addDays(today, -count);
  if (unit === "week") return addDays(today, -7 * count);
  return addMonths(today, -count * (unit === "month" ? 1 : unit === "quarter" ? 3 : 12));
}

/** The calendar unit that holds a day, moved by a number of units; years and quarters start in month `shift`. */
function unitAround(unit: Grain, day: string, offset: number, shift: number): Period {
  const year = Number(day.slice(0, 4));
  const month = Number(day.slice(5, 7));
  if (unit === "day") {
    const from = addDays(day, offset);
    return { from, to: addDays(from, 1), label: from };
  }
  if (unit === "week") {
    const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
    const from = addDays(day, offset * 7 - weekday);
    return { from, to: addDays(from, 7), label: `week of ${from}` };
  }
  if (unit === "month") {
    const index = year * 12 + month - 1 + offset;
    return monthPeriod(Math.floor(index / 12), (index % 12) + 1);
  }
  const size = unit === "quarter" ? 3 : 12;
  const start = year * 12 + month - 1 - ((month - shift + 12) % size) + offset * size;
  const from = isoMonth(start);
  const to = isoMonth(start + size);
  if (shift !== 1) return { from, to, label: `${from} to ${addDays(to, -1)}` };
  const ofYear = Math.floor(start / 12);
  if (unit === "year") return yearPeriod(ofYear);
  return { from, to, label: `Q${Math.floor((start % 12) / 3) + 1} ${ofYear}` };
}

/** A single stretch: `Q3 2025`, `third quarter of 2025`, `H1 2025`, `March 2025`, `5 March 2025`, `2025-03-05`, `2025`, `FY2025`. */
function pointAt(tokens: Token[], at: number, calendar: Calendar): Found | null {
  const token = tokens[at];
  if (!token) return null;
  const next = tokens[at + 1];
  const iso = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(token.text);
  if (iso) {
    const [, year = "", month = "", day] = iso;
    if (day === undefined) return { length: 1, period: monthPeriod(Number(year), Number(month)) };
    return validDay(token.text) ? { length: 1, period: dayPeriod(token.text) } : null;
  }
  const fiscalYear = /^fy'?(\d{4}|\d{2})$/.exec(token.lower);
  if (fiscalYear) return { length: 1, period: fiscal(fullYear(fiscalYear[1]!), calendar) };
  if (["fiscal", "financial"].includes(token.lower) && next?.lower === "year" && isYear(tokens[at + 2])) {
    return { length: 3, period: fiscal(tokens[at + 2]!.value!, calendar) };
  }
  const part = /^([qh])([1-4])$/.exec(token.lower);
  if (part) {
    const year = isYear(next)
      ? next!.value!
      : next?.lower === "of" && isYear(tokens[at + 2])
        ? tokens[at + 2]!.value!
        : null;
    const taken = year === null ? 1 : next?.lower === "of" ? 3 : 2;
    return partOfYear(part[1]!, Number(part[2]), year, taken, calendar);
  }
  const ordinal = ordinals[token.lower];
  if (ordinal && (next?.lower === "quarter" || next?.lower === "half")) {
    const skip = tokens[at + 2]?.lower === "of" || tokens[at + 2]?.lower === "in" ? 1 : 0;
    const year = tokens[at + 2 + skip];
    return partOfYear(
      next.lower[0] === "q" ? "q" : "h",
      ordinal,
      isYear(year) ? year!.value! : null,
      isYear(year) ? 3 + skip : 2,
      calendar,
    );
  }
  if (isYear(token)) {
    const quarter = /^q([1-4])$/.exec(next?.lower ?? "");
    if (quarter) return partOfYear("q", Number(quarter[1]), token.value!, 2, calendar);
    return { length: 1, period: yearPeriod(token.value!) };
  }
  return monthPointAt(tokens, at, calendar);
}

function monthPointAt(tokens: Token[], at: number, { today }: Calendar): Found | null {
  const first = tokens[at]!;
  const second = tokens[at + 1];
  const dayFirst = dayNumber(first) !== null && months[second?.lower ?? ""] !== undefined;
  const monthToken = dayFirst ? second! : first;
  const month = months[monthToken.lower];
  // `may` and `march` are also verbs: alone they are months only where they are written as names.
  if (!month || (["may", "march", "mar", "sat"].includes(monthToken.lower) && !monthToken.capital))
    return null;
  let taken = dayFirst ? 2 : 1;
  let day = dayFirst ? dayNumber(first) : null;
  if (!dayFirst && dayNumber(second) !== null && !isYear(second)) {
    day = dayNumber(second);
    taken++;
  }
  let after = at + taken;
  if (tokens[after]?.lower === "," || tokens[after]?.lower === "of") after++;
  const yearToken = tokens[after];
  let year: number;
  if (isYear(yearToken)) {
    year = yearToken!.value!;
    taken = after + 1 - at;
  } else {
    // Without a year: the latest such month that has begun.
    year = Number(today.slice(0, 4)) - (month > Number(today.slice(5, 7)) ? 1 : 0);
  }
  if (day === null) return { length: taken, period: monthPeriod(year, month) };
  const text = `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
  return validDay(text) ? { length: taken, period: dayPeriod(text) } : null;
}

function partOfYear(
  letter: string,
  part: number,
  year: number | null,
  length: number,
  { today }: Calendar,
): Found | null {
  if (letter === "h" && part > 2) return null;
  const size = letter === "q" ? 3 : 6;
  const ofYear =
    year ??
    Number(today.slice(0, 4)) -
      (isoMonth(Number(today.slice(0, 4)) * 12 + (part - 1) * size) > today ? 1 : 0);
  const start = ofYear * 12 + (part - 1) * size;
  return {
    length,
    period: {
      from: isoMonth(start),
      to: isoMonth(start + size),
      label: `${letter.toUpperCase()}${part} ${ofYear}`,
    },
  };
}

/** A fiscal year carries the number of the calendar year in which it ends. */
function fiscal(year: number, { fiscalStart }: Calendar): Period {
  const start = (fiscalStart === 1 ? year : year - 1) * 12 + fiscalStart - 1;
  const from = isoMonth(start);
  const to = isoMonth(start + 12);
  return { from, to, label: `fiscal year ${year} (${from} to ${addDays(to, -1)})` };
}

function yearPeriod(year: number): Period {
  return {
    from: `${year}-01-01`,
    to: `${year + 1}-01-01`,
    label: String(year),
    years: { from: year, to: year + 1 },
  };
}

function monthPeriod(year: number, month: number): Period {
  const names = Object.keys(months).filter((name) => months[name] === month);
  const name = names.reduce((a, b) => (b.length > a.length ? b : a));
  const start = year * 12 + month - 1;
  return {
    from: isoMonth(start),
    to: isoMonth(start + 1),
    label: `${name[0]!.toUpperCase()}${name.slice(1)} ${year}`,
  };
}

function dayPeriod(day: string): Period {
  return { from: day, to: addDays(day, 1), label: day };
}

function isYear(token: Token | undefined): boolean {
  return (
    token?.kind === "number" && /^\d{4}$/.test(token.text) && token.value! >= 1800 && token.value! <= 2100
  );
}

function dayNumber(token: Token | undefined): number | null {
  const found = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(token?.lower ?? "");
  const day = Number(found?.[1] ?? 0);
  return day >= 1 && day <= 31 ? day : null;
}

function fullYear(text: string): number {
  return text.length === 2 ? 2000 + Number(text) : Number(text);
}

function validDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function isoMonth(index: number): string {
  return `${String(Math.floor(index / 12)).padStart(4, "0")}-${String((index % 12) + 1).padStart(2, "0")}-01`;
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}

/** Keeps the day of the month where the month has it, else takes its last day. */
function addMonths(day: string, count: number): string {
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
