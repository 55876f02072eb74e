"use client";

import { RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { AnswerText } from "#components/answer/answer-text.tsx";
import { ApprovalCard } from "#components/approval/approval-card.tsx";
import { ClarificationCard } from "#components/clarification/clarification-card.tsx";
import { Sources } from "#components/sources/sources.tsx";
import { numberMarks } from "#components/wire/marks.ts";
import type { FoldedRun } from "#components/wire/messages.ts";
import type { ThreadActions } from "#components/wire/thread-actions.ts";
import { isActive, type RunStatus } from "#lib/contracts/run.ts";
import { ExportLinks } from "./export-links.tsx";
import { Question } from "./question.tsx";
import { ReadingChips } from "./reading-chips.tsx";
import { RoleChip } from "./role-chip.tsx";
import { RouteChip } from "./route-chip.tsx";
import { RunLine } from "./run-line.tsx";

interface RunBlockProps {
  run: FoldedRun;
  isLatest: boolean;
  /** Takes the height between the page's head and the question box, so that its question can stand at the top. */
  fillsScreen: boolean;
  actions: ThreadActions;
  /** Asks on in this conversation; absent where nothing can be asked now. */
  onAsk: ((question: string) => void) | undefined;
  onShowTimeline: () => void;
}

/** Ends after which the same question is worth asking again. */
const CUT_SHORT = new Set<RunStatus>(["failed", "cancelled", "expired"]);

/** A question and its answer: what it was read as, how the run went, the finding, its sources, and what waits. */
export function RunBlock({ run, isLatest, fillsScreen, actions, onAsk, onShowTimeline }: RunBlockProps) {
  const t = useTranslations("run");
  const { state, refused, question } = run;
  const marks = useMemo(() => numberMarks(state?.answer ?? null, state?.results ?? []), [state]);
  const over = state !== null && !isActive(state.status);
  const [first, ...rest] = state?.prediction?.readings.map((each) => each.words) ?? [];
  const others = [...new Set(rest)].filter((words) => words !== first);
  // A person's own statement waits or was approved: the reading no longer says what its columns mean.
  const edited =
    state?.approvals.some(
      ({ original, approval: { decision } }) =>
        original !== null && (decision === "approve" || (decision === null && !over)),
    ) ?? false;
  return (
    <article
      aria-label={`${t("asked")}: ${question}`}
      className={`flex scroll-mt-20 flex-col gap-4 ${fillsScreen ? "min-h-[calc(100dvh-12rem)]" : ""}`}
    >
      <Question text={question} />
      {refused && (
        <p role="alert" className="text-person">
          {refused.sentence}
        </p>
      )}
      {state?.reading && (
        <ReadingChips
          reading={state.reading}
          followUp={state.prediction?.followUp}
          others={others}
          role={state.role}
          edited={edited}
          onAsk={isLatest && over ? onAsk : undefined}
        />
      )}
      {state && !state.reading && state.role !== null && state.answer && (
        <ul aria-label={t("how")} className="flex flex-wrap gap-1.5">
          <RouteChip route={state.route?.route ?? null} />
          <RoleChip role={state.role} />
        </ul>
      )}
      {!refused && <RunLine run={run} onShowTimeline={onShowTimeline} />}
      {state?.clarifications.map((asked) => (
        <ClarificationCard key={asked.clarification.id} asked={asked} runOver={over} actions={actions} />
      ))}
      {state?.approvals.map((asked) => (
        <ApprovalCard key={asked.approval.id} asked={asked} runOver={over} actions={actions} />
      ))}
      {state?.failure && (
        <p role="alert" className="border-bad border-l-2 pl-3 text-bad">
          {state.failure.sentence}
        </p>
      )}
      {state?.answer && (
        <>
          <AnswerText answer={state.answer} state={state} marks={marks} isLatest={isLatest} />
          <Sources state={state} marks={marks} />
        </>
      )}
      {state && over && CUT_SHORT.has(state.status) && isLatest && onAsk && (
        <button
          type="button"
          onClick={() => onAsk(question)}
          className="flex w-fit items-center gap-1.5 rounded-lg border border-line-strong px-3 py-1.5 font-medium text-sm hover:border-ink-faint max-sm:min-h-11"
        >
          <RotateCcw className="size-3.5" aria-hidden />
          {t("askAgain")}
        </button>
      )}
      {state && run.runId && over && <ExportLinks runId={run.runId} />}
    </article>
  );
}
