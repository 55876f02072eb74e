import { Pin, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Prediction, Reading } from "#lib/contracts/reading.ts";
import { type Chip, chipsOf } from "./chips.ts";
import { RoleChip } from "./role-chip.tsx";

interface ReadingChipsProps {
  reading: Reading;
  /** What stayed from the question before, where this one only changed it. */
  followUp: Prediction["followUp"];
  /** Other readings of the same words, as lines. */
  others: string[];
  /** Whose rights the database applied. */
  role: string | null;
  /** A person's own statement ran in the place of this reading. */
  edited: boolean;
  /** Asks on, without a part of it; absent where nothing can be asked now. */
  onAsk?: ((question: string) => void) | undefined;
}

/** What the question was taken to mean, part by part: hovering one says why, and a filter or period can be taken off. */
export function ReadingChips({ reading, followUp, others, role, edited, onAsk }: ReadingChipsProps) {
  const t = useTranslations("reading");
  return (
    <div className="flex flex-col gap-1.5">
      <ul
        aria-label={t("label")}
        className={`flex flex-wrap gap-1.5 ${edited ? "line-through decoration-ink-faint" : ""}`}
      >
        {chipsOf(reading, followUp?.kept ?? []).map((chip) => (
          <li
            key={`${chip.kind}-${chip.text}`}
            title={chip.because}
            className={`flex max-w-full items-center gap-1 rounded-full border px-2.5 py-0.5 text-sm ${chip.kept ? "border-line-strong border-dashed bg-panel" : "border-line-strong bg-raised"}`}
          >
            {chip.kept && (
              <Pin className="size-3 shrink-0 text-ink-faint" role="img" aria-label={t("kept")} />
            )}
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <span className="text-ink-faint">{t(chip.kind)}</span>{" "}
              <span className="font-medium">{chip.text}</span>
            </span>
            {onAsk && isRemovable(chip) && !edited && (
              <button
                type="button"
                aria-label={t("remove", { label: chip.text })}
                title={t("remove", { label: chip.text })}
                onClick={() => onAsk(t("without", { label: chip.text }))}
                className="-mr-1.5 grid size-5 shrink-0 place-items-center rounded-full text-ink-faint hover:bg-line hover:text-ink max-sm:size-7"
              >
                <X className="size-3" aria-hidden />
              </button>
            )}
          </li>
        ))}
        {role !== null && <RoleChip role={role} />}
        {reading.unread.length > 0 && (
          <li className="rounded-full border border-person/50 px-2.5 py-0.5 text-person text-sm">
            {t("unread", { words: reading.unread.join(", ") })}
          </li>
        )}
      </ul>
      {followUp && followUp.changed.length > 0 && (
        <p className="text-ink-faint text-sm">{t("changed", { words: followUp.changed.join("; ") })}</p>
      )}
      {edited && <p className="text-person text-sm">{t("edited")}</p>}
      {others.length > 0 && (
        <p className="text-ink-faint text-sm">{t("others", { words: others.join("; ") })}</p>
      )}
    </div>
  );
}

function isRemovable({ kind }: Chip): boolean {
  return kind === "filter" || kind === "time";
}
