"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ThreadActions } from "#components/thread/thread.tsx";
import type { Approval } from "#lib/contracts/approval.ts";

interface ApprovalEditorProps {
  approval: Approval;
  revise: ThreadActions["revise"];
  onDone: () => void;
  onBack: () => void;
}

/** Edits a waiting statement. The edit is judged and priced before it takes the place of the old one. */
export function ApprovalEditor({ approval, revise, onDone, onBack }: ApprovalEditorProps) {
  const t = useTranslations("approval");
  const [sql, setSql] = useState(approval.sql);
  const [fault, setFault] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const check = async () => {
    setPending(true);
    setFault(null);
    const outcome = await revise({ id: approval.id, sql });
    setPending(false);
    if (outcome.ok) onDone();
    else setFault(outcome.sentence);
  };
  return (
    <div className="flex flex-col gap-2">
      <label className="flex flex-col gap-1 text-sm">
        <span className="sr-only">{t("editLabel")}</span>
        <textarea
          value={sql}
          onChange={(event) => setSql(event.target.value)}
          spellCheck={false}
          className="field-sizing-content min-h-40 rounded-md border border-line-strong bg-code px-3.5 py-2.5 font-mono text-[0.8rem] leading-relaxed"
        />
      </label>
      <p className="text-ink-faint text-sm">{t("editHint")}</p>
      {fault !== null && (
        <p role="alert" className="text-person text-sm">
          {fault}
        </p>
      )}
      <div className="flex gap-2">
        <button
          type="button"
          disabled={pending || sql.trim() === "" || sql === approval.sql}
          onClick={() => void check()}
          className="rounded-lg bg-action px-3 py-1.5 font-medium text-action-ink text-sm disabled:opacity-50"
        >
          {t("check")}
        </button>
        <button
          type="button"
          disabled={pending}
          onClick={onBack}
          className="rounded-lg px-3 py-1.5 text-ink-soft text-sm hover:bg-panel"
        >
          {t("cancel")}
        </button>
      </div>
    </div>
  );
}
