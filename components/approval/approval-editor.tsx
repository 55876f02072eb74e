"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Choice } from "#components/controls/choice.tsx";
import { attempt } from "#components/wire/attempt.ts";
import type { ThreadActions } from "#components/wire/thread-actions.ts";
import type { Approval } from "#lib/contracts/approval.ts";

interface ApprovalEditorProps {
  approval: Approval;
  revise: ThreadActions["revise"];
  onDone: () => void;
  onBack: () => void;
}

/** Edits a waiting statement. The edit is judged and priced before it takes the place of the old one. Escape goes back while nothing was typed. */
export function ApprovalEditor({ approval, revise, onDone, onBack }: ApprovalEditorProps) {
  const t = useTranslations();
  const [sql, setSql] = useState(approval.sql);
  const [fault, setFault] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const check = async () => {
    setPending(true);
    setFault(null);
    const outcome = await attempt(revise({ id: approval.id, sql }), t("error.unreachable"));
    setPending(false);
    if (outcome.ok) onDone();
    else setFault(outcome.sentence);
  };
  return (
    <div className="flex flex-col gap-2">
      <label className="flex flex-col gap-1 text-sm">
        <span className="sr-only">{t("approval.editLabel")}</span>
        <textarea
          value={sql}
          onChange={(event) => setSql(event.target.value)}
          onKeyDown={(event) => event.key === "Escape" && sql === approval.sql && onBack()}
          // biome-ignore lint/a11y/noAutofocus: it opens by the person's own press, and is what comes next
          autoFocus
          spellCheck={false}
          className="field-sizing-content max-h-[50dvh] min-h-40 rounded-md border border-line-strong bg-code px-3.5 py-2.5 font-mono text-[0.8rem] leading-relaxed"
        />
      </label>
      <p className="text-ink-faint text-sm">{t("approval.editHint")}</p>
      {fault !== null && (
        <p role="alert" className="text-person text-sm">
          {fault}
        </p>
      )}
      <div className="flex gap-2">
        <Choice
          look="primary"
          disabled={pending || sql.trim() === "" || sql === approval.sql}
          onClick={() => void check()}
        >
          {t("approval.check")}
        </Choice>
        <Choice look="quiet" disabled={pending} onClick={onBack}>
          {t("approval.cancel")}
        </Choice>
      </div>
    </div>
  );
}
