import type { Catalog } from "#lib/contracts/catalog.ts";
import type { PlanStep } from "#lib/contracts/plan.ts";
import { toNumber } from "#lib/format/figure.ts";
import { computedTable } from "../../workers/analysis/computed-table.ts";
import { forecast, monthsLater } from "../../workers/analysis/forecast.ts";
import { type Approach, scopeLabel } from "../approach.ts";
import {
  type Extension,
  endOfData,
  isDone,
  isPlanned,
  nothingMore,
  type Progress,
  rowsStep,
} from "./steps.ts";

type Forecasting = Extract<Approach, { kind: "forecast" }>;

/** The course so far, by month. */
export function firstStepOfForecast({ metric, filters }: Forecasting, catalog: Catalog): PlanStep[] {
  const title = `${metric.name}${scopeLabel(filters)} by month`;
  return rowsStep("course", title, { metrics: [metric], grain: "month", filters }, catalog);
}

/** The months to come, as a table beside the course. */
export function extendForecast(
  approach: Forecasting,
  { catalog, plan, results, ...rest }: Progress,
): Extension {
  const progress = { catalog, plan, results, ...rest };
  const course = results.get("course");
  if (!isDone(progress, "course") || !course || course.truncated || isPlanned(progress, "forecast"))
    return nothingMore;
  const { metric, filters, months } = approach;
  const [time, measure] = [
    course.columns.findIndex(({ kind }) => kind === "timestamp" || kind === "date"),
    course.columns.findIndex(({ kind }) => kind === "decimal" || kind === "integer"),
  ];
  if (time < 0 || measure < 0) return nothingMore;
  const points = course.rows
    .map((row) => ({ month: String(row[time]).slice(0, 10), value: toNumber(row[measure] ?? null) }))
    // A month that the data do not cover to its end would look like a fall.
    .filter(({ month }) => monthsLater(month, 1) <= endOfData(catalog))
    .sort((a, b) => (a.month < b.month ? -1 : 1))
    .flatMap(({ month, value }) => (value === null ? [] : [{ month, value }]));
  const made = forecast(points, months);
  if (!made) return nothingMore;
  const figure = (value: number) => value.toFixed(metric.unit === "ratio" ? 4 : 2);
  const table = computedTable(
    [
      { name: "month", label: "Month", role: "time" },
      {
        name: "expected",
        label: `Expected ${metric.name}`,
        role: "measure",
        unit: metric.unit,
        additive: metric.unit !== "ratio",
      },
      { name: "low", label: "Four in five lie above", role: "measure", unit: metric.unit },
      { name: "high", label: "Four in five lie below", role: "measure", unit: metric.unit },
      { name: "error", label: "Mean error of the method so far", role: "measure", unit: "ratio" },
    ],
    made.points.map(({ month, value, low, high }) => [
      month,
      figure(value),
      figure(low),
      figure(high),
      made.error.toFixed(4),
    ]),
    {
      operation: "forecast",
      title: `${metric.name}${scopeLabel(filters)}, the next ${made.points.length} months`,
      method: `Each month is the same month a year before, times what the last twelve months came to against the twelve before. Tried on the last ${made.tested} known months, which it was not shown, to see how far it is off.`,
      from: [course.id],
    },
  );
  return {
    computed: [{ task: "forecast", title: `Forecast of ${metric.name}${scopeLabel(filters)}`, table }],
    steps: [],
  };
}
