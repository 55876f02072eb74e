import { Download } from "lucide-react";
import { useTranslations } from "next-intl";

const FORMS = ["summary.html", "summary.md", "summary.json", "bundle.zip"] as const;

/** What of an ended run can be handed on: the explanation summary in three forms, and the bundle an auditor verifies. */
export function ExportLinks({ runId }: { runId: string }) {
  const t = useTranslations("export");
  return (
    <nav
      aria-label={t("label")}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-soft text-sm"
    >
      <span className="flex items-center gap-1.5 text-ink-faint">
        <Download className="size-3.5" aria-hidden />
        {t("label")}
      </span>
      {FORMS.map((form) => (
        <a
          key={form}
          href={`/api/runs/${runId}/${form}`}
          download
          title={t(`${form.replace(".", "_")}.hint`)}
          className="underline decoration-line-strong underline-offset-4 hover:decoration-current"
        >
          {t(`${form.replace(".", "_")}.name`)}
        </a>
      ))}
    </nav>
  );
}
