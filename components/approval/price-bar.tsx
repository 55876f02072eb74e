import { useLocale, useTranslations } from "next-intl";
import type { Estimate, Price } from "#lib/contracts/statement.ts";

/** The estimate as a bar against the limit, with the numbers under it. */
export function PriceBar({ estimate, price }: { estimate: Estimate; price: Price }) {
  const t = useTranslations("approval");
  const locale = useLocale();
  if (!price.over) return null;
  const { metric, value, limit } = price.over;
  const scale = Math.max(value * 1.15, limit * 1.6);
  const short = (number: number) =>
    new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 }).format(number);
  const unit = (number: number) => t(metric, { value: short(number) });
  return (
    <div className="flex flex-col gap-1.5 text-ink-faint text-xs">
      <div className="relative h-2 rounded-full bg-panel" aria-hidden>
        <div
          className="h-full rounded-full bg-linear-to-r from-person/55 to-person"
          style={{ width: `${(value / scale) * 100}%` }}
        />
        <div className="-top-1 absolute h-4 w-0.5 bg-ink" style={{ left: `${(limit / scale) * 100}%` }} />
      </div>
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>{t("limit", { limit: unit(limit) })}</span>
        <span>{t("estimate", { value: unit(value), quality: t(`quality.${estimate.quality}`) })}</span>
      </p>
      {estimate.plan.length > 0 && (
        <details>
          <summary className="w-fit hover:text-ink">{t("plan")}</summary>
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
            tabIndex={0}
            className="mt-1.5 overflow-x-auto rounded-md bg-code p-2.5 font-mono text-ink-soft"
          >
            {estimate.plan.join("\n")}
          </pre>
        </details>
      )}
    </div>
  );
}
