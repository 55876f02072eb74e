import { useLocale, useTranslations } from "next-intl";
import type { ScoredPassage, SearchResult } from "#lib/contracts/passage.ts";

const FIGURES = ["bm25", "cosine", "fused", "recency", "final"] as const;

interface ScoresProps {
  passage: Pick<ScoredPassage, "scores" | "coverage">;
  threshold: SearchResult["threshold"];
}

/** Each figure that ranked a passage, and what it had to reach. */
export function Scores({ passage: { scores, coverage }, threshold }: ScoresProps) {
  const t = useTranslations("passage");
  const locale = useLocale();
  const figures = [...FIGURES.map((name) => [name, scores[name]] as const), ["coverage", coverage] as const];
  return (
    <div className="flex flex-col gap-0.5 text-xs">
      <dl className="flex flex-wrap gap-x-4 gap-y-0.5 font-mono text-ink-soft">
        {figures.map(([name, value]) =>
          value === null ? null : (
            <div key={name} className="flex gap-1.5">
              <dt className="text-ink-faint">{t(`score.${name}`)}</dt>
              <dd>{value.toLocaleString(locale, { minimumFractionDigits: 2, maximumFractionDigits: 3 })}</dd>
            </div>
          ),
        )}
      </dl>
      <p className="text-ink-faint">{threshold.sentence}</p>
    </div>
  );
}
