"use client";

import {
  AlertTriangle,
  Ban,
  Check,
  CircleStop,
  Hourglass,
  type LucideIcon,
  MessageCircleQuestion,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { capital } from "#components/wire/capital.ts";
import type { TimelineRow } from "#components/wire/fold-rows.ts";
import type { RunState } from "#components/wire/fold-run.ts";
import type { FoldedRun } from "#components/wire/messages.ts";
import type { NodeName } from "#lib/contracts/event.ts";
import type { RunStatus } from "#lib/contracts/run.ts";
import { underWay } from "./under-way.ts";

const ICONS: Partial<Record<RunStatus, [LucideIcon, string]>> = {
  done: [Check, "text-good"],
  declined: [Ban, "text-ink-faint"],
  failed: [AlertTriangle, "text-bad"],
  cancelled: [CircleStop, "text-ink-faint"],
  expired: [Hourglass, "text-ink-faint"],
  needs_approval: [Hourglass, "text-person"],
  needs_answer: [MessageCircleQuestion, "text-person"],
};

/** The run in one line: live while it works, a summary with a bar of where the time went once it is over. */
export function RunLine({ run, onShowTimeline }: { run: FoldedRun; onShowTimeline: () => void }) {
  const t = useTranslations();
  const { state } = run;
  const status = state?.status ?? "queued";
  const [Icon, colour] = ICONS[status] ?? [null, ""];
  const line = lineOf(run, t);
  return (
    <>
      <button
        type="button"
        onClick={onShowTimeline}
        title={t("run.timeline")}
        className="flex min-h-10 w-full flex-wrap items-center gap-x-4 gap-y-1 rounded-lg border border-line bg-raised px-3 py-2 text-left text-ink-soft text-sm transition-colors hover:border-line-strong"
      >
        <span className="flex items-center gap-2.5">
          {Icon ? (
            <Icon className={`size-4 ${colour}`} aria-hidden />
          ) : (
            <span className="pulse size-2 rounded-full bg-rows" aria-hidden />
          )}
          {line}
        </span>
        {status === "done" && state && <TimeBar rows={state.rows} />}
        {state?.verified && status === "done" && (
          <span className="ml-auto text-ink-faint">
            {state.verified.removed.length > 0
              ? t("run.removed", { count: state.verified.removed.length })
              : t("run.verified", { count: state.verified.verified })}
          </span>
        )}
      </button>
      {/* Beside the button: what changes inside one is not read out. */}
      <p role="status" className="sr-only">
        {line}
      </p>
    </>
  );
}

function lineOf({ state, ahead }: FoldedRun, t: ReturnType<typeof useTranslations>): string {
  switch (state?.status) {
    case undefined:
    case "queued":
      return t("run.queued", { ahead: ahead ?? 0 });
    case "running": {
      const now = underWay(state);
      // The run itself only tells that it waits for its source, in a sentence.
      if (now?.row.node === "run" && now.row.decision !== null) return now.row.decision;
      const title = now?.title ?? null;
      return `${title === null ? t(`timeline.live.${now?.row.node ?? "intake"}`) : capital(title)} …`;
    }
    case "done": {
      const seconds = ((state.ms ?? 0) / 1000).toFixed(1);
      const [queries, passages] = [state.queries, countPassages(state)];
      if (queries === 0 && passages === 0) return t("run.nothing", { seconds });
      return t("run.answered", { seconds, from: t("run.from", { queries, passages }) });
    }
    default:
      return t(`run.${state?.status ?? "failed"}`);
  }
}

/** Passages that were found, each once, whichever searches found it. */
function countPassages({ retrievals }: RunState): number {
  return new Set(retrievals.flatMap(({ passages }) => passages.map(({ id }) => id))).size;
}

const BAR_COLOURS: Partial<Record<NodeName, string>> = {
  execute: "bg-rows",
  estimate: "bg-rows/50",
  retrieve: "bg-passages",
  collect: "bg-statistics",
};

/** Where the time went, in the colours of what it was spent on: a stretch for each, in the order of their beginning. */
function TimeBar({ rows }: { rows: TimelineRow[] }) {
  const spent = new Map<string, number>();
  for (const { node, ms } of rows) {
    const colour = BAR_COLOURS[node] ?? "bg-line-strong";
    spent.set(colour, (spent.get(colour) ?? 0) + (ms ?? 0));
  }
  return (
    <span className="flex h-1.5 w-40 gap-px overflow-hidden rounded-full" aria-hidden>
      {[...spent].map(([colour, ms]) => (
        <span key={colour} style={{ flexGrow: ms }} className={`min-w-0.5 ${colour}`} />
      ))}
    </span>
  );
}
