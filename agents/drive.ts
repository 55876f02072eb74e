import { Command } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { CoreStore } from "#db/core/client.ts";
import type { Config } from "#lib/config/schema.ts";
import { AppError } from "#lib/contracts/errors.ts";
import { readApproval } from "#lib/runs/approvals.ts";
import { readAnswer } from "#lib/runs/clarifications.ts";
import type { Drive, DriveOutcome } from "#lib/runs/executor.ts";
import type { RunRow } from "#lib/runs/lease.ts";
import type { Wait, WaitKind } from "#lib/runs/wait.ts";
import type { Sources } from "#lib/warehouse/sources.ts";
import { buildGraph } from "./graph.ts";
import type { Probe, Services } from "./node.ts";
import type { Reasoner } from "./reasoners/reasoner.ts";
import type { State } from "./state.ts";
import type { ClarificationAnswer } from "./supervisor/clarify.ts";
import type { Documents } from "./workers/documents/documents.ts";
import type { ApprovalAnswer } from "./workers/sql/approve.ts";

export interface DriveOptions {
  core: CoreStore;
  sources: Sources;
  reasoner: Reasoner;
  config: Config;
  checkpointer: BaseCheckpointSaver;
  retrieval: Documents;
  probe?: Probe | undefined;
}

/** More supersteps than any path has; a loop that gets here is a defect. */
const MAX_SUPERSTEPS = 200;

/**
 * Drives a run through the graph, from its start or from its last checkpoint, until it ends or waits. The graph's
 * thread is the run. A checkpoint is written before the next superstep (`sync`): an asynchronous one ran an approved
 * statement twice after a kill.
 */
export function makeDrive(options: DriveOptions): Drive {
  const graph = buildGraph(options.checkpointer);
  return async (run, signal) => {
    await options.sources.refresh();
    const config = {
      configurable: { thread_id: run.id },
      context: { services: servicesFor(run, signal, options) },
      durability: "sync" as const,
      recursionLimit: MAX_SUPERSTEPS,
      signal,
    };
    const input = await nextInput(graph, run, options);
    if (input.kind === "waiting") return input.outcome;
    if (input.kind === "go") {
      // The stream is drained for its effects; the event log is what anybody watches.
      for await (const _ of await graph.stream(input.value, { ...config, streamMode: "updates" }))
        signal.throwIfAborted();
    }
    return outcomeOf(graph, run);
  };
}

type Graph = ReturnType<typeof buildGraph>;

function servicesFor(run: RunRow, signal: AbortSignal, options: DriveOptions): Services {
  const { core, sources, reasoner, config, retrieval, probe = () => undefined } = options;
  return { run, core, source: sources.of(run.sourceId), reasoner, config, retrieval, signal, probe };
}

type NextInput =
  | { kind: "go"; value: Parameters<Graph["stream"]>[0] }
  | { kind: "waiting"; outcome: DriveOutcome }
  | { kind: "ended" };

/** Where to go on: at the start, after an answered interrupt, or wherever the last checkpoint stands. */
async function nextInput(graph: Graph, run: RunRow, { core }: DriveOptions): Promise<NextInput> {
  const snapshot = await graph.getState({ configurable: { thread_id: run.id } });
  if (snapshot.createdAt === undefined)
    return {
      kind: "go",
      value: {
        input: {
          question: run.question,
          now: run.options.now ?? new Date().toISOString(),
          previous: [],
        },
      },
    };
  if (snapshot.next.length === 0) return { kind: "ended" };
  const pending = pendingInterrupt(snapshot);
  if (!pending) return { kind: "go", value: null };
  // The snapshot still lists answered interrupts, so our own tables have the say.
  const answer = await answerTo(pending, core);
  if (answer === null) return { kind: "waiting", outcome: { kind: "waiting", wait: pending } };
  return { kind: "go", value: new Command({ resume: { [pending.interruptId]: answer } }) };
}

/** What a person answered; null while nobody has. */
async function answerTo(
  { kind, id }: Wait,
  core: CoreStore,
): Promise<ApprovalAnswer | ClarificationAnswer | null> {
  if (kind === "clarification") return readAnswer(core.db, id);
  const { decision, reason } = await readApproval(core.db, id);
  return decision === null ? null : { approvalId: id, decision, reason };
}

async function outcomeOf(graph: Graph, run: RunRow): Promise<DriveOutcome> {
  const snapshot = await graph.getState({ configurable: { thread_id: run.id } });
  const pending = pendingInterrupt(snapshot);
  if (pending && snapshot.next.length > 0) return { kind: "waiting", wait: pending };
  if (snapshot.next.length > 0)
    throw new AppError(
      "E_INTERNAL",
      "The run stopped in the middle without a reason. Ask the question again.",
    );
  const { control, analysis } = snapshot.values as State;
  if (control.stop?.kind === "expired" || control.stop?.kind === "unanswered")
    return { kind: "ended", end: { status: "expired" } };
  const declined = control.stop !== null || analysis?.route === "declined";
  return { kind: "ended", end: { status: declined ? "declined" : "done" } };
}

function pendingInterrupt(snapshot: Awaited<ReturnType<Graph["getState"]>>): Wait | null {
  for (const task of snapshot.tasks)
    for (const { id: interruptId, value } of task.interrupts) {
      const { kind, id } = value as { kind: WaitKind; id: string };
      if (interruptId !== undefined) return { kind, id, interruptId };
    }
  return null;
}
