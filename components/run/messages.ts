import { type RunMessage, textOf } from "#components/thread/run-transport.ts";
import type { EventView } from "#lib/contracts/event.ts";
import type { RunView } from "#lib/contracts/run.ts";
import type { RefusedPart, StatusPart } from "#lib/contracts/stream.ts";
import { foldRun, type RunState } from "./fold-run.ts";

/** A run as the server hands it to the page. */
export interface ToldRun {
  run: RunView;
  events: EventView[];
}

/** A question with what came of it so far. */
export interface FoldedRun {
  key: string;
  question: string;
  runId: string | null;
  /** Null until the first event is there. */
  state: RunState | null;
  /** Runs that stand before it in line; null where it does not wait. */
  ahead: number | null;
  refused: RefusedPart | null;
}

/** The conversation so far as chat messages: each question, and its events as data parts. */
export function initialMessages(runs: ToldRun[]): RunMessage[] {
  return runs.flatMap(({ run, events }): RunMessage[] => [
    { id: `question-${run.id}`, role: "user", parts: [{ type: "text", text: run.question }] },
    {
      id: `run-${run.id}`,
      role: "assistant",
      parts: [
        ...events.map((event) => ({ type: "data-event" as const, id: String(event.seq), data: event })),
        { type: "data-status", id: "status", data: { runId: run.id, status: run.status, ahead: null } },
      ],
    },
  ]);
}

/** Pairs each question with the run that followed it. */
export function foldMessages(messages: RunMessage[]): FoldedRun[] {
  const folded: FoldedRun[] = [];
  for (const message of messages) {
    if (message.role === "user") {
      folded.push({
        key: message.id,
        question: textOf(message),
        runId: null,
        state: null,
        ahead: null,
        refused: null,
      });
      continue;
    }
    const run = folded.at(-1);
    if (run) Object.assign(run, foldParts(message));
  }
  return folded;
}

function foldParts({ id, parts }: RunMessage): Pick<FoldedRun, "runId" | "state" | "ahead" | "refused"> {
  const events: EventView[] = [];
  let status: StatusPart | null = null;
  let refused: RefusedPart | null = null;
  for (const part of parts) {
    if (part.type === "data-event") events.push(part.data);
    else if (part.type === "data-status") status = part.data;
    else if (part.type === "data-refused") refused = part.data;
  }
  const runId = id.startsWith("run-") ? id.slice("run-".length) : null;
  if (events.length === 0) return { runId, state: null, ahead: status?.ahead ?? null, refused };
  const state = foldRun(events);
  return {
    runId,
    // The row in the database has the last word on the status; the log may be a moment behind or ahead of it.
    state: state.status === "queued" && status ? { ...state, status: status.status } : state,
    ahead: state.status === "queued" ? (status?.ahead ?? null) : null,
    refused,
  };
}
