"use client";

import { useChat } from "@ai-sdk/react";
import { ListTree } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useMemo, useRef, useState } from "react";
import { RunBlock } from "#components/run/run-block.tsx";
import { SkipLink } from "#components/shell/skip-link.tsx";
import { RunTimeline } from "#components/timeline/run-timeline.tsx";
import { attempt } from "#components/wire/attempt.ts";
import { type FoldedRun, foldMessages, initialMessages, type ToldRun } from "#components/wire/messages.ts";
import { QUESTION_BOX } from "#components/wire/question-box.ts";
import type { ThreadActions } from "#components/wire/thread-actions.ts";
import { announceThreadsChanged } from "#components/wire/threads-changed.ts";
import { isActive, type ThreadView } from "#lib/contracts/run.ts";
import { formatText } from "#lib/format/figure.ts";
import { Composer } from "./composer.tsx";
import { type RunCursor, RunTransport } from "./run-transport.ts";
import { useScrollToQuestion } from "./use-scroll-to-question.ts";

interface ThreadProps {
  thread: Pick<ThreadView, "id" | "title">;
  sourceName: string;
  asOf: string | null;
  runs: ToldRun[];
  actions: ThreadActions;
}

const RETRY_MS = [500, 1_000, 2_000, 4_000, 8_000];

/** One conversation: its runs, the question box, and the timeline of the run in view. */
export function Thread({ thread, sourceName, asOf, runs, actions }: ThreadProps) {
  const t = useTranslations();
  const locale = useLocale();
  const initial = useMemo(() => initialMessages(runs), [runs]);
  const underWay = useRef<RunCursor | null>(null);
  const transport = useMemo(
    () => new RunTransport(actions, thread.id, () => underWay.current, t("error.unreachable")),
    [actions, thread.id, t],
  );
  const { messages, sendMessage, status, resumeStream } = useChat({
    id: thread.id,
    messages: initial,
    transport,
    resume: runs.some(({ run }) => isActive(run.status)),
  });
  const folded = useMemo(() => foldMessages(messages), [messages]);
  const latest = folded.at(-1);
  const latestStatus = latest?.state?.status ?? null;
  const goesOn = latestStatus === null || isActive(latestStatus);
  underWay.current = latest?.runId && goesOn ? { runId: latest.runId, seq: latest.seq } : null;

  const lost = useReconnect(status === "error", resumeStream);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new status of the latest run changes the list
  useEffect(announceThreadsChanged, [latestStatus]);
  const list = useRef<HTMLElement>(null);
  const askedHere = useScrollToQuestion(list, folded.length);

  const [shown, setShown] = useState<string | null>(null);
  const [sheet, setSheet] = useState(false);
  const inView = folded.find((each) => each.key === shown) ?? latest;
  const [fault, setFault] = useState<string | null>(null);
  const ask = (question: string) => {
    setShown(null);
    setFault(null);
    void sendMessage({ text: question });
    return true;
  };
  const stop = async (runId: string) => {
    const outcome = await attempt(actions.stop(runId), t("error.unreachable"));
    setFault(outcome.ok ? null : outcome.sentence);
  };
  const working = latestStatus === "running" || latestStatus === "queued" || status === "submitted";
  const waits = latestStatus === "needs_approval" || latestStatus === "needs_answer";
  const blocked = blockedReason(latest, working, t);
  return (
    <div className="grid min-h-dvh xl:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="flex min-w-0 flex-col">
        <header className="sticky top-0 z-10 flex h-14 items-center justify-between gap-3 border-line border-b bg-paper/95 pr-4 pl-15 backdrop-blur-sm lg:px-6">
          <p className="flex min-w-0 items-baseline gap-2 text-sm">
            <span className="truncate font-semibold">{thread.title}</span>
            <span className="hidden shrink-0 text-ink-faint sm:inline">
              {asOf === null
                ? sourceName
                : t("run.source", { source: sourceName, date: formatText(asOf, locale) })}
            </span>
          </p>
          <button
            type="button"
            onClick={() => setSheet(true)}
            className="flex shrink-0 items-center gap-1.5 rounded-md border border-line-strong px-2.5 py-1.5 text-sm hover:border-ink-faint xl:hidden"
          >
            <ListTree className="size-3.5" aria-hidden />
            {t("run.timeline")}
          </button>
        </header>
        <main
          ref={list}
          id="answer"
          className="mx-auto flex w-full max-w-3xl flex-1 flex-col gap-12 px-4 pt-7 pb-10 sm:px-6"
        >
          <SkipLink to={QUESTION_BOX} label={t("app.skipToBox")} />
          {folded.map((each) => (
            <RunBlock
              key={each.key}
              run={each}
              isLatest={each === latest}
              fillsScreen={askedHere && each === latest}
              actions={actions}
              onAsk={blocked === null ? ask : undefined}
              onShowTimeline={() => {
                setShown(each.key);
                setSheet(true);
              }}
            />
          ))}
          {lost && (
            <p role="status" className="text-ink-soft text-sm">
              {t("run.reconnecting")}
            </p>
          )}
        </main>
        {/* On a phone the decision that waits has this place, at the thumb. */}
        <div
          className={`sticky bottom-0 z-10 bg-linear-to-t from-70% from-paper to-transparent pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] ${waits ? "max-sm:hidden" : ""}`}
        >
          <div className="mx-auto max-w-3xl px-4 sm:px-6">
            {fault !== null && (
              <p role="alert" className="px-1 pb-1.5 text-person text-sm">
                {fault}
              </p>
            )}
            <Composer
              onAsk={ask}
              hint={waits ? "waits" : "next"}
              blocked={blocked}
              onStop={working && latest?.runId ? () => void stop(latest.runId!) : undefined}
            />
          </div>
        </div>
      </div>
      <RunTimeline run={inView ?? null} open={sheet} onClose={() => setSheet(false)} />
    </div>
  );
}

function blockedReason(
  latest: FoldedRun | undefined,
  working: boolean,
  t: ReturnType<typeof useTranslations>,
): string | null {
  if (working) return t("composer.busy");
  const waiting = latest?.state?.status;
  if (waiting === "needs_approval") return t("composer.waiting");
  return waiting === "needs_answer" ? t("composer.waitingAnswer") : null;
}

/** After a cut the run is followed again, a little later each time; true while that goes on. */
function useReconnect(failed: boolean, resume: () => Promise<void>): boolean {
  const tries = useRef(0);
  useEffect(() => {
    if (!failed) return;
    const wait = RETRY_MS[Math.min(tries.current, RETRY_MS.length - 1)];
    tries.current += 1;
    const timer = setTimeout(() => void resume(), wait);
    return () => clearTimeout(timer);
  });
  useEffect(() => {
    if (!failed) tries.current = 0;
  }, [failed]);
  return failed;
}
