import Link from "next/link";
import { getTranslations } from "next-intl/server";

export default async function NotFound() {
  const t = await getTranslations("error");
  return (
    <main id="answer" className="mx-auto flex max-w-xl flex-col gap-3 px-5 py-24">
      <h1 className="font-semibold text-2xl">{t("notFoundTitle")}</h1>
      <p className="text-ink-soft">{t("notFoundText")}</p>
      <Link className="text-rows underline underline-offset-4" href="/">
        {t("home")}
      </Link>
    </main>
  );
}
