import { useTranslations } from "next-intl";
import type { FoundResult } from "#components/wire/fold-sources.ts";
import { cellText, type ShownColumn } from "./columns.ts";
import { contributionsOf } from "./contributions.ts";
import type { LoadedResult } from "./load-rows.ts";
import { signedText } from "./signed-text.ts";

interface ContributionBarsProps {
  found: FoundResult;
  result: LoadedResult;
  columns: ShownColumn[];
  locale: string;
}

/** Beyond this the bars are too small to tell anything; the table has all. */
const MAX_BARS = 14;

/** What each part added to a change or took from it, on both sides of zero, and what they come to together. */
export function ContributionBars({ found, result, columns, locale }: ContributionBarsProps) {
  const t = useTranslations("result");
  const told = contributionsOf(found.output, result.rows, (value, at) =>
    columns[at] ? cellText(value, columns[at], locale) : String(value ?? ""),
  );
  if (told === null) return null;
  const { parts, total, unit } = told;
  const shown = parts.slice(0, MAX_BARS);
  const values = shown.map(({ value }) => value);
  const [lowest, highest] = [Math.min(0, ...values), Math.max(0, ...values)];
  const scale = highest - lowest;
  const zero = scale === 0 ? 0 : (-lowest / scale) * 100;
  return (
    <figure aria-label={found.title ?? t("chart")} className="flex flex-col gap-2 text-sm">
      <ul className="flex flex-col gap-1.5">
        {shown.map(({ label, value }) => {
          const width = scale === 0 ? 0 : (Math.abs(value) / scale) * 100;
          return (
            <li
              key={label}
              className="grid grid-cols-[minmax(5rem,11rem)_minmax(0,1fr)_max-content] items-center gap-3 max-sm:grid-cols-[minmax(0,1fr)_max-content] max-sm:gap-y-0.5"
            >
              <span className="truncate text-ink-soft" title={label}>
                {label}
              </span>
              <span className="relative h-4 max-sm:order-last max-sm:col-span-2 max-sm:h-2.5" aria-hidden>
                <span
                  className={`absolute inset-y-0 rounded-xs ${Math.sign(value) === Math.sign(total) ? "bg-statistics" : "bg-ink-faint/60"}`}
                  style={{ left: `${value < 0 ? zero - width : zero}%`, width: `${width}%` }}
                />
                <span className="absolute inset-y-0 w-px bg-line-strong" style={{ left: `${zero}%` }} />
              </span>
              <span className="text-right">{signedText(value, unit, locale)}</span>
            </li>
          );
        })}
      </ul>
      <figcaption className="flex justify-between gap-3 border-line border-t pt-2">
        <span className="text-ink-soft">
          {t("contributionTotal")}
          {parts.length > shown.length && (
            <span className="text-ink-faint">
              {" "}
              · {t("contributionsHidden", { count: parts.length - shown.length })}
            </span>
          )}
        </span>
        <span className="font-medium">{signedText(total, unit, locale)}</span>
      </figcaption>
    </figure>
  );
}
