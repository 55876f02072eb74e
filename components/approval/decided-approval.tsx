import { Check, Hourglass, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { SqlBlock } from "#components/sql/sql-block.tsx";
import type { Approval } from "#lib/contracts/approval.ts";

/** What was asked and what was decided: it stays in the conversation once it is answered. */
export function DecidedApproval({ approval }: { approval: Approval }) {
  const t = useTranslations("approval");
  const decision = approval.decision ?? "expired";
  const Icon =
    decision === "approve" || decision === "smaller" ? Check : decision === "reject" ? X : Hourglass;
  return (
    <details className="group rounded-lg border border-line px-3 py-2 text-sm">
      <summary className="flex flex-wrap items-center gap-2 text-ink-soft">
        <Icon className="size-4 text-person" aria-hidden />
        {t(`decided.${decision}`, { period: approval.smaller ?? "" })}
        {approval.reason && <span className="text-ink-faint">“{approval.reason}”</span>}
        <span className="ml-auto text-ink-faint">{approval.price.sentence}</span>
      </summary>
      <div className="pt-2.5">
        {approval.revision > 1 && (
          <p className="pb-1.5 text-ink-soft">{t("edited", { revision: approval.revision })}</p>
        )}
        <SqlBlock sql={approval.sql} params={approval.params} />
      </div>
    </details>
  );
}
