import { useTranslations } from "next-intl";
import type { Reading, ReadingPart } from "#lib/contracts/reading.ts";

interface ReadingChipsProps {
  reading: Reading;
  /** Other readings of the same words, as lines. */
  others: string[];
  /** Whose rights the database applied. */
  role: string | null;
  /** A person's own statement ran in the place of this reading. */
  edited: boolean;
}

interface Chip {
  kind: "measure" | "dimension" | "filter" | "time" | "limit" | "entity";
  text: string;
  because?: string | undefined;
}

/** What the question was taken to mean, part by part; hovering one says why. */
export function ReadingChips({ reading, others, role, edited }: ReadingChipsProps) {
  const t = useTranslations("reading");
  return (
    <div className="flex flex-col gap-1.5">
      <ul
        aria-label={t("label")}
        className={`flex flex-wrap gap-1.5 ${edited ? "line-through decoration-ink-faint" : ""}`}
      >
        {chipsOf(reading).map((chip) => (
          <li
            key={`${chip.kind}-${chip.text}`}
            title={chip.because}
            className="rounded-full border border-line-strong bg-raised px-2.5 py-0.5 text-sm"
          >
            <span className="text-ink-faint">{t(chip.kind)}</span>{" "}
            <span className="font-medium">{chip.text}</span>
          </li>
        ))}
        {role !== null && (
          <li className="rounded-full border border-line px-2.5 py-0.5 text-ink-soft text-sm">
            {t("role", { role })}
          </li>
        )}
        {reading.unread.length > 0 && (
          <li className="rounded-full border border-person/50 px-2.5 py-0.5 text-person text-sm">
            {t("unread", { words: reading.unread.join(", ") })}
          </li>
        )}
      </ul>
      {edited && <p className="text-person text-sm">{t("edited")}</p>}
      {others.length > 0 && (
        <p className="text-ink-faint text-sm">{t("others", { words: others.join("; ") })}</p>
      )}
    </div>
  );
}

function chipsOf(reading: Reading): Chip[] {
  const parts = (kind: Chip["kind"], list: ReadingPart[]): Chip[] =>
    list.map((part) => ({ kind, text: part.label, because: part.because }));
  const chips = [
    ...parts("measure", reading.measures),
    ...(reading.measures.length === 0 ? parts("entity", reading.entities) : []),
    ...parts("dimension", reading.dimensions),
    ...parts("filter", reading.filters),
    // A grain without bounds already stands there as a dimension.
    ...(reading.time?.from || reading.time?.to ? parts("time", [reading.time]) : []),
    ...(reading.limit === null ? [] : [{ kind: "limit" as const, text: String(reading.limit) }]),
  ];
  return chips.filter((chip) => chip.text !== "");
}
