import { formatFigure } from "#lib/format/figure.ts";

/** A change with its sign, a rise's as well: `+€0.12M`, `−€0.89M`, `−4.5 points`. */
export function signedText(value: number, unit: string | undefined, locale: string): string {
  const sign = value > 0 ? "+" : value < 0 ? "−" : "";
  return `${sign}${formatFigure(Math.abs(value), unit, locale).replace(/^\+/, "")}`;
}
