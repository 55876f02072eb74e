import { Database } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";

/** The way to what can be asked: sources, their tables, joins and terms. */
export function DataLink({ current }: { current: boolean }) {
  const t = useTranslations("sidebar");
  return (
    <Link
      href="/data"
      aria-current={current ? "page" : undefined}
      className={`flex items-center gap-2 rounded-md px-1.5 py-1.5 text-sm transition-colors hover:text-ink ${current ? "font-medium text-ink" : "text-ink-soft"}`}
    >
      <Database className="size-4" aria-hidden />
      {t("data")}
    </Link>
  );
}
