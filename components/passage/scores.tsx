import { useLocale, useTranslations } from "next-intl";
import type { PassageScores } from "#lib/contracts/passage.ts";

const FIGURES = ["bm25", "cosine", "fused", "recency", "final"] as const;

/** Each figure that ranked a passage, and how the last stands to the threshold. */
export function Scores({ scores, threshold }: { scores: PassageScores; threshold: number }) {
  const t = useTranslations("passage");
  const locale = useLocale();
  const figure = (value: number) =>
    value.toLocaleString(locale, { minimumFractionDigits: 2, maximumFractionDigits: 3 });
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-0.5 font-mono text-ink-soft text-xs">
      {FIGURES.map((name) => {
        const value = scores[name];
        return value === null ? null : (
          <div key={name} className="flex gap-1.5">
            <dt className="text-ink-faint">{t(`score.${name}`)}</dt>
            <dd>{figure(value)}</dd>
          </div>
        );
      })}
      <div className="flex gap-1.5">
        <dt className="text-ink-faint">{t("score.threshold")}</dt>
        <dd>{figure(threshold)}</dd>
      </div>
    </dl>
  );
}
