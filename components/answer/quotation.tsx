"use client";

import { useLocale, useTranslations } from "next-intl";
import { underlineOf } from "#components/mark/looks.ts";
import { openPassage, passageAnchor } from "#components/passage/passage-anchor.ts";
import type { Claim, ClaimBasis } from "#lib/contracts/evidence.ts";
import { formatText } from "#lib/format/figure.ts";
import { Hint, hintHandlers, useHint } from "./hint.tsx";
import { passageOf, type Sourced } from "./sourced.ts";

interface QuotationProps {
  claim: Claim & { basis: Extract<ClaimBasis, { kind: "span" | "document" }> };
  text: string;
  sourced: Sourced;
}

/** Words of a document, or what is known of one: pointing at them names it, a press opens the passage. */
export function Quotation({ claim: { basis }, text, sourced }: QuotationProps) {
  const t = useTranslations("answer");
  const locale = useLocale();
  const hint = useHint();
  const passage = passageOf(sourced.retrievals, basis.passageId);
  const date = passage?.effective ?? passage?.published;
  return (
    <>
      <a
        href={`#${passageAnchor(basis.passageId)}`}
        aria-describedby={hint.id}
        onClick={(event) => {
          event.preventDefault();
          hint.hide();
          const span = basis.kind === "span" ? { start: basis.start, end: basis.end } : null;
          openPassage({ passageId: basis.passageId, span });
        }}
        {...hintHandlers(hint)}
        className={underlineOf("passage", false)}
      >
        {text}
      </a>
      <Hint
        state={hint}
        exact={passage?.title ?? t("passage")}
        where={[
          basis.kind === "span" ? t("span") : t(`field.${basis.field}`),
          passage?.kind,
          date && formatText(date, locale),
        ]
          .filter(Boolean)
          .join(" · ")}
      />
    </>
  );
}
