"use client";

import { useTranslations } from "next-intl";
import { Failure } from "#components/shell/failure.tsx";

export default function ErrorPage() {
  const t = useTranslations("error");
  return <Failure title={t("title")} text={t("text")} again={t("again")} />;
}
