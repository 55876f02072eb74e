"use client";

import { useTranslations } from "next-intl";
import { AnswerText } from "#components/answer/answer-text.tsx";
import { ApprovalCard } from "#components/approval/approval-card.tsx";
import { ResultPanel } from "#components/result/result-panel.tsx";
import type { ThreadActions } from "#components/thread/thread.tsx";
import type { FoldedRun } from "./messages.ts";
import { ReadingChips } from "./reading-chips.tsx";
import { RunLine } from "./run-line.tsx";

interface RunBlockProps {
  run: FoldedRun;
  isLatest: boolean;
  actions: ThreadActions;
  onShowTimeline: () => void;
}

/** A question and its answer: what it was read as, how the run went, the finding, the rows, and what waits. */
export function RunBlock({ run, isLatest, actions, onShowTimeline }: RunBlockProps) {
  const t = useTranslations("run");
  const { state, refused, question } = run;
  const reading = state?.route?.route === "declined" ? null : (state?.prediction?.readings[0] ?? null);
  const others = state?.prediction?.readings.slice(1).map((each) => each.words) ?? [];
  return (
    <article aria-label={`${t("asked")}: ${question}`} className="flex scroll-mt-20 flex-col gap-4">
      <h1 className="text-balance break-words font-semibold text-[1.35rem] leading-snug tracking-tight">
        {question}
      </h1>
      {refused && (
        <p role="alert" className="text-person">
          {refused.sentence}
        </p>
      )}
      {reading && <ReadingChips reading={reading} others={others} />}
      {!refused && <RunLine run={run} onShowTimeline={onShowTimeline} />}
      {state?.approval && (
        <ApprovalCard approval={state.approval} runOver={isOver(state.status)} actions={actions} />
      )}
      {state?.failure && (
        <p role="alert" className="border-bad border-l-2 pl-3 text-bad">
          {state.failure.sentence}
        </p>
      )}
      {state?.answer && <AnswerText answer={state.answer} executed={state.executed} isLatest={isLatest} />}
      {state?.executed && state.answer && (
        <ResultPanel
          executed={state.executed}
          chart={state.chart}
          reading={state.prediction?.readings[0] ?? null}
          statement={statementThatRan(state)}
        />
      )}
    </article>
  );
}

function isOver(status: string): boolean {
  return status !== "running" && status !== "queued" && status !== "needs_approval";
}

/** What ran: the approved revision where a person decided, else what the gate printed. */
function statementThatRan({ approval, checked, executed }: NonNullable<FoldedRun["state"]>) {
  const approved = approval && approval.sqlHash === executed?.hash ? approval : null;
  return { text: approved?.sql ?? checked?.text ?? "", params: approved?.params ?? checked?.params ?? [] };
}
