import { History, ShieldAlert } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import type { ScoredPassage } from "#lib/contracts/passage.ts";
import { formatText } from "#lib/format/figure.ts";

type BadgeProps = Pick<ScoredPassage, "supersededBy" | "suspicious">;

/** What a reader must know of a document before trusting it, in words: replaced by a newer one, or written to instruct a machine. */
export function PassageBadges({ supersededBy, suspicious }: BadgeProps) {
  const t = useTranslations("passage");
  const locale = useLocale();
  if (!supersededBy && !suspicious) return null;
  return (
    <ul className="flex flex-wrap gap-1.5 text-person text-xs">
      {supersededBy && (
        <li className="flex items-center gap-1.5 rounded-md bg-person-soft px-2 py-0.5">
          <History className="size-3.5 shrink-0" aria-hidden />
          {t(supersededBy.effective ? "supersededFrom" : "superseded", {
            by: supersededBy.reference ?? supersededBy.title,
            date: supersededBy.effective ? formatText(supersededBy.effective, locale) : "",
          })}
        </li>
      )}
      {suspicious && (
        <li className="flex items-center gap-1.5 rounded-md bg-person-soft px-2 py-0.5">
          <ShieldAlert className="size-3.5 shrink-0" aria-hidden />
          {t("suspicious")}
        </li>
      )}
    </ul>
  );
}
