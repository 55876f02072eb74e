"use client";

import { useLocale, useTranslations } from "next-intl";
import { underlineOf } from "#components/mark/looks.ts";
import { cellAnchor, openCell, type Place } from "#components/result/cell-anchor.ts";
import type { ShownColumn } from "#components/result/columns.ts";
import { markOf } from "#components/wire/marks.ts";
import type { Claim } from "#lib/contracts/evidence.ts";
import { exactText } from "./exact-text.ts";
import { Hint, hintHandlers, useHint } from "./hint.tsx";
import type { Sourced } from "./sourced.ts";

interface FigureProps {
  claim: Claim & { basis: { resultId: string } };
  /** As the sentence shows it, perhaps rounded. */
  text: string;
  sourced: Sourced;
}

/** A figure in the colour of its source: pointing at it shows its cell, exactly; a press opens the cell. */
export function Figure({ claim, text, sourced }: FigureProps) {
  const t = useTranslations("answer");
  const locale = useLocale();
  const hint = useHint();
  const { basis, value, unit } = claim;
  const place: Place = basis;
  const column = "column" in basis ? sourced.columns.get(basis.resultId)?.[basis.column] : undefined;
  const where =
    basis.kind === "cell" || basis.kind === "extreme"
      ? t("cell", { row: basis.row + 1, column: column?.label ?? "" })
      : basis.kind === "total"
        ? t("total", { column: column?.label ?? "" })
        : t("count");
  const plain: ShownColumn = { label: "", numeric: typeof value === "number", unit, grain: undefined };
  const underline = underlineOf(markOf(claim, sourced.marks)?.kind ?? "rows", unit !== "text");
  return (
    <>
      <a
        href={`#${cellAnchor(place)}`}
        aria-describedby={hint.id}
        onClick={(event) => {
          event.preventDefault();
          hint.hide();
          openCell(place);
        }}
        {...hintHandlers(hint)}
        className={underline}
      >
        {text}
      </a>
      <Hint state={hint} exact={exactText(value, column ?? plain, unit, locale)} where={where} />
    </>
  );
}
