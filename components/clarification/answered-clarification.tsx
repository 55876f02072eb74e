import { Check, Hourglass, type LucideIcon, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { AskedClarification } from "#components/wire/fold-asked.ts";

const ICONS: Record<"answered" | "expired" | "withdrawn", LucideIcon> = {
  answered: Check,
  expired: Hourglass,
  withdrawn: X,
};

/** What was asked back and what came of it: it stays in the conversation. */
export function AnsweredClarification({ asked }: { asked: AskedClarification }) {
  const t = useTranslations("clarification");
  const { clarification, answer, state } = asked;
  // Open when the run ended, before its time: it was stopped.
  const end = state === "open" ? "withdrawn" : state;
  const Icon = ICONS[end];
  const chosen = clarification.options.find(({ id }) => id === answer?.option)?.label ?? answer?.text ?? "";
  return (
    <section
      aria-label={t("title")}
      className="flex items-start gap-2.5 rounded-lg border border-line px-3 py-2 text-sm"
    >
      <Icon className="mt-0.5 size-4 shrink-0 text-person" aria-hidden />
      <div className="flex min-w-0 flex-1 flex-col [overflow-wrap:anywhere]">
        <p className="text-ink-faint">{clarification.question}</p>
        <p className="text-ink-soft">
          {end === "answered"
            ? t.rich(answer?.option ? "chose" : "wrote", {
                words: chosen,
                strong: (words) => <span className="font-medium text-ink">{words}</span>,
              })
            : t(end)}
        </p>
      </div>
    </section>
  );
}
