"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import type { TimelineRow } from "#components/wire/fold-rows.ts";
import type { FoldedRun } from "#components/wire/messages.ts";
import type { Plan } from "#lib/contracts/plan.ts";
import { PlanSteps } from "./plan-steps.tsx";
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
  if (rows.length === 0) return <p className="px-5 py-6 text-ink-faint text-sm">{t("empty")}</p>;
  return (
    <>
      {run?.state?.plan && <PlanSteps plan={run.state.plan} />}
      <ol className="px-5 py-5">
        {rows.map((row, at) => (
          <TimelineStep
            key={row.key}
            row={row}
            task={taskOf(row, run?.state?.plan ?? null)}
            runId={run?.runId ?? ""}
            isLast={at === rows.length - 1}
          />
        ))}
      </ol>
    </>
  );
}

/** The step of the plan that a node worked on, as the plan above numbers it. */
function taskOf({ task }: TimelineRow, plan: Plan | null): string | null {
  const at = plan?.steps.findIndex((step) => step.id === task) ?? -1;
  return at < 0 ? null : `${at + 1} · ${plan!.steps[at]!.title}`;
}
