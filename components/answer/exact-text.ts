import { cellText, type ShownColumn } from "#components/result/columns.ts";
import type { Cell } from "#lib/contracts/statement.ts";

/** What stands after the digits of a share, by its unit; such values are stored as fractions. */
const HUNDREDTHS: ReadonlyMap<string, string> = new Map([
  ["ratio", "%"],
  ["change", "%"],
  ["points", " points"],
]);

/**
 * A figure with all the digits that are known of it, in the unit in which the sentence shows it: `16.318%` for a share
 * of 0.16318 that reads `16.3%`. Exact decimals come as text and keep each digit, also beyond a double's.
 *
 * @param unit the figure's own, where it has one: its column may know none
 */
export function exactText(
  value: Cell,
  column: ShownColumn,
  unit: string | undefined,
  locale: string,
): string {
  const own = unit ?? column.unit;
  const plain = own === "text" || column.grain !== undefined || !column.numeric ? null : plainDigits(value);
  if (plain === null) return cellText(value, column, locale);
  const suffix = own && HUNDREDTHS.get(own);
  const digits = suffix ? timesHundred(plain) : plain;
  const currency = own?.startsWith("currency:") ? own.slice("currency:".length) : null;
  const known = Math.min(100, digits.split(".")[1]?.length ?? 0);
  const format = new Intl.NumberFormat(locale, {
    ...(currency && { style: "currency", currency }),
    // Money to the cent, as its cell shows it.
    maximumFractionDigits: currency ? 2 : known,
    signDisplay: own === "change" || own === "points" ? "exceptZero" : "auto",
  });
  // As text it is formatted digit by digit; as a number it would be rounded to a double first.
  return `${format.format(digits as Intl.StringNumericLiteral)}${suffix ?? ""}`;
}

/** A number in plain digits, `-12.50`; null for what is no number, or only written with an exponent. */
function plainDigits(value: Cell): string | null {
  // What a computation leaves beyond a double's 15 digits is noise.
  const isRounded = typeof value === "number" && !Number.isInteger(value);
  const text = String(isRounded ? Number(value.toPrecision(15)) : value);
  return /^-?\d+(\.\d+)?$/.test(text) ? text : null;
}

/** Moves the point, so that no digit is touched. */
function timesHundred(digits: string): string {
  const sign = digits.startsWith("-") ? "-" : "";
  const [whole = "", fraction = ""] = digits.slice(sign.length).split(".");
  const padded = fraction.padEnd(2, "0");
  const rest = padded.slice(2);
  return `${sign}${whole}${padded.slice(0, 2)}${rest === "" ? "" : `.${rest}`}`;
}
