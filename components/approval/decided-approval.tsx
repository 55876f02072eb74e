import { Check, ChevronRight, Hourglass, type LucideIcon, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { SqlBlock } from "#components/sql/sql-block.tsx";
import { SqlDiff } from "#components/sql/sql-diff.tsx";
import type { AskedApproval } from "#components/wire/fold-asked.ts";
import type { Approval } from "#lib/contracts/approval.ts";

const ICONS: Record<NonNullable<Approval["decision"]> | "withdrawn", LucideIcon> = {
  approve: Check,
  smaller: Check,
  reject: X,
  expired: Hourglass,
  withdrawn: X,
};

/** What was asked and what was decided, with an edit as a diff: it stays in the conversation once it is answered. */
export function DecidedApproval({ asked: { approval, original } }: { asked: AskedApproval }) {
  const t = useTranslations("approval");
  // Open when the run ended, without an answer and before its time: it was stopped.
  const decision = approval.decision ?? "withdrawn";
  const Icon = ICONS[decision];
  return (
    <details className="group rounded-lg border border-line px-3 py-2 text-sm">
      <summary className="flex items-start gap-2.5 text-ink-soft">
        <Icon className="mt-0.5 size-4 shrink-0 text-person" aria-hidden />
        <span className="flex flex-1 flex-wrap justify-between gap-x-4 gap-y-0.5">
          <span>
            {t(`decided.${decision}`, { period: approval.smaller ?? "", edited: String(original !== null) })}
            {approval.reason && <span className="text-ink-faint"> “{approval.reason}”</span>}
          </span>
          <span className="text-ink-faint">{approval.price.sentence}</span>
        </span>
        <ChevronRight
          className="mt-0.5 size-4 shrink-0 text-ink-faint transition-transform group-open:rotate-90"
          aria-hidden
        />
      </summary>
      <div className="flex flex-col gap-2 pt-2.5">
        {original !== null && (
          <>
            <p className="text-ink-soft">{t("diff")}</p>
            <SqlDiff before={original} after={approval.sql} />
          </>
        )}
        {original === null && <SqlBlock sql={approval.sql} params={approval.params} />}
      </div>
    </details>
  );
}
