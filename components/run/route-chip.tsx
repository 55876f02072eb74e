import { BookOpenText, ListChecks } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Route } from "#lib/contracts/run.ts";

/** How a question was answered that is no single query: from documents, or in steps. Nothing for others. */
export function RouteChip({ route }: { route: Route | null }) {
  const t = useTranslations("reading");
  if (route !== "knowledge_qa" && route !== "deep_analysis" && route !== "analytical") return null;
  const Icon = route === "knowledge_qa" ? BookOpenText : ListChecks;
  return (
    <li className="flex items-center gap-1.5 rounded-full border border-line-strong bg-raised px-2.5 py-0.5 text-sm">
      <Icon className="size-3.5 text-ink-faint" aria-hidden />
      {t(`route.${route}`)}
    </li>
  );
}
