import { addDays, dayPeriod, isoMonth, monthPeriod, validDay, yearPeriod } from "./calendar-days.ts";
import { months, ordinals } from "./english/number-words.ts";
import type { Calendar, Found, Period } from "./period.ts";
import type { Token } from "./tokens.ts";

/** A single stretch: `Q3 2025`, `third quarter of 2025`, `H1 2025`, `March 2025`, `5 March 2025`, `2025-03-05`, `2025`, `FY2025`. */
export function pointAt(tokens: Token[], at: number, calendar: Calendar): Found | null {
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
