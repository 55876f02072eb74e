import type { Chart } from "#lib/contracts/evidence.ts";
import { cellText, type ShownColumn } from "./columns.ts";
import type { LoadedResult } from "./load-rows.ts";

interface ResultFigureProps {
  chart: Chart;
  result: LoadedResult;
  columns: ShownColumn[];
  /** What the figure is about: the reading in a line. */
  about: string;
  locale: string;
}

/** The one figure that was asked for, exact and calm. */
export function ResultFigure({ chart, result, columns, about, locale }: ResultFigureProps) {
  const [row] = result.rows;
  return (
    <dl className="flex flex-wrap gap-x-12 gap-y-4 pt-1 pb-2">
      {chart.y.map((at) => (
        <div key={at} className="flex min-w-0 flex-col-reverse gap-0.5">
          <dt className="text-ink-soft text-sm">
            {columns[at]?.label}
            {about && <span className="text-ink-faint"> · {about}</span>}
          </dt>
          <dd className="font-medium text-[clamp(1.75rem,8vw,2.75rem)] leading-tight tracking-tight [overflow-wrap:anywhere]">
            {columns[at] && cellText(row?.[at] ?? null, columns[at], locale)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
