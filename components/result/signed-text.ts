import { formatFigure } from "#lib/format/figure.ts";

/** A change with its sign, a rise's as well: `+€0.12M`, `−€0.89M`, `−4.5 points`. */
export function signedText(value: number, unit: string | undefined, locale: string): string {
  const amount = formatFigure(Math.abs(value), unit, locale).replace(/^\+/, "");
  // What rounds to nothing neither rose nor fell.
  if (!/[1-9]/.test(amount)) return amount;
  return `${value > 0 ? "+" : "−"}${amount}`;
}
