"use client";

import { useTranslations } from "next-intl";
import { MarkChip } from "#components/mark/mark-chip.tsx";
import { openPassage, passageAnchor } from "#components/passage/passage-anchor.ts";
import { cellAnchor, openCell } from "#components/result/cell-anchor.ts";
import type { Mark } from "#components/wire/marks.ts";
import type { Claim } from "#lib/contracts/evidence.ts";

/** Keeps the mark on the line of the word before it. */
const WORD_JOINER = "\u2060";

/** The mark after what was said: a press opens the source where it says so. */
export function SourceLink({ mark, claim: { basis } }: { mark: Mark; claim: Claim }) {
  const t = useTranslations("answer");
  const anchor =
    "resultId" in basis ? cellAnchor(basis) : passageAnchor("passageId" in basis ? basis.passageId : "");
  const open = () => {
    if ("resultId" in basis) openCell(basis);
    else if ("passageId" in basis) {
      const span = basis.kind === "span" ? { start: basis.start, end: basis.end } : null;
      openPassage({ passageId: basis.passageId, span });
    }
  };
  return (
    <>
      {WORD_JOINER}
      <a
        href={`#${anchor}`}
        aria-label={t(`mark.${mark.kind}`, { mark: mark.label })}
        title={t(`mark.${mark.kind}`, { mark: mark.label })}
        onClick={(event) => {
          event.preventDefault();
          open();
        }}
        className="ml-1 rounded-sm align-[0.15em] leading-none hover:outline hover:outline-current"
      >
        <MarkChip mark={mark} />
      </a>
    </>
  );
}
