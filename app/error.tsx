"use client";

import { useTranslations } from "next-intl";

export default function ErrorPage({ reset }: { error: Error; reset: () => void }) {
  const t = useTranslations("error");
  return (
    <main id="answer" className="mx-auto flex max-w-xl flex-col gap-3 px-5 py-24">
      <h1 className="font-semibold text-2xl">{t("title")}</h1>
      <p className="text-ink-soft">{t("text")}</p>
      <button type="button" className="self-start text-rows underline underline-offset-4" onClick={reset}>
        {t("again")}
      </button>
    </main>
  );
}
