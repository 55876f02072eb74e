import { useLocale, useTranslations } from "next-intl";
import type { ScoredPassage } from "#lib/contracts/passage.ts";
import { formatText } from "#lib/format/figure.ts";

type Described = Pick<ScoredPassage, "kind" | "reference" | "author" | "published" | "effective" | "row">;

/** What is known of a document, in a line: kind, reference, author, dates, the row it is kept in. */
export function AboutPassage({ about, className = "" }: { about: Described; className?: string }) {
  const t = useTranslations("passage");
  const locale = useLocale();
  const { kind, reference, author, published, effective, row } = about;
  const parts = [
    kind,
    reference,
    author,
    published && formatText(published, locale),
    effective && effective !== published && t("effective", { date: formatText(effective, locale) }),
    row &&
      `${row.table} ${Object.entries(row.key)
        .map(([name, value]) => `${name} ${value}`)
        .join(", ")}`,
  ].filter((part): part is string => Boolean(part));
  return <p className={`text-ink-soft text-sm ${className}`}>{parts.join(" · ")}</p>;
}
