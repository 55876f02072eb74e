"use client";

import { useTranslations } from "next-intl";
import type { Approval, ApprovalDecision } from "#lib/contracts/approval.ts";
import { Choice } from "./choice.tsx";
import { useTimeLeft } from "./use-time-left.ts";

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

function TimeLeft({ until }: { until: string }) {
  const t = useTranslations("approval");
  const left = useTimeLeft(until);
  if (left === null) return null;
  return (
    <span className="ml-auto text-ink-faint text-sm" role="timer">
      {left <= 0
        ? t("expired")
        : left < 120
          ? t("expiresSoon", { seconds: left })
          : t("expires", { minutes: Math.round(left / 60) })}
    </span>
  );
}
