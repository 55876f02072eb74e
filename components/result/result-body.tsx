"use client";

import { useLocale, useTranslations } from "next-intl";
import { type RefObject, useEffect, useRef, useState } from "react";
import { SqlBlock } from "#components/sql/sql-block.tsx";
import type { FoundResult } from "#components/wire/fold-sources.ts";
import { cellAnchor, type Place } from "./cell-anchor.ts";
import { shownColumns } from "./columns.ts";
import { ContributionBars } from "./contribution-bars.tsx";
import { TABLE_ROWS } from "./load-rows.ts";
import { ResultChart } from "./result-chart.tsx";
import { ResultFigure } from "./result-figure.tsx";
import { ResultTable } from "./result-table.tsx";
import { useResult } from "./use-result.ts";
import type { ResultView } from "./view-switch.tsx";

interface ResultBodyProps {
  found: FoundResult;
  view: ResultView;
  /** Where a figure was opened from. */
  marked: Place | null;
  /** The card, which comes into view where there is no cell to show. */
  panel: RefObject<HTMLElement | null>;
}

/** One face of a result, with the rows that it needs. */
export function ResultBody({ found, view, marked, panel }: ResultBodyProps) {
  const t = useTranslations("result");
  const locale = useLocale();
  const { reading } = found;
  const chart = found.chart && found.edited ? { ...found.chart, title: t("editedTitle") } : found.chart;
  const arrived = useRef<Place | null>(null);
  const [wanted, setWanted] = useState(TABLE_ROWS);
  // A figure from far down the result: its page comes with it.
  const shownRows =
    marked?.row === undefined
      ? wanted
      : Math.max(wanted, Math.ceil((marked.row + 1) / TABLE_ROWS) * TABLE_ROWS);
  // A line that ends where a page does would be a wrong one.
  const isDrawn = view === "chart";
  const loaded = useResult(found.resultId, isDrawn ? Number.POSITIVE_INFINITY : shownRows);
  const columns = shownColumns(found);
  const whole = loaded.state === "ready" && loaded.result.rows.length === loaded.result.storedRows;
  const rows = loaded.state === "ready" ? Math.min(loaded.result.rows.length, shownRows) : 0;
  useEffect(() => {
    // Once: rows that come later do not pull the table back.
    if (marked === null || marked === arrived.current || view !== "table" || rows === 0) return;
    // Its page is on the way.
    if (marked.row !== undefined && marked.row >= rows && !whole) return;
    arrived.current = marked;
    // A table that the text does not use stands under a fold.
    panel.current?.closest("details")?.setAttribute("open", "");
    const cell = document.getElementById(cellAnchor(marked));
    (cell ?? panel.current)?.scrollIntoView({ block: "center", inline: "nearest" });
    cell?.focus({ preventScroll: true });
  }, [marked, view, rows, whole, panel]);

  if (view === "sql" && found.statement)
    return <SqlBlock sql={found.statement.text} params={found.statement.params} />;
  if (loaded.state === "loading" || (isDrawn && loaded.state === "ready" && !loaded.enough))
    return <p className="py-6 text-ink-faint text-sm">{t("loading")}</p>;
  if (loaded.state === "failed")
    return (
      <p className="py-6 text-sm">
        {t("failed")}{" "}
        <button type="button" className="text-rows underline underline-offset-4" onClick={loaded.retry}>
          {t("again")}
        </button>
      </p>
    );
  if (isDrawn && found.derivation?.operation === "contributions")
    return <ContributionBars found={found} result={loaded.result} columns={columns} locale={locale} />;
  if (isDrawn && chart)
    return <ResultChart chart={chart} result={loaded.result} columns={columns} locale={locale} />;
  if (view === "figure" && chart)
    return (
      <ResultFigure
        chart={chart}
        result={loaded.result}
        columns={columns}
        about={[...(reading?.filters ?? []), ...(reading?.time ? [reading.time] : [])]
          .map((part) => part.label)
          .join(", ")}
        locale={locale}
      />
    );
  return (
    <ResultTable
      result={loaded.result}
      columns={columns}
      marked={marked}
      shownRows={shownRows}
      more={setWanted}
      locale={locale}
    />
  );
}
