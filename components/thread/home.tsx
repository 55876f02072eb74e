"use client";

import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { announceThreadsChanged } from "#components/shell/use-threads.ts";
import { formatText } from "#lib/format/figure.ts";
import { Composer } from "./composer.tsx";
import { browserTimeZone, type RunDoor } from "./run-transport.ts";

interface HomeProps {
  sourceName: string;
  asOf: string | null;
  examples: string[];
  ask: RunDoor["ask"];
}

/** The first page: a question box, and questions that the connected data can answer. */
export function Home({ sourceName, asOf, examples, ask }: HomeProps) {
  const t = useTranslations("home");
  const locale = useLocale();
  const router = useRouter();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [starting, setStarting] = useState<string | null>(null);

  const begin = async (question: string) => {
    setRefusal(null);
    setStarting(question);
    const threadId = `thr_${crypto.randomUUID()}`;
    const refused = await firstWord(await ask({ threadId, question, timeZone: browserTimeZone() }));
    if (refused === null) {
      announceThreadsChanged();
      router.push(`/threads/${threadId}`);
      return;
    }
    setStarting(null);
    setRefusal(refused);
  };
  return (
    <main id="answer" className="mx-auto flex min-h-dvh max-w-2xl flex-col justify-center gap-7 px-5 py-20">
      <header className="flex flex-col gap-3">
        <h1 className="text-balance font-semibold text-3xl tracking-tight">{t("title")}</h1>
        <p className="text-pretty text-ink-soft leading-relaxed">{t("lead", { source: sourceName })}</p>
      </header>
      <Composer onAsk={begin} autoFocus blocked={starting === null ? null : starting} />
      {refusal !== null && (
        <p role="alert" className="-mt-4 text-person">
          {refusal}
        </p>
      )}
      {examples.length > 0 && (
        <section aria-label={t("examples")} className="flex flex-col gap-1">
          <h2 className="text-ink-faint text-sm">{t("examples")}</h2>
          <ul className="divide-y divide-line">
            {examples.map((example) => (
              <li key={example}>
                <button
                  type="button"
                  disabled={starting !== null}
                  onClick={() => begin(example)}
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
        <p className="text-ink-faint text-sm">{t("asOf", { date: formatText(asOf, locale) })}</p>
      )}
    </main>
  );
}

/** Reads a run's stream until it is clear whether the question was taken; returns the refusal's sentence, or null. */
async function firstWord(stream: Awaited<ReturnType<RunDoor["ask"]>>): Promise<string | null> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done || value.type === "data-event") return null;
      if (value.type === "data-refused") return value.data.sentence;
    }
  } finally {
    // The run goes on; the conversation's own page follows it.
    await reader.cancel();
  }
}
