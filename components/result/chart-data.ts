import type { Chart } from "#lib/contracts/evidence.ts";
import type { Cell, StoredResult } from "#lib/contracts/statement.ts";
import { toNumber } from "#lib/format/figure.ts";
import { cellText, type ShownColumn } from "./columns.ts";

/** Lines beyond this are no longer told apart. */
export const MAX_SERIES = 6;

export interface ChartSeries {
  key: string;
  label: string;
}

export interface ChartData {
  points: Record<string, string | number | null>[];
  series: ChartSeries[];
  /** Series left out, the smallest ones. */
  hidden: number;
}

/**
 * A stored result as points and series for drawing. Points carry their label as `x`. With a series column, each of its
 * values becomes a line; the largest are kept. A missing figure stays missing: a gap, not a zero.
 */
export function chartData(
  chart: Chart,
  result: StoredResult,
  columns: ShownColumn[],
  locale: string,
): ChartData {
  const label = (row: Cell[]) =>
    chart.x === null ? "" : cellText(row[chart.x] ?? null, columns[chart.x]!, locale);
  const order = chart.kind === "line" && chart.x !== null ? byCell(result.rows, chart.x) : result.rows;
  if (chart.series === null) {
    const series = chart.y.map((at) => ({ key: `y${at}`, label: columns[at]!.label }));
    const points = order.map((row) => ({
      x: label(row),
      ...Object.fromEntries(chart.y.map((at) => [`y${at}`, toNumber(row[at] ?? null)])),
    }));
    return { points, series, hidden: 0 };
  }
  const [measure] = chart.y;
  const totals = new Map<string, number>();
  for (const row of order) {
    const name = String(row[chart.series] ?? "–");
    totals.set(name, (totals.get(name) ?? 0) + Math.abs(toNumber(row[measure!] ?? null) ?? 0));
  }
  const kept = [...totals].sort((a, b) => b[1] - a[1]).slice(0, MAX_SERIES);
  const keys = new Map(kept.map(([name], at) => [name, `s${at}`]));
  const points = new Map<string, Record<string, string | number | null>>();
  for (const row of order) {
    const x = label(row);
    const point = points.get(x) ?? { x };
    points.set(x, point);
    const key = keys.get(String(row[chart.series] ?? "–"));
    if (key) point[key] = toNumber(row[measure!] ?? null);
  }
  return {
    points: [...points.values()],
    series: kept.map(([name], at) => ({ key: `s${at}`, label: name })),
    hidden: totals.size - kept.length,
  };
}

function byCell(rows: Cell[][], column: number): Cell[][] {
  return rows.toSorted((a, b) => String(a[column] ?? "").localeCompare(String(b[column] ?? "")));
}
