import { useTranslations } from "next-intl";

/** Whose rights the database and the documents were read with. */
export function RoleChip({ role }: { role: string }) {
  const t = useTranslations("reading");
  return (
    <li className="rounded-full border border-line px-2.5 py-0.5 text-ink-soft text-sm">
      {t("role", { role })}
    </li>
  );
}
