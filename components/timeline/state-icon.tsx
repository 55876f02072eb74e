import {
  Calculator,
  Check,
  CircleAlert,
  CircleHelp,
  CircleStop,
  Database,
  LoaderCircle,
  type LucideIcon,
  Quote,
  RotateCw,
  X,
} from "lucide-react";
import type { RowState } from "#components/wire/fold-rows.ts";
import type { NodeName } from "#lib/contracts/event.ts";

const LOOKS: Record<RowState, [icon: LucideIcon, colour: string]> = {
  running: [LoaderCircle, "text-rows border-rows/50"],
  retrying: [RotateCw, "text-person border-person/50"],
  needs_you: [CircleAlert, "text-person border-person/60"],
  done: [Check, "text-good border-good/50"],
  unsettled: [CircleHelp, "text-person border-person/60"],
  failed: [X, "text-bad border-bad/50"],
  stopped: [CircleStop, "text-ink-faint border-line-strong"],
};

/** Nodes that bring evidence, in its colour. */
const DONE_LOOKS: Partial<Record<NodeName, [icon: LucideIcon, colour: string]>> = {
  execute: [Database, "text-rows border-rows/50"],
  retrieve: [Quote, "text-passages border-passages/50"],
  collect: [Calculator, "text-statistics border-statistics/50"],
};

/** How a node stands, on the timeline's line. */
export function StateIcon({ node, state }: { node: NodeName; state: RowState }) {
  const [Icon, colour] = (state === "done" && DONE_LOOKS[node]) || LOOKS[state];
  return (
    <span
      className={`relative mt-0.5 grid size-[1.05rem] shrink-0 place-items-center rounded-full border bg-raised ${colour}`}
    >
      <Icon className={`size-2.5 ${state === "running" ? "animate-spin" : ""}`} strokeWidth={3} aria-hidden />
    </span>
  );
}
