import { addDays, addMonths, isoMonth, monthPeriod, yearPeriod } from "./calendar-days.ts";
import { dictionary } from "./english/dictionary.ts";
import { months } from "./english/number-words.ts";
import type { Calendar, Found, Grain, Period } from "./period.ts";
import { pointAt } from "./period-points.ts";
import type { Token } from "./tokens.ts";

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

/** Reads a period that starts at a token, or null. `in`, `during`, `for` before it belong to the caller. */
export function periodAt(tokens: Token[], at: number, calendar: Calendar): Found | null {
  return (
    boundedAt(tokens, at, calendar) ??
    rangeAt(tokens, at, calendar) ??
    relativeAt(tokens, at, calendar) ??
    pointAt(tokens, at, calendar) ??
    wholeAt(tokens, at)
  );
}

/** `all years`, `all time`, `of all time`, `the whole period`: no bound, and said so. */
function wholeAt(tokens: Token[], at: number): Found | null {
  const text = tokens.slice(at, at + 4).map(({ lower }) => lower);
  const start = text[0] === "of" ? 1 : 0;
  const all = text[start] === "all" || (text[start] === "the" && text[start + 1] === "whole");
  if (!all) return null;
  const next = start + (["the", "whole"].includes(text[start + 1] ?? "") ? 2 : 1);
  if (!["time", "times", "years", "period", "periods", "history"].includes(text[next] ?? "")) return null;
  return { period: { label: "all time", whole: true }, length: next + 1 };
}

const longBounds = dictionary<string>({
  "prior to": "before",
  "earlier than": "before",
  "later than": "after",
});

/** `since March 2024`, `before 2010`, `after 5 May 2023`, `until 2020`. */
function boundedAt(tokens: Token[], at: number, calendar: Calendar): Found | null {
  const pair = longBounds[`${tokens[at]?.lower} ${tokens[at + 1]?.lower}`];
  // `in or after 2005`: the year itself is meant too.
  const inclusive = /^(in|on|at|from) or (after|before|since|later|earlier)$/.exec(
    [0, 1, 2].map((step) => tokens[at + step]?.lower).join(" "),
  );
  const start = inclusive ? pointAt(tokens, at + 3, calendar) : null;
  if (inclusive && start) {
    const late = /after|since|later/.test(inclusive[2]!);
    const { label, years } = start.period;
    return {
      length: start.length + 3,
      period: late
        ? open({ from: start.period.from }, `since ${label}`, { from: years?.from })
        : open({ to: start.period.to }, `until the end of ${label}`, { to: years?.to }),
    };
  }
  if (pair) {
    const found = boundedAt([{ ...tokens[at]!, lower: pair }, ...tokens.slice(at + 2)], 0, calendar);
    return found && { ...found, length: found.length + 1 };
  }
  const late = lateBound(tokens, at, calendar);
  if (late) return late;
  const word = tokens[at]?.lower ?? "";
  // `before the year of 2010`
  const filler = ["the", "year", "of"].filter((_, i) => tokens[at + 1 + i] !== undefined);
  let skip = 0;
  for (const expected of filler) if (tokens[at + 1 + skip]?.lower === expected) skip++;
  if (
    skip > 0 &&
    ["since", "before", "after", "until", "till", "through"].includes(word) &&
    pointAt(tokens, at + 1 + skip, calendar)
  ) {
    const found = boundedAt([tokens[at]!, ...tokens.slice(at + 1 + skip)], 0, calendar);
    return found && { ...found, length: found.length + skip };
  }
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

/** `2001 or before`, `2019 or later`: the year itself is meant too. */
function lateBound(tokens: Token[], at: number, calendar: Calendar): Found | null {
  const point = pointAt(tokens, at, calendar);
  if (!point || tokens[at + point.length]?.lower !== "or") return null;
  const side = tokens[at + point.length + 1]?.lower ?? "";
  const { from, to, label, years } = point.period;
  const length = point.length + 2;
  // `2001 or before 1990` is two periods.
  if (pointAt(tokens, at + length, calendar)) return null;
  if (/^(before|earlier|prior|older)$/.test(side))
    return { length, period: open({ to }, `until the end of ${label}`, { to: years?.to }) };
  if (/^(after|later|since|newer)$/.test(side))
    return { length, period: open({ from }, `since ${label}`, { from: years?.from }) };
  return null;
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

/** The first of so many units that end with today: thirty days are today and the twenty-nine before it. */
function back(today: string, count: number, unit: Grain): string {
  if (unit === "day") return addDays(today, 1 - count);
  if (unit === "week") return addDays(today, 1 - 7 * count);
  return addDays(addMonths(today, -count * (unit === "month" ? 1 : unit === "quarter" ? 3 : 12)), 1);
}

/** The calendar unit that holds a day, moved by a number of units; years and quarters start in month `shift`. */
export function unitAround(unit: Grain, day: string, offset: number, shift: number): Period {
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
