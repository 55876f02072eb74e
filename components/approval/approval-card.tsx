"use client";

import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { SqlBlock } from "#components/sql/sql-block.tsx";
import type { ThreadActions } from "#components/thread/thread.tsx";
import type { Approval, ApprovalDecision } from "#lib/contracts/approval.ts";
import { ApprovalEditor } from "./approval-editor.tsx";
import { DecidedApproval } from "./decided-approval.tsx";
import { PriceBar } from "./price-bar.tsx";
import { useTimeLeft } from "./use-time-left.ts";

interface ApprovalCardProps {
  approval: Approval;
  runOver: boolean;
  actions: Pick<ThreadActions, "decide" | "revise" | "stop">;
}

type Mode = "decide" | "edit" | "reject";

/** Asks a person before a costly query: what it costs, in words and against the limit, the statement, and what to do. */
export function ApprovalCard({ approval, runOver, actions }: ApprovalCardProps) {
  const t = useTranslations("approval");
  const [mode, setMode] = useState<Mode>("decide");
  const [reason, setReason] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const left = useTimeLeft(approval.expiresAt);
  if (approval.decision !== null || runOver) return <DecidedApproval approval={approval} />;

  const decide = async (decision: ApprovalDecision) => {
    setPending(true);
    setFault(null);
    const { id, revision, sqlHash } = approval;
    const outcome = await actions.decide({ id, revision, sqlHash, decision, ...(reason ? { reason } : {}) });
    if (!outcome.ok) setFault(outcome.sentence);
    setPending(false);
  };
  return (
    <section
      aria-label={t("title")}
      className="flex flex-col gap-3.5 rounded-xl border border-person/60 bg-raised p-4 shadow-card"
    >
      <header className="flex gap-3">
        <span className="grid size-8 shrink-0 place-items-center rounded-lg bg-person-soft text-person">
          <CircleAlert className="size-4.5" aria-hidden />
        </span>
        <div className="flex flex-col gap-0.5">
          <h2 className="font-semibold">{approval.cause === "cost" ? t("title") : t("unknownTitle")}</h2>
          <p className="text-ink-soft text-sm">{approval.price.sentence}</p>
        </div>
      </header>
      <PriceBar estimate={approval.estimate} price={approval.price} />
      {mode === "edit" ? (
        <ApprovalEditor
          approval={approval}
          revise={actions.revise}
          onDone={() => setMode("decide")}
          onBack={() => setMode("decide")}
        />
      ) : (
        <SqlBlock sql={approval.sql} params={approval.params} />
      )}
      {approval.revision > 1 && (
        <p className="text-ink-soft text-sm">{t("edited", { revision: approval.revision })}</p>
      )}
      {mode === "reject" && (
        <label className="flex flex-col gap-1 text-sm">
          {t("reason")}
          <input
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            maxLength={1000}
            className="rounded-md border border-line-strong bg-paper px-2.5 py-1.5"
          />
        </label>
      )}
      {fault !== null && (
        <p role="alert" className="text-person text-sm">
          {fault}
        </p>
      )}
      {mode !== "edit" && (
        <div className="flex flex-wrap items-center gap-2">
          {mode === "decide" ? (
            <>
              <Choice
                primary
                disabled={pending}
                onClick={() => void decide("approve")}
                label={t("approve")}
              />
              <Choice disabled={pending} onClick={() => setMode("edit")} label={t("edit")} />
              {approval.smaller !== null && (
                <Choice
                  disabled={pending}
                  onClick={() => void decide("smaller")}
                  label={t("smaller", { period: approval.smaller })}
                />
              )}
              <Choice quiet disabled={pending} onClick={() => setMode("reject")} label={t("reject")} />
            </>
          ) : (
            <>
              <Choice
                primary
                disabled={pending}
                onClick={() => void decide("reject")}
                label={t("confirmReject")}
              />
              <Choice quiet disabled={pending} onClick={() => setMode("decide")} label={t("cancel")} />
            </>
          )}
          <span className="ml-auto text-ink-faint text-sm" role="timer">
            {left === null
              ? ""
              : left <= 0
                ? t("expired")
                : left < 120
                  ? t("expiresSoon", { seconds: left })
                  : t("expires", { minutes: Math.round(left / 60) })}
          </span>
        </div>
      )}
    </section>
  );
}

interface ChoiceProps {
  label: string;
  onClick: () => void;
  disabled: boolean;
  primary?: boolean;
  quiet?: boolean;
}

function Choice({ label, onClick, disabled, primary, quiet }: ChoiceProps) {
  const look = primary
    ? "bg-action text-action-ink font-medium"
    : quiet
      ? "text-ink-soft hover:bg-panel"
      : "border border-line-strong hover:border-ink-faint font-medium";
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={onClick}
      className={`rounded-lg px-3 py-1.5 text-sm transition-colors disabled:opacity-50 ${look}`}
    >
      {label}
    </button>
  );
}
