"use client";

import { useTranslations } from "next-intl";
import { Choice } from "#components/controls/choice.tsx";
import { TimeLeft } from "#components/controls/time-left.tsx";
import type { Approval, ApprovalDecision } from "#lib/contracts/approval.ts";

interface ApprovalActionsProps {
  approval: Approval;
  pending: boolean;
  decide: (decision: ApprovalDecision) => void;
  onEdit: () => void;
  onReject: () => void;
}

/** Approve, edit, ask smaller, reject, and how long there is to decide. On a phone they stay at the thumb. */
export function ApprovalActions({ approval, pending, decide, onEdit, onReject }: ApprovalActionsProps) {
  const t = useTranslations("approval");
  return (
    <div className="flex flex-wrap items-center gap-2 max-sm:sticky max-sm:bottom-0 max-sm:z-10 max-sm:-mx-4 max-sm:-mb-4 max-sm:rounded-b-xl max-sm:border-line max-sm:border-t max-sm:bg-raised max-sm:px-4 max-sm:pt-3 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      <Choice look="primary" disabled={pending} onClick={() => decide("approve")}>
        {t("approve")}
      </Choice>
      <Choice disabled={pending} onClick={onEdit}>
        {t("edit")}
      </Choice>
      {approval.smaller !== null && (
        <Choice disabled={pending} onClick={() => decide("smaller")}>
          {t("smaller", { period: approval.smaller })}
        </Choice>
      )}
      <Choice look="quiet" disabled={pending} onClick={onReject}>
        {t("reject")}
      </Choice>
      <TimeLeft until={approval.expiresAt} />
    </div>
  );
}
