import { formatFigure } from "#lib/format/figure.ts";

/** A change with its sign, a rise's as well: `+€0.12M`, `−€0.89M`. Parts of a ratio come in percentage points. */
export function signedText(value: number, unit: string | undefined, locale: string): string {
  const sign = value > 0 ? "+" : value < 0 ? "−" : "";
  const amount = Math.abs(value);
  if (unit !== "ratio") return `${sign}${formatFigure(amount, unit, locale)}`;
  return `${sign}${(amount * 100).toLocaleString(locale, { maximumFractionDigits: 2 })} pp`;
}
