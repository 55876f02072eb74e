"use client";

import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { MarkChip } from "#components/mark/mark-chip.tsx";
import { capital } from "#components/wire/capital.ts";
import type { FoundResult } from "#components/wire/fold-sources.ts";
import type { Mark } from "#components/wire/marks.ts";
import { onOpenCell, type Place } from "./cell-anchor.ts";
import { isDrawn } from "./is-drawn.ts";
import { ResultBody } from "./result-body.tsx";
import { type ResultView, ViewSwitch } from "./view-switch.tsx";

interface ResultPanelProps {
  found: FoundResult;
  mark: Mark | null;
  /** One result stands open, the others are folded. */
  initiallyOpen: boolean;
  /** How a computed table came about. */
  children?: ReactNode;
}

/** A table behind an answer: as a chart or a figure, as rows, and the statement that brought them. */
export function ResultPanel({ found, mark, initiallyOpen, children }: ResultPanelProps) {
  const t = useTranslations("result");
  const views = viewsOf(found);
  const [open, setOpen] = useState(initiallyOpen);
  const [view, setView] = useState<ResultView>(views[0]!);
  const [marked, setMarked] = useState<Place | null>(null);
  const panel = useRef<HTMLElement>(null);
  const { resultId, chart, rowCount } = found;
  const read = found.title ?? chart?.title ?? null;
  const title = found.edited
    ? t("editedTitle")
    : capital(read ?? (rowCount === null ? t("rowsTitle") : t("rows", { count: rowCount })));
  useEffect(
    () =>
      onOpenCell(resultId, (place) => {
        setOpen(true);
        setView("table");
        setMarked({ ...place });
      }),
    [resultId],
  );
  return (
    <section
      ref={panel}
      aria-label={title}
      className="scroll-mt-20 rounded-xl border border-line bg-raised shadow-card"
    >
      <header className="flex flex-wrap items-center justify-between gap-2 px-4 py-2.5">
        <div className="flex min-w-0 flex-1 items-baseline gap-2 max-sm:basis-full">
          {mark && <MarkChip mark={mark} />}
          <h2 className="min-w-0 font-medium text-sm [overflow-wrap:anywhere]">
            {initiallyOpen ? (
              title
            ) : (
              <button
                type="button"
                aria-expanded={open}
                onClick={() => setOpen(!open)}
                className="flex items-center gap-1.5 text-left"
              >
                {title}
                <ChevronRight
                  className={`size-3.5 shrink-0 text-ink-faint transition-transform ${open ? "rotate-90" : ""}`}
                  aria-hidden
                />
              </button>
            )}
          </h2>
          {(found.title !== null || found.edited) && rowCount !== null && (
            <span className="shrink-0 text-ink-faint text-sm">{t("rows", { count: rowCount })}</span>
          )}
        </div>
        {open && <ViewSwitch views={views} view={view} onChange={setView} />}
      </header>
      {open && (
        <div className="flex flex-col gap-3 px-4 pb-4">
          {children}
          <ResultBody found={found} view={view} marked={marked} panel={panel} />
        </div>
      )}
    </section>
  );
}

function viewsOf(found: FoundResult): ResultView[] {
  return [
    ...(isDrawn(found) ? (["chart"] as const) : found.chart ? (["figure"] as const) : []),
    "table",
    ...(found.statement ? (["sql"] as const) : []),
  ];
}
