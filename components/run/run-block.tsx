"use client";

import { useTranslations } from "next-intl";
import { AnswerText } from "#components/answer/answer-text.tsx";
import { ApprovalCard } from "#components/approval/approval-card.tsx";
import { shownColumns } from "#components/result/columns.ts";
import { ResultPanel } from "#components/result/result-panel.tsx";
import type { RunState } from "#components/wire/fold-run.ts";
import type { FoldedRun } from "#components/wire/messages.ts";
import type { ThreadActions } from "#components/wire/thread-actions.ts";
import { isActive } from "#lib/contracts/run.ts";
import { ExportLinks } from "./export-links.tsx";
import { Question } from "./question.tsx";
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
  const ran = state && thatRan(state);
  // A person's own statement was approved: the reading no longer says what its columns mean.
  const edited =
    state?.approvals.some((asked) => asked.original !== null && asked.approval.decision === "approve") ??
    false;
  return (
    <article aria-label={`${t("asked")}: ${question}`} className="flex scroll-mt-20 flex-col gap-4">
      <Question text={question} />
      {refused && (
        <p role="alert" className="text-person">
          {refused.sentence}
        </p>
      )}
      {reading && (
        <ReadingChips reading={reading} others={others} role={state?.role ?? null} edited={edited} />
      )}
      {!refused && <RunLine run={run} onShowTimeline={onShowTimeline} />}
      {state?.approvals.map((asked) => (
        <ApprovalCard
          key={asked.approval.id}
          asked={asked}
          runOver={!isActive(state.status)}
          actions={actions}
        />
      ))}
      {state?.failure && (
        <p role="alert" className="border-bad border-l-2 pl-3 text-bad">
          {state.failure.sentence}
        </p>
      )}
      {state?.answer && (
        <AnswerText
          answer={state.answer}
          columns={shownColumns(state.executed?.columns ?? [], edited ? null : reading)}
          isLatest={isLatest}
        />
      )}
      {state?.executed && state.answer && ran && (
        <ResultPanel
          key={state.executed.resultId}
          executed={state.executed}
          chart={state.chart}
          reading={edited ? null : reading}
          statement={ran}
        />
      )}
      {state && run.runId && !isActive(state.status) && <ExportLinks runId={run.runId} />}
    </article>
  );
}

/** The statement that ran: the approved revision where a person decided, else what the gate printed. */
function thatRan({ approvals, checked, executed }: RunState) {
  const asked = approvals.find(({ approval }) => approval.sqlHash === executed?.hash);
  return {
    text: asked?.approval.sql ?? checked?.text ?? "",
    params: asked?.approval.params ?? checked?.params ?? [],
  };
}
