"use client";

import { MessageCircleQuestion } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Choice } from "#components/controls/choice.tsx";
import { TimeLeft } from "#components/controls/time-left.tsx";
import { attempt } from "#components/wire/attempt.ts";
import type { AskedClarification } from "#components/wire/fold-asked.ts";
import type { ThreadActions } from "#components/wire/thread-actions.ts";
import type { Outcome } from "#lib/contracts/stream.ts";
import { AnsweredClarification } from "./answered-clarification.tsx";
import { OwnWords } from "./own-words.tsx";

interface ClarificationCardProps {
  asked: AskedClarification;
  runOver: boolean;
  actions: Pick<ThreadActions, "answer" | "stop">;
}

/** Asks back what was meant: options to click, a field for something else, and a way out. */
export function ClarificationCard({ asked, runOver, actions }: ClarificationCardProps) {
  const t = useTranslations();
  const { clarification, state } = asked;
  const [fault, setFault] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const send = async (work: Promise<Outcome<null>>) => {
    setPending(true);
    setFault(null);
    const outcome = await attempt(work, t("error.unreachable"));
    if (outcome.ok) return; // The stream brings what was answered in a moment.
    setFault(outcome.sentence);
    setPending(false);
  };
  const answer = (option: string | null, text: string | null) =>
    void send(actions.answer({ id: clarification.id, option, text }));
  // Another tab may have been first: what it answered and why this press did nothing are both shown.
  const sentence = fault !== null && (
    <p role="alert" className="text-person text-sm">
      {fault}
    </p>
  );
  if (state !== "open" || runOver)
    return (
      <>
        <AnsweredClarification asked={asked} />
        {sentence}
      </>
    );
  return (
    <section
      aria-label={t("clarification.title")}
      className="flex flex-col gap-3.5 rounded-xl border border-person/60 bg-raised p-4 shadow-card"
    >
      <header className="flex gap-3">
        <span className="grid size-8 shrink-0 place-items-center rounded-lg bg-person-soft text-person">
          <MessageCircleQuestion className="size-4.5" aria-hidden />
        </span>
        <div className="flex min-w-0 flex-col gap-0.5">
          <h2 className="font-semibold">{t("clarification.title")}</h2>
          <p className="text-pretty text-ink-soft [overflow-wrap:anywhere]">{clarification.question}</p>
        </div>
      </header>
      {clarification.options.length > 0 && (
        <ul aria-label={t("clarification.options")} className="flex flex-col gap-2">
          {clarification.options.map(({ id, label, detail }) => (
            <li key={id}>
              <button
                type="button"
                disabled={pending}
                onClick={() => answer(id, null)}
                className="flex w-full flex-col rounded-lg border border-line-strong px-3 py-2 text-left transition-colors hover:border-person hover:bg-person-soft/50 disabled:opacity-50 max-sm:min-h-11 max-sm:justify-center"
              >
                <span className="font-medium [overflow-wrap:anywhere]">{label}</span>
                {detail !== null && (
                  <span className="text-ink-soft text-sm [overflow-wrap:anywhere]">{detail}</span>
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
      <OwnWords pending={pending} onSend={(text) => answer(null, text)} />
      {sentence}
      <div className="flex flex-wrap items-center gap-2">
        <Choice look="quiet" disabled={pending} onClick={() => void send(actions.stop(clarification.runId))}>
          {t("clarification.withdraw")}
        </Choice>
        <TimeLeft until={clarification.expiresAt} />
      </div>
    </section>
  );
}
