import { useTranslations } from "next-intl";

/** How far a collection of documents is read in. */
export interface CollectionProgress {
  id: string;
  name: string;
  documents: number;
  passages: number;
  /** Passages that are found by their meaning as well; the others by their words alone. */
  embedded: number;
  /** What could not be read, a sentence each. */
  faults: string[];
}

/** What can be searched besides the rows, and how far its meaning is indexed. */
export function CollectionsLine({ collections }: { collections: CollectionProgress[] }) {
  const t = useTranslations("collections");
  if (collections.length === 0) return null;
  const total = collections.reduce((sum, { passages }) => sum + passages, 0);
  const ready = collections.reduce((sum, { embedded }) => sum + embedded, 0);
  const parts = collections.map(({ name, documents }) => t("count", { name, documents }));
  if (ready < total) parts.push(t("meaning", { ready, total }));
  const faults = collections.flatMap((each) => each.faults);
  return (
    <div className="px-1.5 text-ink-faint text-xs leading-relaxed">
      <p title={t("label")}>{parts.join(" · ")}</p>
      {faults.length > 0 && (
        <details>
          <summary title={faults.join("\n")} className="cursor-pointer">
            {t("unread", { count: faults.length })}
          </summary>
          <ul className="list-disc pl-4 break-words">
            {faults.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
