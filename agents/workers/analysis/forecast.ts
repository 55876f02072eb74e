/** A figure of one month, which is named by its first day. */
export interface MonthPoint {
  month: string;
  value: number;
}

export interface ForecastPoint extends MonthPoint {
  low: number;
  high: number;
}

export interface Forecast {
  points: ForecastPoint[];
  /** Mean absolute percentage error of the same method on the last months that are known, which it was not shown. */
  error: number;
  /** Months that the error was measured on. */
  tested: number;
}

const YEAR = 12;
/** Of normally distributed errors four in five lie within this many standard deviations. */
const FOUR_IN_FIVE = 1.2816;

/**
 * A seasonal naive forecast with drift: each month is the same month a year before, times what the last twelve months
 * came to against the twelve before (Hyndman & Athanasopoulos, Forecasting, ch. 5). A baseline on purpose: it needs two
 * years of data, no tuning, and is hard to beat on short series. The interval is four in five by the scatter of its own
 * errors when the last months are left out and forecast from those before.
 *
 * @param course complete months in order, without a gap
 * @param horizon months to forecast, 1 to 12
 * @returns null where two years are not there, or a month of theirs is not above nothing
 */
export function forecast(course: MonthPoint[], horizon: number): Forecast | null {
  const values = course.map(({ value }) => value);
  if (values.length < 2 * YEAR || values.slice(-2 * YEAR).some((value) => value <= 0)) return null;
  const ahead = Math.min(horizon, YEAR);
  const next = project(values, ahead);
  const tested = Math.min(ahead, values.length - 2 * YEAR);
  const held = tested > 0 ? project(values.slice(0, -tested), tested) : [];
  const ratios = held.map((told, at) => values[values.length - tested + at]! / told);
  const error = mean(ratios.map((ratio) => Math.abs(1 - 1 / ratio)));
  const spread = Math.sqrt(mean(ratios.map((ratio) => (ratio - 1) ** 2)));
  const last = course.at(-1)!.month;
  return {
    points: next.map((value, at) => ({
      month: monthsLater(last, at + 1),
      value,
      low: value * Math.max(0, 1 - FOUR_IN_FIVE * spread),
      high: value * (1 + FOUR_IN_FIVE * spread),
    })),
    error,
    tested,
  };
}

function project(values: number[], ahead: number): number[] {
  const last = values.slice(-YEAR);
  const before = values.slice(-2 * YEAR, -YEAR);
  const drift = mean(last) / mean(before);
  return last.slice(0, ahead).map((value) => value * drift);
}

function mean(values: number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The first day of the month so many later. */
export function monthsLater(firstDay: string, count: number): string {
  const [year, month] = firstDay.split("-").map(Number) as [number, number];
  return new Date(Date.UTC(year, month - 1 + count, 1)).toISOString().slice(0, 10);
}
