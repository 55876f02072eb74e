"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { SqlBlock } from "#components/sql/sql-block.tsx";
import type { EventData } from "#lib/contracts/event.ts";
import type { Chart } from "#lib/contracts/evidence.ts";
import type { Parameter, Reading } from "#lib/contracts/reading.ts";
import { cellAnchor, onOpenCell, type Place } from "./cell-anchor.ts";
import { shownColumns } from "./columns.ts";
import { TABLE_ROWS } from "./load-rows.ts";
import { ResultChart } from "./result-chart.tsx";
import { ResultFigure } from "./result-figure.tsx";
import { ResultTable } from "./result-table.tsx";
import { useResult } from "./use-result.ts";
import { type ResultView, ViewSwitch } from "./view-switch.tsx";

interface ResultPanelProps {
  executed: EventData<"sql-executed">;
  chart: Chart | null;
  reading: Reading | null;
  statement: { text: string; params: Parameter[] };
}

/** The rows behind an answer: as a chart or a figure, as a table, and the statement that brought them. */
export function ResultPanel({ executed, chart, reading, statement }: ResultPanelProps) {
  const t = useTranslations("result");
  const locale = useLocale();
  const drawn: ResultView[] = chart === null ? [] : chart.kind === "number" ? ["figure"] : ["chart"];
  const views: ResultView[] = [...drawn, "table", "sql"];
  const [view, setView] = useState<ResultView>(drawn[0] ?? "table");
  const [marked, setMarked] = useState<Place | null>(null);
  const arrived = useRef<Place | null>(null);
  const panel = useRef<HTMLElement>(null);
  const [shownRows, setShownRows] = useState(TABLE_ROWS);
  // A line that ends where a page does would be a wrong one.
  const loaded = useResult(executed.resultId, view === "chart" ? Number.POSITIVE_INFINITY : shownRows);
  const columns = shownColumns(executed.columns, reading);
  const title =
    chart?.title ?? (executed.rowCount === null ? t("rowsTitle") : t("rows", { count: executed.rowCount }));
  const whole = loaded.state === "ready" && loaded.result.rows.length === loaded.result.storedRows;
  const rows = loaded.state === "ready" ? Math.min(loaded.result.rows.length, shownRows) : 0;

  useEffect(
    () =>
      onOpenCell(executed.resultId, (place) => {
        setView("table");
        setMarked({ ...place });
        // A figure from far down the result: its page comes with it.
        const { row } = place;
        if (row !== undefined)
          setShownRows((shown) => Math.max(shown, Math.ceil((row + 1) / TABLE_ROWS) * TABLE_ROWS));
      }),
    [executed.resultId],
  );
  useEffect(() => {
    // Once: rows that come later do not pull the table back.
    if (marked === null || marked === arrived.current || view !== "table" || rows === 0) return;
    // Its page is on the way.
    if (marked.row !== undefined && marked.row >= rows && !whole) return;
    arrived.current = marked;
    const cell = document.getElementById(cellAnchor(marked));
    (cell ?? panel.current)?.scrollIntoView({ block: "center", inline: "nearest" });
    cell?.focus({ preventScroll: true });
  }, [marked, view, rows, whole]);

  return (
    <section
      ref={panel}
      aria-label={title}
      className="scroll-mt-20 rounded-xl border border-line bg-raised shadow-card"
    >
      <header className="flex flex-wrap items-center justify-between gap-2 px-4 pt-3 pb-2">
        <h2 className="font-medium text-sm">{title}</h2>
        <ViewSwitch views={views} view={view} onChange={setView} />
      </header>
      <div className="px-4 pb-4">
        {view === "sql" ? (
          <SqlBlock sql={statement.text} params={statement.params} />
        ) : loaded.state === "loading" || (view === "chart" && loaded.state === "ready" && !loaded.enough) ? (
          <p className="py-6 text-ink-faint text-sm">{t("loading")}</p>
        ) : loaded.state === "failed" ? (
          <p className="py-6 text-sm">
            {t("failed")}{" "}
            <button type="button" className="text-rows underline underline-offset-4" onClick={loaded.retry}>
              {t("again")}
            </button>
          </p>
        ) : view === "table" || !chart ? (
          <ResultTable
            result={loaded.result}
            columns={columns}
            marked={marked}
            shownRows={shownRows}
            more={setShownRows}
            locale={locale}
          />
        ) : view === "figure" ? (
          <ResultFigure
            chart={chart}
            result={loaded.result}
            columns={columns}
            about={[...(reading?.filters ?? []), ...(reading?.time ? [reading.time] : [])]
              .map((part) => part.label)
              .join(", ")}
            locale={locale}
          />
        ) : (
          <ResultChart chart={chart} result={loaded.result} columns={columns} locale={locale} />
        )}
      </div>
    </section>
  );
}
