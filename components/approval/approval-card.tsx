"use client";

import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { SqlBlock } from "#components/sql/sql-block.tsx";
import { attempt } from "#components/wire/attempt.ts";
import type { AskedApproval } from "#components/wire/fold-asked.ts";
import type { ThreadActions } from "#components/wire/thread-actions.ts";
import type { ApprovalDecision } from "#lib/contracts/approval.ts";
import { ApprovalActions } from "./approval-actions.tsx";
import { ApprovalEditor } from "./approval-editor.tsx";
import { DecidedApproval } from "./decided-approval.tsx";
import { PriceBar } from "./price-bar.tsx";
import { RejectForm } from "./reject-form.tsx";

interface ApprovalCardProps {
  asked: AskedApproval;
  runOver: boolean;
  actions: Pick<ThreadActions, "decide" | "revise">;
}

type Mode = "decide" | "edit" | "reject";

/** Asks a person before a costly query: what it costs, in words and against the limit, the statement, and what to do. */
export function ApprovalCard({ asked, runOver, actions }: ApprovalCardProps) {
  const t = useTranslations();
  const { approval } = asked;
  const card = useRef<HTMLElement>(null);
  const [mode, setMode] = useState<Mode>("decide");
  const [fault, setFault] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const decide = async (decision: ApprovalDecision, reason?: string) => {
    setPending(true);
    setFault(null);
    const { id, revision, sqlHash } = approval;
    const outcome = await attempt(
      actions.decide({ id, revision, sqlHash, decision, ...(reason ? { reason } : {}) }),
      t("error.unreachable"),
    );
    if (outcome.ok) return; // The stream brings the decided approval in a moment.
    setFault(outcome.sentence);
    setPending(false);
  };
  const backToDeciding = () => {
    setMode("decide");
    card.current?.focus();
  };
  // Another tab may have been first: what it decided and why this press did nothing are both shown.
  const sentence = fault !== null && (
    <p role="alert" className="text-person text-sm">
      {fault}
    </p>
  );
  if (approval.decision !== null || runOver)
    return (
      <>
        <DecidedApproval asked={asked} />
        {sentence}
      </>
    );
  const isEdited = asked.original !== null;
  const title = t(
    `approval.${approval.cause !== "cost" ? "unknownTitle" : isEdited ? "editedTitle" : "title"}`,
  );
  return (
    <section
      ref={card}
      tabIndex={-1}
      aria-label={t("approval.title")}
      className="flex flex-col gap-3.5 rounded-xl border border-person/60 bg-raised p-4 shadow-card"
    >
      <header className="flex gap-3">
        <span className="grid size-8 shrink-0 place-items-center rounded-lg bg-person-soft text-person">
          <CircleAlert className="size-4.5" aria-hidden />
        </span>
        <div className="flex flex-col gap-0.5">
          <h2 className="font-semibold">{title}</h2>
          <p className="text-ink-soft text-sm">{approval.price.sentence}</p>
        </div>
      </header>
      <PriceBar estimate={approval.estimate} price={approval.price} />
      {mode === "edit" ? (
        <ApprovalEditor
          approval={approval}
          revise={actions.revise}
          onDone={backToDeciding}
          onBack={backToDeciding}
        />
      ) : (
        <SqlBlock sql={approval.sql} params={approval.params} />
      )}
      {mode !== "edit" && approval.revision > 1 && (
        <p className="text-ink-soft text-sm">{t("approval.edited", { revision: approval.revision })}</p>
      )}
      {sentence}
      {mode === "decide" && (
        <ApprovalActions
          approval={approval}
          pending={pending}
          decide={(decision) => void decide(decision)}
          onEdit={() => setMode("edit")}
          onReject={() => setMode("reject")}
        />
      )}
      {mode === "reject" && (
        <RejectForm
          pending={pending}
          onReject={(reason) => void decide("reject", reason)}
          onBack={backToDeciding}
        />
      )}
    </section>
  );
}
