"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { capital } from "#components/wire/capital.ts";
import type { FoldedRun } from "#components/wire/messages.ts";
import type { Plan } from "#lib/contracts/plan.ts";
import { groupRows } from "./group-rows.ts";
import { PlanSteps } from "./plan-steps.tsx";
import { TaskRows } from "./task-rows.tsx";
import { TimelineStep } from "./timeline-step.tsx";

interface RunTimelineProps {
  run: FoldedRun | null;
  /** On a narrow screen the timeline is a sheet. */
  open: boolean;
  onClose: () => void;
}

/** What happened, a row a node, in plain words: beside the conversation, or as a sheet over it. */
export function RunTimeline({ run, open, onClose }: RunTimelineProps) {
  const t = useTranslations("timeline");
  const sheet = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = sheet.current;
    if (!dialog) return;
    const wide = window.matchMedia("(min-width: 80rem)").matches;
    if (open && !wide && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
    if (open && wide) onClose();
  }, [open, onClose]);
  const steps = <TimelineSteps run={run} />;
  return (
    <>
      <aside
        aria-label={t("title")}
        className="sticky top-0 hidden h-dvh overflow-y-auto border-line border-l bg-raised xl:block"
      >
        <TimelineHeader run={run} />
        {steps}
      </aside>
      <dialog
        ref={sheet}
        aria-label={t("title")}
        onClose={onClose}
        closedby="any"
        className="m-0 ml-auto h-dvh max-h-none w-full max-w-md border-line border-l bg-raised text-ink backdrop:bg-black/35 xl:hidden"
      >
        <TimelineHeader run={run}>
          <button type="button" aria-label={t("close")} onClick={onClose} className="p-1">
            <X className="size-4" aria-hidden />
          </button>
        </TimelineHeader>
        {open && steps}
      </dialog>
    </>
  );
}

function TimelineHeader({ run, children }: { run: FoldedRun | null; children?: React.ReactNode }) {
  const t = useTranslations("timeline");
  const ms = run?.state?.rows.reduce((total, row) => total + (row.ms ?? 0), 0) ?? 0;
  return (
    <header className="sticky top-0 z-10 flex h-14 items-center justify-between border-line border-b bg-raised px-5">
      <h2 className="font-semibold text-sm">{t("title")}</h2>
      <span className="flex items-center gap-3 text-ink-faint text-sm">
        {ms > 0 && `${(ms / 1000).toFixed(2)} s`}
        {children}
      </span>
    </header>
  );
}

function TimelineSteps({ run }: { run: FoldedRun | null }) {
  const t = useTranslations("timeline");
  const rows = run?.state?.rows ?? [];
  const plan = run?.state?.plan ?? null;
  const runId = run?.runId ?? "";
  const items = groupRows(rows, plan);
  if (rows.length === 0) return <p className="px-5 py-6 text-ink-faint text-sm">{t("empty")}</p>;
  return (
    <>
      {plan && <PlanSteps plan={plan} />}
      <ol className="px-5 py-5">
        {items.map((item, at) => {
          const isLast = at === items.length - 1;
          return item.kind === "row" ? (
            <TimelineStep key={item.row.key} row={item.row} runId={runId} isLast={isLast} />
          ) : (
            <TaskRows
              key={item.id}
              title={titleOf(item.task, plan)}
              state={item.state}
              ms={item.ms}
              isLast={isLast}
            >
              {item.rows.map((row, place) => (
                <TimelineStep key={row.key} row={row} runId={runId} isLast={place === item.rows.length - 1} />
              ))}
            </TaskRows>
          );
        })}
      </ol>
    </>
  );
}

/** A step as the plan above names and numbers it. */
function titleOf(task: string, plan: Plan | null): string {
  const at = plan?.steps.findIndex((step) => step.id === task) ?? -1;
  return at < 0 ? task : `${at + 1} · ${capital(plan!.steps[at]!.title)}`;
}
