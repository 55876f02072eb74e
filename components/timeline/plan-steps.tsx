import {
  Calculator,
  Check,
  ChevronRight,
  Circle,
  Database,
  type LucideIcon,
  Minus,
  Quote,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { SOURCE_LOOKS } from "#components/mark/looks.ts";
import { capital } from "#components/wire/capital.ts";
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

/** A longer plan is folded: what it came to stands below. */
const OPEN_STEPS = 8;

/** The steps of a question that takes several: what each finds out, what it waits for, and why one was left out. */
export function PlanSteps({ plan }: { plan: Plan }) {
  const t = useTranslations("plan");
  const count = (state: PlanStep["state"]) => plan.steps.filter((step) => step.state === state).length;
  const [done, out] = [count("done"), count("left_out")];
  const place = new Map(plan.steps.map((step, at) => [step.id, at + 1]));
  return (
    <details
      open={plan.steps.length <= OPEN_STEPS}
      aria-label={t("title")}
      className="group border-line border-b px-5 py-3"
    >
      <summary className="flex items-center justify-between gap-2 text-ink-soft text-sm">
        <span>
          {t("steps", { count: plan.steps.length })}
          <span className="text-ink-faint"> · {t("progress", { done, out })}</span>
        </span>
        <ChevronRight
          className="size-3.5 shrink-0 text-ink-faint transition-transform group-open:rotate-90"
          aria-hidden
        />
      </summary>
      <ol className="flex flex-col gap-2 pt-3 pb-1">
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
                  <span className="text-ink-faint">{place.get(step.id)}</span> {capital(step.title)}
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
    </details>
  );
}
