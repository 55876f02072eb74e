import Link from "next/link";
import { getTranslations } from "next-intl/server";

/** No document of that id, or none that the asker's role may read: which of the two is not told. */
export default async function DocumentNotFound() {
  const t = await getTranslations();
  return (
    <main id="answer" className="mx-auto flex max-w-xl flex-col gap-3 px-5 py-24">
      <h1 className="font-semibold text-2xl">{t("document.notFoundTitle")}</h1>
      <p className="text-ink-soft">{t("document.notFoundText")}</p>
      <Link className="text-rows underline underline-offset-4" href="/">
        {t("error.home")}
      </Link>
    </main>
  );
}
