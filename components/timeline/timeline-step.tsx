"use client";

import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import type { TimelineRow } from "#components/wire/fold-rows.ts";
import { formatMs } from "./format-ms.ts";
import { StateIcon } from "./state-icon.tsx";
import { hasDetail, StepDetail } from "./step-detail.tsx";

interface TimelineStepProps {
  row: TimelineRow;
  runId: string;
  isLast: boolean;
}

/** One node: what was done, how long it took, the decision; what it rests on under a fold. */
export function TimelineStep({ row, runId, isLast }: TimelineStepProps) {
  const t = useTranslations("timeline");
  const anchor = `${runId}/${row.key}`;
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (!details.current || decodeURIComponent(window.location.hash) !== `#${anchor}`) return;
    details.current.open = true;
    details.current.closest("details[data-task]")?.setAttribute("open", "");
  }, [anchor]);
  const foldable = hasDetail(row);
  // What never came to its end is told as it was under way.
  const unfinished = row.state !== "done" && row.node !== "run";
  const head = (
    <span className="flex items-baseline justify-between gap-3">
      <span className="font-medium text-sm">
        {t(`${unfinished ? "live" : "node"}.${row.node}`)}
        {row.state !== "done" && (
          <span className="ml-2 font-normal text-ink-faint text-xs">{t(`state.${row.state}`)}</span>
        )}
        {foldable && (
          <ChevronRight
            className="ml-1 inline size-3.5 align-[-0.15em] text-ink-faint transition-transform group-open:rotate-90"
            aria-hidden
          />
        )}
      </span>
      {row.ms !== null && (
        <span className="shrink-0 font-mono text-ink-faint text-xs">{formatMs(row.ms)}</span>
      )}
    </span>
  );
  return (
    <li className="relative flex gap-3 pb-4">
      {!isLast && <span aria-hidden className="absolute top-5 bottom-0 left-2 w-px bg-line" />}
      <StateIcon node={row.node} state={row.state} />
      <div className="min-w-0 flex-1">
        {foldable ? (
          <details
            ref={details}
            className="group"
            onToggle={(event) => {
              // The open step is in the address, so that it can be shared.
              if (event.currentTarget.open)
                window.history.replaceState(null, "", `#${encodeURIComponent(anchor)}`);
            }}
          >
            <summary className="list-none rounded-sm">
              {head}
              <Decision row={row} />
            </summary>
            <div className="pt-2">
              <StepDetail row={row} />
            </div>
          </details>
        ) : (
          <>
            {head}
            <Decision row={row} />
          </>
        )}
      </div>
    </li>
  );
}

function Decision({ row }: { row: TimelineRow }) {
  const t = useTranslations("timeline");
  return (
    <>
      {row.decision !== null && (
        <p className="whitespace-pre-line text-pretty break-words text-ink-soft text-sm">{row.decision}</p>
      )}
      {row.node === "approve" && <Decided row={row} />}
      {row.node === "clarify" && <Answered row={row} />}
      {row.events.map((event) =>
        event.kind === "limit-reached" ? (
          <p key={event.seq} className="text-pretty text-person text-sm">
            {event.data.sentence}
          </p>
        ) : null,
      )}
      {row.events.map((event) =>
        event.kind === "sql-checked" ? (
          <p key={event.seq} className="flex flex-wrap gap-1 pt-1.5">
            {event.data.layers.map(({ layer, verdict, sentence }) => (
              <span
                key={layer}
                title={sentence}
                className={`rounded px-1.5 py-0.5 text-xs ${verdict === "failed" ? "bg-person-soft text-person" : verdict === "skipped" ? "bg-panel text-ink-faint" : "bg-panel text-ink-soft"}`}
              >
                {t(`layer.${layer}`)} {verdict === "passed" ? "✓" : verdict === "failed" ? "✗" : "–"}
              </span>
            ))}
          </p>
        ) : null,
      )}
    </>
  );
}

/** What the person said; the node itself only waits. */
function Decided({ row }: { row: TimelineRow }) {
  const t = useTranslations("approval.decided");
  const edited = String(row.events.some((event) => event.kind === "approval-revised"));
  return row.events.map((event) =>
    event.kind === "approval-decided" ? (
      <p key={event.seq} className="text-pretty break-words text-ink-soft text-sm">
        {t(event.data.decision, { edited, period: "" })}
        {event.data.reason && ` “${event.data.reason}”`}
      </p>
    ) : event.kind === "approval-expired" ? (
      <p key={event.seq} className="text-ink-soft text-sm">
        {t("expired")}
      </p>
    ) : null,
  );
}

/** What the asker answered to a question back, or what still waits for it. */
function Answered({ row }: { row: TimelineRow }) {
  const t = useTranslations("clarification");
  return row.events.map((event) => {
    const said =
      event.kind === "clarification-asked"
        ? event.data.clarification.question
        : event.kind === "clarification-answered"
          ? `“${event.data.text}”`
          : event.kind === "clarification-expired"
            ? t("expired")
            : null;
    return said === null ? null : (
      <p key={event.seq} className="text-pretty break-words text-ink-soft text-sm">
        {said}
      </p>
    );
  });
}
