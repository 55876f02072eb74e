import type { Cell } from "#lib/contracts/statement.ts";

/**
 * A figure as a person reads it in a sentence. Exact text for counts and small amounts, three significant digits and a
 * letter for large money; the cell itself is one click away.
 */
export function formatFigure(value: Cell, unit: string | undefined, locale: string): string {
  if (value === null) return "no value";
  if (typeof value === "boolean") return value ? "yes" : "no";
  const number = toNumber(value);
  if (number === null || unit === "text") return formatText(String(value), locale);
  if (unit?.startsWith("currency:")) return money(number, unit.slice("currency:".length), locale);
  // A difference of two shares, in percentage points, with its sign.
  if (unit === "points")
    return `${new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: "exceptZero" }).format(number * 100)} points`;
  if (unit === "change")
    return new Intl.NumberFormat(locale, {
      style: "percent",
      maximumFractionDigits: 0,
      signDisplay: "exceptZero",
    }).format(number);
  if (unit === "ratio")
    return new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 }).format(number);
  return new Intl.NumberFormat(locale, { maximumFractionDigits: Number.isInteger(number) ? 0 : 2 }).format(
    number,
  );
}

function money(amount: number, currency: string, locale: string): string {
  const large = Math.abs(amount) >= 1e6;
  return new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    ...(large
      ? { notation: "compact", minimumFractionDigits: 2, maximumFractionDigits: 2 }
      : { maximumFractionDigits: Math.abs(amount) >= 1e4 ? 0 : 2 }),
  }).format(amount);
}

const INSTANT = /^(\d{4})-(\d{2})-(\d{2})(?:[ T]00:00:00(?:\.0+)?(?:[+-]\d{2}(?::?\d{2})?|Z)?)?$/;

/** A date at midnight is shown as a date; everything else as it is. */
export function formatText(text: string, locale: string): string {
  const match = INSTANT.exec(text);
  if (!match) return text;
  const date = new Date(Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])));
  return date.toLocaleDateString(locale, {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  });
}

/** A period by its grain: `September 2026`, `Q3 2026`, `2026`. */
export function formatPeriod(text: string, grain: string | undefined, locale: string): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(text);
  if (!match || grain === undefined || grain === "day" || grain === "week") return formatText(text, locale);
  const [, year, month] = match;
  if (grain === "year") return year!;
  if (grain === "quarter") return `Q${Math.ceil(Number(month) / 3)} ${year}`;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, 1));
  return date.toLocaleDateString(locale, { month: "long", year: "numeric", timeZone: "UTC" });
}

/** Exact decimals and 64-bit integers come as text; null where the text is no number. */
export function toNumber(value: Cell): number | null {
  if (typeof value === "number") return value;
  if (typeof value !== "string" || !/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(value)) return null;
  return Number(value);
}
