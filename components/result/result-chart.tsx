"use client";

import { useTranslations } from "next-intl";
import {
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import type { Chart } from "#lib/contracts/evidence.ts";
import { type ChartData, chartData } from "./chart-data.ts";
import { axisText, type ShownColumn } from "./columns.ts";
import type { LoadedResult } from "./load-rows.ts";

interface ResultChartProps {
  chart: Chart;
  result: LoadedResult;
  columns: ShownColumn[];
  locale: string;
}

const COLOURS = [
  "var(--rows)",
  "var(--statistics)",
  "var(--passages)",
  "var(--ink-faint)",
  "var(--person)",
  "var(--good)",
];
const AXIS = {
  stroke: "var(--line-strong)",
  tick: { fill: "var(--ink-faint)", fontSize: 12 },
  tickLine: false,
} as const;
const TOOLTIP = {
  contentStyle: {
    background: "var(--raised)",
    border: "1px solid var(--line-strong)",
    borderRadius: 8,
    fontSize: 13,
    color: "var(--ink)",
  },
  cursor: { fill: "var(--panel)", stroke: "var(--line-strong)" },
} as const;

/** A line over time or bars over a dimension, drawn from the stored result. */
export function ResultChart({ chart, result, columns, locale }: ResultChartProps) {
  const t = useTranslations("result");
  const data = chartData(chart, result, columns, locale);
  const short = (value: unknown) => (typeof value === "number" ? axisText(value, chart.unit, locale) : "");
  return (
    <figure className="-ml-1" aria-label={chart.title}>
      {chart.kind === "line" ? <Lines data={data} short={short} /> : <Bars data={data} short={short} />}
      {(data.hidden > 0 || result.truncated) && (
        <figcaption className="pl-1 text-ink-faint text-sm">
          {result.truncated && t("chartCut", { count: result.storedRows })}{" "}
          {data.hidden > 0 && t("hiddenSeries", { count: data.hidden })}
        </figcaption>
      )}
    </figure>
  );
}

interface DrawProps {
  data: ChartData;
  short: (value: unknown) => string;
}

function Lines({ data, short }: DrawProps) {
  return (
    <ResponsiveContainer width="100%" height={264}>
      <LineChart data={data.points} margin={{ top: 8, right: 12, bottom: 0, left: 0 }} accessibilityLayer>
        <CartesianGrid stroke="var(--line)" vertical={false} />
        <XAxis dataKey="x" {...AXIS} minTickGap={28} />
        <YAxis {...AXIS} axisLine={false} width={64} tickFormatter={short} domain={["auto", "auto"]} />
        <Tooltip {...TOOLTIP} formatter={short} />
        {data.series.length > 1 && <Legend iconType="plainline" wrapperStyle={{ fontSize: 13 }} />}
        {data.series.map((each, at) => (
          <Line
            key={each.key}
            dataKey={each.key}
            name={each.label}
            stroke={COLOURS[at]}
            strokeWidth={2}
            dot={data.points.length <= 14 ? { r: 2.5, strokeWidth: 0, fill: COLOURS[at] } : false}
            isAnimationActive={false}
          />
        ))}
      </LineChart>
    </ResponsiveContainer>
  );
}

/** Names stand beside their bars, so that long ones are read without turning the head. */
function Bars({ data, short }: DrawProps) {
  const longest = Math.max(...data.points.map((point) => String(point.x).length));
  return (
    <ResponsiveContainer width="100%" height={Math.max(120, data.points.length * 30 + 34)}>
      <BarChart
        data={data.points}
        layout="vertical"
        margin={{ top: 0, right: 16, bottom: 0, left: 0 }}
        accessibilityLayer
      >
        <CartesianGrid stroke="var(--line)" horizontal={false} />
        <XAxis type="number" {...AXIS} axisLine={false} tickFormatter={short} />
        <YAxis type="category" dataKey="x" {...AXIS} width={Math.min(190, 18 + longest * 7)} interval={0} />
        <Tooltip {...TOOLTIP} formatter={short} />
        {data.series.map((each, at) => (
          <Bar
            key={each.key}
            dataKey={each.key}
            name={each.label}
            fill={COLOURS[at]}
            radius={[0, 3, 3, 0]}
            maxBarSize={18}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}
