"use client";

import { useTranslations } from "next-intl";
import { useTimeLeft } from "./use-time-left.ts";

/** How long there is to answer. */
export function TimeLeft({ until }: { until: string }) {
  const t = useTranslations("approval");
  const left = useTimeLeft(until);
  if (left === null) return null;
  return (
    <span className="ml-auto text-ink-faint text-sm" role="timer">
      {left <= 0
        ? t("expired")
        : left < 120
          ? t("expiresSoon", { seconds: left })
          : t("expires", { minutes: Math.round(left / 60) })}
    </span>
  );
}
