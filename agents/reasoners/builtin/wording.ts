import type { Reading } from "#lib/contracts/reading.ts";

/** Periods that already say how they stand in a sentence. */
const STANDS_ALONE = /^(last|this|since|before|after|until|between|from|today|yesterday|up to)\b/i;

/** Conditions that are said as a clause of their own. */
const CLAUSE = /^(with|without|not|that|who|whose|never|having|outside|except)\b/i;

/** Where the figures hold: ` for Germany in Q3 2025`, ` last month (August 2026)`. Empty where nothing narrows them. */
export function scopeOf(reading: Reading): string {
  const labels = reading.filters.map((each) => each.label).filter((each) => each !== "");
  // `with orders`, `not yet shipped`: they stand as they are.
  const filters = labels.filter((label) => !CLAUSE.test(label));
  const clauses = labels.filter((label) => CLAUSE.test(label));
  const period = reading.time?.from === undefined && reading.time?.to === undefined ? "" : reading.time.label;
  const when = period === "" ? "" : STANDS_ALONE.test(period) ? ` ${period}` : ` in ${period}`;
  const where = filters.length > 0 ? ` for ${joined(filters)}` : "";
  return `${where}${clauses.length > 0 ? ` ${joined(clauses)}` : ""}${when}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function joined(parts: string[]): string {
  if (parts.length <= 1) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Lower case for the middle of a sentence, unless the word is an abbreviation. */
export function lower(text: string): string {
  return /^[A-Z]{2}/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
}
