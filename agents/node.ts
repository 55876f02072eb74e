import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import type { CoreStore, CoreTransaction } from "#db/core/client.ts";
import type { Config } from "#lib/config/schema.ts";
import type { EventData, EventKind, NodeName } from "#lib/contracts/event.ts";
import { appendEvent } from "#lib/runs/event-log.ts";
import type { RunRow } from "#lib/runs/lease.ts";
import type { Source } from "#lib/warehouse/sources.ts";
import type { Reasoner } from "./reasoners/reasoner.ts";
import type { State, Update } from "./state.ts";
import type { Documents } from "./workers/documents/documents.ts";

/** What a node may use: handed in, never imported, so that a node can be run alone. */
export interface Services {
  run: RunRow;
  core: CoreStore;
  source: Source;
  reasoner: Reasoner;
  config: Config;
  retrieval: Documents;
  signal: AbortSignal;
  /** Told where a node stands: before and after its body, and inside it where an effect is half done. */
  probe: Probe;
}

/** Lets a chaos run end the process at a chosen place; does nothing otherwise. */
export type Probe = (node: NodeName, place: "before" | "inside" | "after") => void;

export interface NodeRuntime extends Services {
  /** Superstep of the graph; the same after a crash. */
  step: number;
  /**
   * Appends an event in a transaction of its own. After a crash it is there already: what was told then is returned,
   * and the node goes on with that. `attempt` tells repetitions within a step apart.
   */
  write<K extends EventKind>(kind: K, data: EventData<K>, attempt?: number): Promise<EventData<K>>;
  /**
   * The same runtime for one of several tasks of this superstep: its events are numbered apart, so that a task that is
   * not repeated after a crash does not shift the others'.
   */
  at(slot: number): NodeRuntime;
  /** Appends an event in the same transaction as the change it tells of. */
  writeIn<K extends EventKind>(
    tx: CoreTransaction,
    kind: K,
    data: EventData<K>,
    attempt?: number,
  ): Promise<EventData<K>>;
}

export interface NodeResult {
  update: Update;
  /** What was decided, in one line for the timeline. */
  decision: string;
}

/** Nodes that work on one step of the plan. */
const SQL_NODES = new Set<NodeName>(["draft", "guard", "estimate", "execute", "validate"]);

type NodeBody<Reads extends keyof State> = (
  state: Pick<State, Reads>,
  runtime: NodeRuntime,
) => Promise<NodeResult>;

/**
 * Wraps a node's body: tells of its start and end with the time it took. `Reads` names the groups of the state it
 * reads. Everything a node causes goes through `runtime`.
 */
export function defineNode<Reads extends keyof State>(name: NodeName, body: NodeBody<Reads>) {
  return async (state: State, config: LangGraphRunnableConfig): Promise<Update> => {
    const runtime = nodeRuntime(name, config);
    runtime.probe(name, "before");
    const task = SQL_NODES.has(name) ? state.control.task : null;
    await runtime.write("node-started", task === null ? {} : { task });
    const startedAt = performance.now();
    const { update, decision } = await body(state, runtime);
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    await runtime.write("node-finished", { ms, decision });
    runtime.probe(name, "after");
    return update;
  };
}

/** More events of one kind than a task tells. */
const EVENTS_A_TASK = 100;

function nodeRuntime(name: NodeName, config: LangGraphRunnableConfig): NodeRuntime {
  const { services } = config.context as unknown as { services: Services };
  const step = Number(config.metadata?.langgraph_step ?? 0);
  const nodeAttempt = config.executionInfo?.nodeAttempt ?? 1;
  const numbered = (first: number): NodeRuntime => {
    const ordinals = new Map<EventKind, number>();
    const writeIn: NodeRuntime["writeIn"] = async (tx, kind, data, attempt = nodeAttempt) => {
      const ordinal = ordinals.get(kind) ?? first;
      ordinals.set(kind, ordinal + 1);
      return appendEvent(tx, services.run.id, services.run.epoch, {
        kind,
        data,
        place: { node: name, step, attempt, ordinal },
      });
    };
    return {
      ...services,
      step,
      at: (slot) => numbered((slot + 1) * EVENTS_A_TASK),
      writeIn,
      write: (kind, data, attempt) => services.core.db.transaction((tx) => writeIn(tx, kind, data, attempt)),
    };
  };
  return numbered(0);
}
