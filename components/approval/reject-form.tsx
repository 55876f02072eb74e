"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Choice } from "#components/controls/choice.tsx";

interface RejectFormProps {
  pending: boolean;
  onReject: (reason: string) => void;
  onBack: () => void;
}

/** A last look before a no: a reason, if there is one to give. Enter rejects, Escape goes back. */
export function RejectForm({ pending, onReject, onBack }: RejectFormProps) {
  const t = useTranslations("approval");
  const [reason, setReason] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onReject(reason.trim());
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <label className="flex flex-col gap-1 text-sm">
        {t("reason")}
        <input
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          onKeyDown={(event) => event.key === "Escape" && onBack()}
          // biome-ignore lint/a11y/noAutofocus: it opens by the person's own press, and is what comes next
          autoFocus
          maxLength={1000}
          className="rounded-md border border-line-strong bg-paper px-2.5 py-1.5 max-sm:min-h-11"
        />
      </label>
      <div className="flex flex-wrap gap-2">
        <Choice look="primary" type="submit" disabled={pending}>
          {t("confirmReject")}
        </Choice>
        <Choice look="quiet" disabled={pending} onClick={onBack}>
          {t("cancel")}
        </Choice>
      </div>
    </form>
  );
}
