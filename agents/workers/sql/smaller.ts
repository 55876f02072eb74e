import type { Catalog } from "#lib/contracts/catalog.ts";
import type { Period } from "../../state.ts";

/**
 * The last whole month of the period that was asked about, as far as the data cover it: what a smaller question is
 * about. Dates are ISO, the end exclusive.
 */
export function smallerPeriod(
  { now, asOf, timeZone }: Pick<Catalog, "now" | "asOf" | "timeZone">,
  asked: { to?: string | undefined } | null,
): Period {
  const covered = asOf ?? localDate(now, timeZone);
  const last = asked?.to !== undefined && asked.to <= covered ? dayBefore(asked.to) : covered;
  const [year, month] = last.split("-").map(Number) as [number, number];
  const isWhole = nextDay(last).endsWith("-01");
  const start = new Date(Date.UTC(year, month - (isWhole ? 1 : 2), 1));
  const end = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1));
  return {
    from: start.toISOString().slice(0, 10),
    to: end.toISOString().slice(0, 10),
    label: monthOf(start.toISOString().slice(0, 10)),
  };
}

/** Whole months up to the end of the data: a year, a quarter, a month of them. What a question without a period is cut to. */
export function shorterPeriods(catalog: Pick<Catalog, "now" | "asOf" | "timeZone">): Period[] {
  const month = smallerPeriod(catalog, null);
  const [year, last] = month.from.split("-").map(Number) as [number, number];
  return [12, 3, 1].map((months) => {
    const from = new Date(Date.UTC(year, last - months, 1)).toISOString().slice(0, 10);
    return { from, to: month.to, label: months === 1 ? month.label : `${monthOf(from)} to ${month.label}` };
  });
}

function monthOf(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString("en", {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
}

function localDate(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone }).format(new Date(instant));
}

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}

function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}
