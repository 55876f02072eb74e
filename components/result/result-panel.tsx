"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { SqlBlock } from "#components/sql/sql-block.tsx";
import type { EventData } from "#lib/contracts/event.ts";
import type { Chart } from "#lib/contracts/evidence.ts";
import type { Parameter, Reading } from "#lib/contracts/reading.ts";
import { cellAnchor, onOpenCell } from "./cell-anchor.ts";
import { shownColumns } from "./columns.ts";
import { ResultChart } from "./result-chart.tsx";
import { ResultTable } from "./result-table.tsx";
import { useResult } from "./use-result.ts";

interface ResultPanelProps {
  executed: EventData<"sql-executed">;
  chart: Chart | null;
  reading: Reading | null;
  statement: { text: string; params: Parameter[] };
}

type View = "chart" | "table" | "sql";

/** The rows behind an answer: as a chart, as a table, and the statement that brought them. */
export function ResultPanel({ executed, chart, reading, statement }: ResultPanelProps) {
  const t = useTranslations("result");
  const locale = useLocale();
  const drawn = chart && chart.kind !== "number" ? chart : null;
  const [view, setView] = useState<View>(drawn ? "chart" : "table");
  const [marked, setMarked] = useState<string | null>(null);
  const panel = useRef<HTMLElement>(null);
  const loaded = useResult(executed.resultId);
  const columns = shownColumns(executed.columns, reading);

  useEffect(
    () =>
      onOpenCell(executed.resultId, (place) => {
        setView("table");
        setMarked(cellAnchor(place));
      }),
    [executed.resultId],
  );
  useEffect(() => {
    if (marked === null || view !== "table") return;
    const cell = document.getElementById(marked) ?? panel.current;
    cell?.scrollIntoView({ block: "center", behavior: "smooth" });
  }, [marked, view]);

  const views: View[] = drawn ? ["chart", "table", "sql"] : ["table", "sql"];
  return (
    <section ref={panel} className="scroll-mt-20 rounded-xl border border-line bg-raised shadow-card">
      <header className="flex flex-wrap items-center justify-between gap-2 px-4 pt-3 pb-2">
        <h2 className="font-medium text-sm">
          {chart?.title ?? (executed.truncated ? "" : t("rows", { count: executed.rowCount ?? 0 }))}
        </h2>
        <div
          role="tablist"
          aria-label={t("view")}
          className="flex rounded-lg border border-line bg-panel p-0.5 text-sm"
        >
          {views.map((each) => (
            <button
              key={each}
              type="button"
              role="tab"
              aria-selected={view === each}
              onClick={() => setView(each)}
              className={`rounded-md px-2.5 py-1 transition-colors ${view === each ? "bg-raised font-medium shadow-card" : "text-ink-soft hover:text-ink"}`}
            >
              {t(each)}
            </button>
          ))}
        </div>
      </header>
      <div role="tabpanel" className="px-4 pb-4">
        {view === "sql" ? (
          <SqlBlock sql={statement.text} params={statement.params} />
        ) : loaded.state === "loading" ? (
          <p className="py-6 text-ink-faint text-sm">{t("loading")}</p>
        ) : loaded.state === "failed" ? (
          <p className="py-6 text-sm">
            {t("failed")}{" "}
            <button type="button" className="text-rows underline underline-offset-4" onClick={loaded.retry}>
              {t("again")}
            </button>
          </p>
        ) : view === "chart" && drawn ? (
          <ResultChart chart={drawn} result={loaded.result} columns={columns} locale={locale} />
        ) : (
          <ResultTable
            result={loaded.result}
            columns={columns}
            marked={marked}
            more={loaded.more}
            locale={locale}
          />
        )}
      </div>
    </section>
  );
}
