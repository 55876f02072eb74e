import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Span } from "#components/passage/passage-anchor.ts";
import { PassageCard } from "#components/passage/passage-card.tsx";
import { SearchSummary } from "#components/passage/search-summary.tsx";
import { isDrawn } from "#components/result/is-drawn.ts";
import { ResultPanel } from "#components/result/result-panel.tsx";
import type { RunState } from "#components/wire/fold-run.ts";
import type { FoundResult } from "#components/wire/fold-sources.ts";
import type { Marks } from "#components/wire/marks.ts";
import type { Answer } from "#lib/contracts/evidence.ts";
import { DerivationNote } from "./derivation-note.tsx";

interface SourcesProps {
  state: Pick<RunState, "results" | "retrievals" | "answer">;
  marks: Marks;
}

/** Everything an answer stands on: the tables, in the order in which it uses them, and the passages it cites. */
export function Sources({ state: { results, retrievals, answer }, marks }: SourcesProps) {
  const t = useTranslations("sources");
  const order = [...marks.results.keys()];
  const tables = results.toSorted((a, b) => order.indexOf(a.resultId) - order.indexOf(b.resultId));
  // The first stands open, also where the text rests on none.
  const shown = tables.filter(({ resultId }, at) => at === 0 || marks.used.has(resultId));
  const others = tables.slice(shown.length);
  // A picture says more at a glance than a table that happens to be named first.
  const opened = Math.max(0, shown.findIndex(isDrawn));
  const several = tables.length > 1 || retrievals.length > 0;
  const panel = (found: FoundResult, isFirst: boolean) => (
    <ResultPanel
      key={found.resultId}
      found={found}
      mark={several ? (marks.results.get(found.resultId) ?? null) : null}
      initiallyOpen={isFirst}
    >
      {found.derivation && (
        <DerivationNote derivation={found.derivation} marks={marks} retrievals={retrievals} />
      )}
    </ResultPanel>
  );
  return (
    <>
      {tables.length > 0 && (
        <section aria-label={t("figures")} className="flex flex-col gap-2.5">
          {several && <SourcesHeading text={t("figures")} />}
          {shown.map((found, at) => panel(found, at === opened))}
          {others.length > 0 && (
            <details className="group rounded-lg border border-line text-sm">
              <summary className="flex items-center justify-between gap-2 px-3 py-2 text-ink-soft">
                {t("others", { count: others.length })}
                <ChevronRight
                  className="size-4 shrink-0 text-ink-faint transition-transform group-open:rotate-90"
                  aria-hidden
                />
              </summary>
              <div className="flex flex-col gap-2.5 px-3 pb-3">
                {others.map((found) => panel(found, false))}
              </div>
            </details>
          )}
        </section>
      )}
      {retrievals.length > 0 && (
        <section aria-label={t("documents")} className="flex flex-col gap-2.5">
          <SourcesHeading text={t("documents")} />
          {citedPassages(retrievals, marks).map(({ passage, mark, threshold }) => (
            <PassageCard
              key={passage.id}
              passage={passage}
              mark={mark}
              quoted={spansOf(answer, passage.id)}
              threshold={threshold}
            />
          ))}
          {retrievals.map((retrieval) => (
            <SearchSummary key={retrieval.id} retrieval={retrieval} cited={new Set(marks.passages.keys())} />
          ))}
        </section>
      )}
    </>
  );
}

function SourcesHeading({ text }: { text: string }) {
  return <h2 className="pt-1 text-ink-faint text-sm">{text}</h2>;
}

/** Each cited passage once, in the order of its mark, with the threshold of the search that found it. */
function citedPassages(retrievals: RunState["retrievals"], marks: Marks) {
  return [...marks.passages].flatMap(([id, mark]) => {
    for (const { passages, below, threshold } of retrievals) {
      const passage = [...passages, ...below].find((each) => each.id === id);
      if (passage) return [{ passage, mark, threshold }];
    }
    return [];
  });
}

function spansOf(answer: Answer | null, passageId: string): Span[] {
  return (answer?.claims ?? []).flatMap(({ basis }) =>
    basis.kind === "span" && basis.passageId === passageId ? [{ start: basis.start, end: basis.end }] : [],
  );
}
