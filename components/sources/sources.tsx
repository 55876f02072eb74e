import { useTranslations } from "next-intl";
import type { Span } from "#components/passage/passage-anchor.ts";
import { PassageCard } from "#components/passage/passage-card.tsx";
import { SearchSummary } from "#components/passage/search-summary.tsx";
import { ResultPanel } from "#components/result/result-panel.tsx";
import type { RunState } from "#components/wire/fold-run.ts";
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
  const cited = citedPassages(retrievals, marks);
  return (
    <>
      {tables.length > 0 && (
        <section aria-label={t("figures")} className="flex flex-col gap-2.5">
          {(tables.length > 1 || retrievals.length > 0) && <SourcesHeading text={t("figures")} />}
          {tables.map((found, at) => (
            <ResultPanel
              key={found.resultId}
              found={found}
              mark={tables.length > 1 || retrievals.length > 0 ? marks.results.get(found.resultId)! : null}
              initiallyOpen={at === 0}
            >
              {found.derivation && (
                <DerivationNote derivation={found.derivation} marks={marks} retrievals={retrievals} />
              )}
            </ResultPanel>
          ))}
        </section>
      )}
      {retrievals.length > 0 && (
        <section aria-label={t("documents")} className="flex flex-col gap-2.5">
          <SourcesHeading text={t("documents")} />
          {cited.map(({ passage, mark, threshold }) => (
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
