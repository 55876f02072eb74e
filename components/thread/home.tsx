"use client";

import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import type { RunDoor } from "#components/wire/thread-actions.ts";
import { announceThreadsChanged } from "#components/wire/threads-changed.ts";
import type { Outcome } from "#lib/contracts/stream.ts";
import { formatText } from "#lib/format/figure.ts";
import { Composer } from "./composer.tsx";
import { SourceChoice, type SourceOption } from "./source-choice.tsx";

interface HomeProps {
  source: SourceOption;
  sources: SourceOption[];
  chooseSource: (id: string) => Promise<Outcome<string>>;
  asOf: string | null;
  examples: string[];
  ask: RunDoor["ask"];
}

/** The first page: a question box, and questions that the connected data can answer. */
export function Home({ source, sources, chooseSource, asOf, examples, ask }: HomeProps) {
  const t = useTranslations();
  const locale = useLocale();
  const router = useRouter();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [starting, setStarting] = useState(false);

  /** Whether it was taken; a question that was not stays in the box. */
  const begin = async (question: string): Promise<boolean> => {
    setRefusal(null);
    setStarting(true);
    const threadId = `thr_${crypto.randomUUID()}`;
    const refused = await firstWord(
      () => ask({ threadId, question, sourceId: source.id }),
      t("error.unreachable"),
    );
    if (refused !== null) {
      setStarting(false);
      setRefusal(refused);
      return false;
    }
    announceThreadsChanged();
    router.push(`/threads/${threadId}`);
    return true;
  };
  return (
    <main id="answer" className="mx-auto flex min-h-dvh max-w-2xl flex-col justify-center gap-7 px-5 py-20">
      <header className="flex flex-col gap-3">
        <h1 className="text-balance font-semibold text-3xl tracking-tight">{t("home.title")}</h1>
        <p className="text-pretty text-ink-soft leading-relaxed">{t("home.lead", { source: source.name })}</p>
      </header>
      <Composer onAsk={begin} autoFocus />
      <SourceChoice sources={sources} chosen={source.id} choose={chooseSource} />
      {refusal !== null && (
        <p role="alert" className="-mt-4 text-person">
          {refusal}
        </p>
      )}
      {examples.length > 0 && (
        <section aria-label={t("home.examples")} className="flex flex-col gap-1">
          <h2 className="text-ink-faint text-sm">{t("home.examples")}</h2>
          <ul className="divide-y divide-line">
            {examples.map((example) => (
              <li key={example}>
                <button
                  type="button"
                  disabled={starting}
                  onClick={() => void begin(example)}
                  className="group flex w-full items-center justify-between gap-4 py-2.5 text-left transition-colors hover:text-rows disabled:opacity-50"
                >
                  {example}
                  <span
                    aria-hidden
                    className="text-ink-faint transition-transform group-hover:translate-x-0.5"
                  >
                    →
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {asOf !== null && (
        <p className="text-ink-faint text-sm">{t("home.asOf", { date: formatText(asOf, locale) })}</p>
      )}
    </main>
  );
}

/** Reads a run's stream until it is clear whether the question was taken; the sentence of a refusal, or null. */
async function firstWord(
  asked: () => ReturnType<RunDoor["ask"]>,
  unreachable: string,
): Promise<string | null> {
  try {
    const reader = (await asked()).getReader();
    for (;;) {
      const { value, done } = await reader.read();
      if (done || value.type === "data-event") {
        // The run goes on; the conversation's own page follows it.
        await reader.cancel();
        return null;
      }
      if (value.type === "data-refused") return value.data.sentence;
    }
  } catch {
    // Every fault of the server's comes as a refusal, so this is a lost connection.
    return unreachable;
  }
}
