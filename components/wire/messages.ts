import type { EventView } from "#lib/contracts/event.ts";
import type { RunView } from "#lib/contracts/run.ts";
import type { RefusedPart, StatusPart } from "#lib/contracts/stream.ts";
import { foldRun, type RunState } from "./fold-run.ts";
import { type RunMessage, textOf } from "./run-message.ts";

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
  /** The last event that is there; 0 before the first. */
  seq: number;
  /** Null until the first event is there. */
  state: RunState | null;
  /** Runs that stand before it in line; null where it does not wait. */
  ahead: number | null;
  refused: RefusedPart | null;
}

const RUN_MESSAGE = /^run-(.+?)(?:@\d+)?$/;

/** The conversation so far as chat messages: each question, and its events as data parts. */
export function initialMessages(runs: ToldRun[]): RunMessage[] {
  return runs.flatMap(({ run, events }): RunMessage[] => [
    { id: `question-${run.id}`, role: "user", parts: [{ type: "text", text: run.question }] },
    {
      id: runMessageId(run.id, 0),
      role: "assistant",
      parts: [
        ...events.map((event) => ({ type: "data-event" as const, id: String(event.seq), data: event })),
        { type: "data-status", id: "status", data: { runId: run.id, status: run.status, ahead: null } },
      ],
    },
  ]);
}

/**
 * Names the message in which a run is told from that event on. After a cut the rest comes in a message of its own, and
 * the one before stays as it is.
 */
export function runMessageId(runId: string, afterSeq: number): string {
  return `run-${runId}${afterSeq > 0 ? `@${afterSeq}` : ""}`;
}

/** Pairs each question with the run that followed it, told in one message or in several. */
export function foldMessages(messages: RunMessage[]): FoldedRun[] {
  const asked: { question: RunMessage; told: RunMessage[] }[] = [];
  for (const message of messages)
    if (message.role === "user") asked.push({ question: message, told: [] });
    else asked.at(-1)?.told.push(message);
  return asked.map(({ question, told }) => ({
    key: question.id,
    question: textOf(question),
    ...foldTold(told),
  }));
}

function foldTold(told: RunMessage[]): Omit<FoldedRun, "key" | "question"> {
  // By `seq`: what was told twice, before a cut and after it, happened once.
  const events = new Map<number, EventView>();
  let runId: string | null = null;
  let status: StatusPart | null = null;
  let refused: RefusedPart | null = null;
  for (const { id, parts } of told) {
    runId = RUN_MESSAGE.exec(id)?.[1] ?? runId;
    for (const part of parts)
      if (part.type === "data-event") events.set(part.data.seq, part.data);
      else if (part.type === "data-status") status = part.data;
      else if (part.type === "data-refused") refused = part.data;
  }
  const seq = Math.max(0, ...events.keys());
  if (events.size === 0) return { runId, seq, state: null, ahead: status?.ahead ?? null, refused };
  const state = foldRun([...events.values()]);
  return {
    runId,
    seq,
    // The row in the database has the last word on the status; the log may be a moment behind or ahead of it.
    state: state.status === "queued" && status ? { ...state, status: status.status } : state,
    ahead: state.status === "queued" ? (status?.ahead ?? null) : null,
    refused,
  };
}
