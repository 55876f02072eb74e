import { Calculator, Check, Circle, Database, type LucideIcon, Minus, Quote } from "lucide-react";
import { useTranslations } from "next-intl";
import { SOURCE_LOOKS } from "#components/mark/looks.ts";
import type { SourceKind } from "#components/wire/marks.ts";
import type { Plan, PlanStep } from "#lib/contracts/plan.ts";

const KINDS: Record<PlanStep["kind"], [icon: LucideIcon, source: SourceKind]> = {
  rows: [Database, "rows"],
  passages: [Quote, "passage"],
  statistic: [Calculator, "statistic"],
};

const STATES: Record<PlanStep["state"], [icon: LucideIcon, colour: string]> = {
  waiting: [Circle, "text-ink-faint"],
  done: [Check, "text-good"],
  left_out: [Minus, "text-person"],
};

/** The steps of a question that takes several: what each finds out, what it waits for, and why one was left out. */
export function PlanSteps({ plan }: { plan: Plan }) {
  const t = useTranslations("plan");
  const place = new Map(plan.steps.map((step, at) => [step.id, at + 1]));
  return (
    <section aria-label={t("title")} className="border-line border-b px-5 py-4">
      <h3 className="pb-2 text-ink-faint text-xs">{t("steps", { count: plan.steps.length })}</h3>
      <ol className="flex flex-col gap-2">
        {plan.steps.map((step) => {
          const [KindIcon, source] = KINDS[step.kind];
          const [StateIcon, colour] = STATES[step.state];
          const after = step.after.flatMap((id) => place.get(id) ?? []);
          return (
            <li key={step.id} className="flex items-start gap-2.5 text-sm">
              <span
                className={`mt-px grid size-5 shrink-0 place-items-center rounded-md ${SOURCE_LOOKS[source].chip}`}
                title={t(`kind.${step.kind}`)}
              >
                <KindIcon className="size-3" role="img" aria-label={t(`kind.${step.kind}`)} />
              </span>
              <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                <p className={step.state === "done" ? "" : "text-ink-soft"}>
                  <span className="text-ink-faint">{place.get(step.id)}</span> {step.title}
                </p>
                {step.state === "waiting" && after.length > 0 && (
                  <p className="text-ink-faint text-xs">{t("after", { steps: after.join(", ") })}</p>
                )}
                {step.note && <p className="text-ink-faint text-xs">{step.note}</p>}
              </div>
              <span className={`flex shrink-0 items-center gap-1 pt-0.5 text-xs ${colour}`}>
                <StateIcon className="size-3.5" aria-hidden />
                <span className={step.state === "done" ? "sr-only" : ""}>{t(`state.${step.state}`)}</span>
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
