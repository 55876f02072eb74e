"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useOptimistic, useState, useTransition } from "react";
import { attempt } from "#components/wire/attempt.ts";
import type { Outcome } from "#lib/contracts/stream.ts";

export interface SourceOption {
  id: string;
  name: string;
}

interface SourceChoiceProps {
  sources: SourceOption[];
  chosen: string;
  choose: (id: string) => Promise<Outcome<string>>;
}

/** Which source a new conversation asks; nothing where there is only one. */
export function SourceChoice({ sources, chosen, choose }: SourceChoiceProps) {
  const t = useTranslations();
  const router = useRouter();
  const [pending, start] = useTransition();
  const [shown, show] = useOptimistic(chosen);
  const [fault, setFault] = useState<string | null>(null);
  if (sources.length < 2) return null;
  return (
    <div className="-mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <label className="flex items-center gap-2 text-ink-soft">
        {t("home.source")}
        <select
          value={shown}
          disabled={pending}
          onChange={(event) => {
            const id = event.target.value;
            start(async () => {
              show(id);
              const outcome = await attempt(choose(id), t("error.unreachable"));
              setFault(outcome.ok ? null : outcome.sentence);
              router.refresh();
            });
          }}
          className="rounded-md border border-line-strong bg-raised px-2 py-1 text-ink"
        >
          {sources.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {fault !== null && (
        <p role="alert" className="text-person">
          {fault}
        </p>
      )}
    </div>
  );
}
