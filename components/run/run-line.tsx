"use client";

import {
  AlertTriangle,
  Ban,
  Check,
  CircleStop,
  Hourglass,
  type LucideIcon,
  MessageCircleQuestion,
  SearchX,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { capital } from "#components/wire/capital.ts";
import type { TimelineRow } from "#components/wire/fold-rows.ts";
import type { RunState } from "#components/wire/fold-run.ts";
import type { FoldedRun } from "#components/wire/messages.ts";
import type { NodeName } from "#lib/contracts/event.ts";
import type { RunStatus } from "#lib/contracts/run.ts";
import { whatIsChecked } from "./checked.ts";
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

const NOTHING: [LucideIcon, string] = [SearchX, "text-ink-faint"];

/** The run in one line: live while it works, a summary with a bar of where the time went once it is over. */
export function RunLine({ run, onShowTimeline }: { run: FoldedRun; onShowTimeline: () => void }) {
  const t = useTranslations();
  const { state } = run;
  const status = state?.status ?? "queued";
  const empty = status === "done" && state !== null && foundNothing(state);
  const [Icon, colour] = empty ? NOTHING : (ICONS[status] ?? [null, ""]);
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
        {state && status === "done" && !empty && <Checked state={state} />}
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
      if (foundNothing(state)) return t("run.nothing", { seconds });
      return t("run.answered", { seconds, from: t("run.from", { queries, passages }) });
    }
    default:
      return t(`run.${state?.status ?? "failed"}`);
  }
}

/** How much of the answer was checked against its sources, or had to be left out; nothing where there was nothing to. */
function Checked({ state: { answer, verified } }: { state: RunState }) {
  const t = useTranslations("run");
  if (!verified) return null;
  const { count, kind } = whatIsChecked(answer, verified.verified);
  const removed = verified.removed.length;
  if (removed === 0 && count === 0) return null;
  return (
    <span className="ml-auto text-ink-faint">
      {removed > 0 ? t("removed", { count: removed }) : t("verified", { count, kind })}
    </span>
  );
}

/** Whether no query brought a row and no search a passage: the run ended well, and there is nothing to tick off. */
function foundNothing(state: RunState): boolean {
  return countPassages(state) === 0 && state.results.every(({ rowCount }) => rowCount === 0);
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
