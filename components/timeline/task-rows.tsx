import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { RowState } from "#components/wire/fold-rows.ts";
import { formatMs } from "./format-ms.ts";
import { StateIcon } from "./state-icon.tsx";

interface TaskRowsProps {
  title: string;
  state: RowState;
  ms: number;
  isLast: boolean;
  /** The rows of its nodes. */
  children: ReactNode;
}

/** One step of a plan: folded once it is done, open while it works or waits. */
export function TaskRows({ title, state, ms, isLast, children }: TaskRowsProps) {
  const t = useTranslations("timeline");
  return (
    <li className="relative flex gap-3 pb-4">
      {!isLast && <span aria-hidden className="absolute top-5 bottom-0 left-2 w-px bg-line" />}
      <StateIcon node="execute" state={state} />
      <details className="group/task min-w-0 flex-1" open={state !== "done"} data-task="">
        <summary className="flex list-none items-baseline justify-between gap-3 rounded-sm">
          <span className="min-w-0 font-medium text-sm [overflow-wrap:anywhere]">
            {title}
            {state !== "done" && (
              <span className="ml-2 font-normal text-ink-faint text-xs">{t(`state.${state}`)}</span>
            )}
            <ChevronRight
              className="ml-1 inline size-3.5 align-[-0.15em] text-ink-faint transition-transform group-open/task:rotate-90"
              aria-hidden
            />
          </span>
          <span className="shrink-0 font-mono text-ink-faint text-xs">{formatMs(ms)}</span>
        </summary>
        <ol className="pt-3 [&>li:last-child]:pb-0">{children}</ol>
      </details>
    </li>
  );
}
