import { ChevronRight, SearchX } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import type { ScoredPassage, SearchResult } from "#lib/contracts/passage.ts";
import type { StoredRetrieval } from "#lib/contracts/retrieval.ts";
import { FoundPassage } from "./found-passage.tsx";

interface SearchSummaryProps {
  retrieval: StoredRetrieval;
  /** Passages that the answer cites, and that stand above. */
  cited: ReadonlySet<string>;
}

/** A search in a line: what it looked for and brought; where it looked and what it weighed and left, under a fold. */
export function SearchSummary({ retrieval, cited }: SearchSummaryProps) {
  const t = useTranslations("search");
  const { title, passages, below, threshold, searched, none } = retrieval;
  const others = passages.filter((passage) => !cited.has(passage.id));
  return (
    <details className="group rounded-lg border border-line px-3 py-2 text-sm">
      <summary className="flex items-start gap-2 text-ink-soft">
        {passages.length === 0 && <SearchX className="mt-0.5 size-4 shrink-0 text-passages" aria-hidden />}
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          <span className="font-medium text-ink">{title}</span>{" "}
          {passages.length > 0
            ? t("found", { count: passages.length, documents: searched.documents })
            : t(`none.${none ?? "no_match"}`, { documents: searched.documents, passages: searched.passages })}
        </span>
        <ChevronRight
          className="mt-0.5 size-4 shrink-0 text-ink-faint transition-transform group-open:rotate-90"
          aria-hidden
        />
      </summary>
      <div className="flex flex-col gap-4 pt-3 pb-1">
        <Searched retrieval={retrieval} />
        <Passages title={t("alsoFound")} passages={others} threshold={threshold} />
        <Passages title={t("below")} passages={below} threshold={threshold} />
      </div>
    </details>
  );
}

interface PassagesProps {
  title: string;
  passages: ScoredPassage[];
  threshold: SearchResult["threshold"];
}

function Passages({ title, passages, threshold }: PassagesProps) {
  if (passages.length === 0) return null;
  return (
    <section aria-label={title} className="flex flex-col gap-2.5">
      <h4 className="text-ink-faint">{title}</h4>
      <ul className="flex flex-col gap-3">
        {passages.map((passage) => (
          <FoundPassage key={passage.id} passage={passage} threshold={threshold} />
        ))}
      </ul>
    </section>
  );
}

/** What the search looked through, so that "nothing found" says where. */
function Searched({ retrieval: { text, restrictedTo, searched } }: { retrieval: StoredRetrieval }) {
  const t = useTranslations("search");
  const locale = useLocale();
  const { documents, passages, words, collections, vectors, fusion } = searched;
  const rows: [name: string, text: string][] = [
    [t("for"), text],
    [t("restricted"), restrictedTo.join("; ")],
    [t("in"), t("inText", { documents, passages, collections: collections.join(", ") })],
    [t("words"), words.join(", ")],
    [t("unknown"), searched.unknownWords.join(", ")],
    [t("meaning"), t("meaningText", vectors)],
    [
      t("fusion"),
      t("fusionText", {
        method: t(`method.${fusion.method}`),
        weight: fusion.vectorWeight.toLocaleString(locale, { maximumFractionDigits: 2 }),
        from: fusion.earnedFrom,
      }),
    ],
  ];
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 max-sm:grid-cols-1">
      {rows.map(([name, said]) =>
        said === "" ? null : (
          <div key={name} className="contents">
            <dt className="text-ink-faint max-sm:pt-1">{name}</dt>
            <dd className="text-ink-soft [overflow-wrap:anywhere]">{said}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
