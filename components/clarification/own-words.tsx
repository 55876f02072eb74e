"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Choice } from "#components/controls/choice.tsx";

/** None of the options: what was meant, in the asker's own words. */
export function OwnWords({ pending, onSend }: { pending: boolean; onSend: (text: string) => void }) {
  const t = useTranslations("clarification");
  const [text, setText] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== "") onSend(text.trim());
  };
  return (
    <form onSubmit={submit} className="flex items-end gap-2">
      <label className="flex min-w-0 flex-1 flex-col gap-1 text-ink-soft text-sm">
        {t("own")}
        <input
          value={text}
          onChange={(event) => setText(event.target.value)}
          maxLength={2_000}
          className="rounded-md border border-line-strong bg-paper px-2.5 py-1.5 text-base text-ink max-sm:min-h-11"
        />
      </label>
      <Choice type="submit" disabled={pending || text.trim() === ""} className="max-sm:grow-0">
        {t("send")}
      </Choice>
    </form>
  );
}
