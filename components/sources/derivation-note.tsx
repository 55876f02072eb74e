"use client";

import { useTranslations } from "next-intl";
import { MarkChip } from "#components/mark/mark-chip.tsx";
import { openCell } from "#components/result/cell-anchor.ts";
import type { Marks } from "#components/wire/marks.ts";
import type { StoredRetrieval } from "#lib/contracts/retrieval.ts";
import type { Derivation } from "#lib/contracts/statement.ts";

interface DerivationNoteProps {
  derivation: Derivation;
  marks: Marks;
  retrievals: StoredRetrieval[];
}

/** How a computed table came about: from which others, and by what method. */
export function DerivationNote({ derivation: { from, method }, marks, retrievals }: DerivationNoteProps) {
  const t = useTranslations("sources");
  return (
    <div className="flex flex-col gap-1 text-ink-soft text-sm">
      <p className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
        {t("computedFrom")}{" "}
        {from.map((id) => {
          const mark = marks.results.get(id);
          const searched = retrievals.find((each) => each.id === id);
          return mark ? (
            <button
              key={id}
              type="button"
              title={t("open", { mark: mark.label })}
              aria-label={t("open", { mark: mark.label })}
              onClick={() => openCell({ resultId: id })}
              className="rounded-sm hover:outline hover:outline-current"
            >
              <MarkChip mark={mark} />
            </button>
          ) : searched ? (
            <span key={id} className="text-passages">
              {t("passagesOf", { title: searched.title })}
            </span>
          ) : null;
        })}
      </p>
      <p className="text-pretty [overflow-wrap:anywhere]">{method}</p>
    </div>
  );
}
