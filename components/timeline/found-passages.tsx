import { useLocale, useTranslations } from "next-intl";
import type { StoredRetrieval } from "#lib/contracts/retrieval.ts";

/** As many as tell how a search went. */
const SHOWN = 5;

/** The best passages of a search with the figures that ranked them, the threshold among them. */
export function FoundPassages({ retrieval }: { retrieval: StoredRetrieval }) {
  const t = useTranslations("passage");
  const locale = useLocale();
  const { passages, below, threshold } = retrieval;
  const figure = (value: number | null) =>
    value === null
      ? "–"
      : value.toLocaleString(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const shown = [...passages, ...below].slice(0, SHOWN);
  return (
    <div className="flex flex-col gap-1">
      <p className="text-ink-soft">“{retrieval.text}”</p>
      {shown.length > 0 && (
        <table className="w-full text-xs">
          <thead className="text-ink-faint">
            <tr>
              <th scope="col" className="text-left font-normal">
                {t("passage")}
              </th>
              {(["bm25", "cosine", "final"] as const).map((name) => (
                <th key={name} scope="col" className="pl-2 text-right font-normal">
                  {t(`score.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ id, title, scores }, at) => (
              <tr key={id} className={at < passages.length ? "" : "text-ink-faint"}>
                <td className="max-w-40 truncate" title={title}>
                  {title}
                </td>
                <td className="pl-2 text-right font-mono">{figure(scores.bm25)}</td>
                <td className="pl-2 text-right font-mono">{figure(scores.cosine)}</td>
                <td className="pl-2 text-right font-mono">{figure(scores.final)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="text-ink-faint text-xs">{threshold.sentence}</p>
    </div>
  );
}
