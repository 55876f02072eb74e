"use client";

import { useLocale, useTranslations } from "next-intl";
import { MarkChip } from "#components/mark/mark-chip.tsx";
import { claimsUnder, markOf } from "#components/wire/marks.ts";
import type { Claim } from "#lib/contracts/evidence.ts";
import { exactText } from "./exact-text.ts";
import { Hint, useHint } from "./hint.tsx";
import type { Sourced } from "./sourced.ts";

interface DerivedFigureProps {
  claim: Claim;
  text: string;
  sourced: Sourced;
}

/** A figure or a word that was computed from other figures: a press or a look says from which. */
export function DerivedFigure({ claim, text, sourced }: DerivedFigureProps) {
  const t = useTranslations("answer");
  const locale = useLocale();
  const hint = useHint();
  const { basis, value, unit } = claim;
  const under = claimsUnder(claim, sourced.claims);
  const numeric = typeof value === "number";
  const exact = exactText(value, { label: "", numeric, unit, grain: undefined }, unit, locale);
  return (
    <>
      <button
        type="button"
        aria-describedby={hint.id}
        onClick={(event) => (hint.at ? hint.hide() : hint.show(event.currentTarget))}
        onPointerEnter={(event) => event.pointerType === "mouse" && hint.show(event.currentTarget)}
        onPointerLeave={hint.hide}
        onBlur={hint.hide}
        onKeyDown={(event) => event.key === "Escape" && hint.hide()}
        className="inline border-ink-faint border-b border-dotted text-left"
      >
        {text}
      </button>
      <Hint
        state={hint}
        exact={basis.kind === "direction" ? text : exact}
        where={
          basis.kind === "passageCount" ? (
            t("passageCount", {
              title: sourced.retrievals.find(({ id }) => id === basis.retrievalId)?.title ?? "",
            })
          ) : (
            <>
              {t(basis.kind === "direction" ? "direction" : `operation.${operationOf(claim)}`)}
              {under.map((each) => (
                <span key={each.id} className="mt-0.5 flex items-center gap-1.5">
                  <Base claim={each} sourced={sourced} />
                </span>
              ))}
            </>
          )
        }
      />
    </>
  );
}

function operationOf({ basis }: Claim): "sum" | "difference" | "ratio" {
  return basis.kind === "computed" ? basis.operation : "difference";
}

/** One of the figures that another was computed from. */
function Base({ claim, sourced }: { claim: Claim; sourced: Sourced }) {
  const locale = useLocale();
  const { basis, value, unit } = claim;
  const mark = markOf(claim, sourced.marks);
  const column =
    "resultId" in basis && "column" in basis
      ? sourced.columns.get(basis.resultId)?.[basis.column]
      : undefined;
  const plain = { label: "", numeric: typeof value === "number", unit, grain: undefined };
  return (
    <>
      <span className="text-ink">{exactText(value, column ?? plain, unit, locale)}</span>
      {column && <span>{column.label}</span>}
      {mark && <MarkChip mark={mark} />}
    </>
  );
}
