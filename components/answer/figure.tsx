"use client";

import { useLocale, useTranslations } from "next-intl";
import { useId, useState } from "react";
import { cellAnchor, openCell } from "#components/result/cell-anchor.ts";
import { cellText, type ShownColumn } from "#components/result/columns.ts";
import type { Claim } from "#lib/contracts/evidence.ts";

interface FigureProps {
  claim: Claim;
  /** As the sentence shows it, perhaps rounded. */
  text: string;
  columns: ShownColumn[];
}

const HINT_WIDTH = 256;

/** A figure in the colour of its source: pointing at it shows its cell, exactly; a press opens the cell. */
export function Figure({ claim, text, columns }: FigureProps) {
  const id = useId();
  const [at, setAt] = useState<{ left: number; top: number } | null>(null);
  const { basis } = claim;
  const hint = (
    <span
      id={id}
      role="tooltip"
      hidden={at === null}
      style={{ left: at?.left, top: at?.top, width: HINT_WIDTH }}
      className="-translate-y-full pointer-events-none fixed z-30 pb-2 text-center"
    >
      <Cell claim={claim} columns={columns} />
    </span>
  );
  const show = (element: HTMLElement) => {
    // The first line's box: a figure that wraps has one on each line.
    const box = element.getClientRects()[0];
    if (!box) return;
    const middle = box.left + box.width / 2 - HINT_WIDTH / 2;
    setAt({ left: Math.max(8, Math.min(middle, window.innerWidth - HINT_WIDTH - 8)), top: box.top });
  };
  const hide = () => setAt(null);
  if (!("resultId" in basis))
    return (
      <span
        role="note"
        aria-describedby={id}
        onPointerEnter={(event) => show(event.currentTarget)}
        onPointerLeave={hide}
        className="border-rows border-b border-dotted"
      >
        {text}
        {hint}
      </span>
    );
  return (
    <>
      <a
        href={`#${cellAnchor(basis)}`}
        aria-describedby={id}
        onClick={(event) => {
          event.preventDefault();
          hide();
          openCell(basis);
        }}
        onPointerEnter={(event) => event.pointerType === "mouse" && show(event.currentTarget)}
        onPointerLeave={hide}
        onFocus={(event) => event.currentTarget.matches(":focus-visible") && show(event.currentTarget)}
        onBlur={hide}
        onKeyDown={(event) => event.key === "Escape" && hide()}
        className="rounded-xs underline decoration-[1.5px] decoration-rows/70 underline-offset-[0.28em] transition-colors hover:bg-rows-soft hover:decoration-rows"
      >
        {text}
      </a>
      {hint}
    </>
  );
}

function Cell({ claim: { basis, value, unit }, columns }: { claim: Claim; columns: ShownColumn[] }) {
  const t = useTranslations("answer");
  const locale = useLocale();
  const column = "column" in basis ? columns[basis.column] : undefined;
  const where =
    basis.kind === "cell" || basis.kind === "extreme"
      ? t("cell", { row: basis.row + 1, column: column?.label ?? "" })
      : basis.kind === "total"
        ? t("total", { column: column?.label ?? "" })
        : t(basis.kind === "rowCount" || basis.kind === "passageCount" ? "count" : "computed");
  const plain: ShownColumn = { label: "", numeric: typeof value === "number", unit, grain: undefined };
  return (
    <span className="inline-block max-w-full rounded-md border border-line-strong bg-raised px-2.5 py-1.5 text-left font-normal text-ink text-sm leading-snug tracking-normal shadow-lg">
      <span className="block font-medium">{cellText(value, column ?? plain, locale)}</span>
      <span className="block text-ink-faint text-xs">{where}</span>
    </span>
  );
}
