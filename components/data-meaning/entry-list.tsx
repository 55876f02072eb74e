import { useTranslations } from "next-intl";
import { Choice } from "#components/controls/choice.tsx";
import type { MeaningEntry } from "#lib/contracts/meaning.ts";

interface EntryListProps {
  entries: MeaningEntry[];
  edit: (entry: MeaningEntry) => void;
  remove: (entry: MeaningEntry) => void;
}

export function EntryList({ entries, edit, remove }: EntryListProps) {
  const t = useTranslations("meaning");
  if (entries.length === 0) return <p className="text-ink-faint text-sm">{t("none")}</p>;
  return (
    <ul className="divide-y divide-line border-line border-y">
      {entries.map((each) => (
        <li key={each.name} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
          <div className="min-w-0 flex-1 basis-72">
            <p className="font-medium">{each.name}</p>
            {each.synonyms.length > 0 && (
              <p className="text-ink-soft text-sm">{t("also", { names: each.synonyms.join(", ") })}</p>
            )}
            {each.description && <p className="text-ink-soft text-sm">{each.description}</p>}
            <code className="block whitespace-pre-wrap break-words text-ink-soft text-xs">
              {each.definition}
            </code>
            {each.verified && (
              <p className="text-ink-faint text-xs">{t("verified", { who: each.verified })}</p>
            )}
          </div>
          <div className="flex gap-1">
            <Choice look="quiet" aria-label={t("editLabel", { name: each.name })} onClick={() => edit(each)}>
              {t("edit")}
            </Choice>
            <Choice
              look="quiet"
              aria-label={t("removeLabel", { name: each.name })}
              onClick={() => remove(each)}
            >
              {t("remove")}
            </Choice>
          </div>
        </li>
      ))}
    </ul>
  );
}
