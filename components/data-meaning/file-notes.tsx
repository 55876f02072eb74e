import { useFormatter, useTranslations } from "next-intl";
import type { MeaningView } from "#lib/contracts/meaning.ts";

/** Faults of the file, who changed it when, and the file itself. */
export function FileNotes({ view: { notices, history, text, sourceId } }: { view: MeaningView }) {
  const t = useTranslations("meaning");
  const format = useFormatter();
  return (
    <section aria-label={t("file")} className="flex flex-col gap-3 text-sm">
      <h2 className="font-medium text-lg">{t("file")}</h2>
      {notices.some(({ isFault }) => isFault) && <p>{t("faulty")}</p>}
      <ul className="flex flex-col gap-1">
        {notices.map(({ line, message, isFault }) => (
          <li key={`${line} ${message}`} className={isFault ? "" : "text-ink-soft"}>
            {t("notice", { line, message })}
          </li>
        ))}
      </ul>
      <ol className="flex flex-col gap-1 text-ink-soft">
        {history.map(({ id, by, at }) => (
          <li key={id}>
            {t("changed", {
              by: by === "file" ? t("byFile") : by,
              at: format.dateTime(new Date(at), { dateStyle: "medium", timeStyle: "short" }),
            })}
          </li>
        ))}
      </ol>
      {text !== null && (
        <a
          className="w-fit underline"
          download={`${sourceId}.yaml`}
          href={`data:application/yaml;charset=utf-8,${encodeURIComponent(text)}`}
        >
          {t("download")}
        </a>
      )}
    </section>
  );
}
