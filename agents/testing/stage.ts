import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrateCore } from "#db/core/migrate.ts";
import { type Demo, ensureDemo } from "#db/demo/load.ts";
import { startTestCluster } from "#db/embedded/test-cluster.ts";
import type { Actor } from "#lib/contracts/actor.ts";
import type { EventData, EventKind, EventView } from "#lib/contracts/event.ts";
import type { RunStatus } from "#lib/contracts/run.ts";
import { startTestSearchStore, wordEmbedder } from "#lib/retrieval/testing/store.ts";
import { readEvents } from "#lib/runs/event-log.ts";
import { followRun } from "#lib/runs/follow.ts";
import { startRun } from "#lib/runs/start.ts";
import { type Engine, openEngine } from "../engine.ts";

export const analyst: Actor = { id: "usr_analyst", role: "global", timeZone: "Europe/Berlin", locale: "en" };

/** A run as far as it was followed. */
export interface Told {
  runId: string;
  threadId: string;
  status: RunStatus;
  events: EventView[];
}

export interface Stage {
  /** The present one: `reopen` puts another in its place. */
  readonly engine: Engine;
  demo: Demo;
  coreUrl: string;
  /** The warehouse as its administrator: for what somebody else changes in it. */
  warehouseUrl: string;
  /** Another engine on the same stores; `between` happens before it looks for work. */
  reopen(between: () => Promise<void>): Promise<void>;
  /** Asks and follows the run until it ends or waits. */
  ask(question: string, options?: { actor?: Actor; threadId?: string }): Promise<Told>;
  start(
    question: string,
    options?: { actor?: Actor; threadId?: string },
  ): Promise<{ runId: string; threadId: string }>;
  told(run: { runId: string; threadId: string }): Promise<Told>;
  close(): Promise<void>;
}

export interface StageOptions {
  webEvents: number;
  /** Scanned rows above which a person is asked. */
  approveAbove: number;
  /** With the demo's documents and tickets in a search store of its own. */
  documents?: boolean;
  /** Rows a person may scan in a day. */
  budgetRows?: number;
  /** How long a result answers the same statement again. */
  resultMinutes?: number;
}

/** The demo company behind a whole engine, for tests: databases of its own, an executor that runs. */
export async function openStage({
  webEvents,
  approveAbove,
  documents = false,
  budgetRows,
  resultMinutes = 0,
}: StageOptions): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), "causeway-stage-"));
  const [core, warehouse] = await Promise.all([startTestCluster(), startTestCluster()]);
  const search = documents ? await startTestSearchStore() : null;
  await migrateCore(core.adminUrl);
  const demo = await ensureDemo(warehouse, { folder, size: { webEvents } });
  const project = (path: string) => join(process.cwd(), path);
  const config = join(folder, "causeway.yaml");
  writeFileSync(
    config,
    `cache: { result_minutes: ${resultMinutes} }
sources:
  - id: northlight
    name: Northlight warehouse
    kind: postgres
    logins: { global: "${demo.globalUrl}", emea: "${demo.emeaUrl}" }
    default_role: global
    semantic_model: ${project("config/semantic/northlight.yaml")}
    schema_policy: ${project("config/schema_policy.yaml")}
    as_of: ${demo.asOf}
    time_zone: Europe/Berlin
    approve_above: { scannedRows: ${approveAbove} }
    budget_per_day: ${budgetRows === undefined ? "{}" : `{ scannedRows: ${budgetRows} }`}
${documents ? collections(project("db/demo/documents")) : ""}`,
  );
  const open = () =>
    openEngine(
      {
        DATABASE_URL: core.adminUrl,
        CAUSEWAY_CONFIG: config,
        ...(search ? { SEARCH_DATABASE_URL: search.url } : {}),
      },
      { embedder: wordEmbedder() },
    );
  let engine = await open();
  if (search) await engine.retrieval.ingest(new AbortController().signal, "vectors");
  engine.execute();

  const start: Stage["start"] = async (question, options = {}) => {
    const started = await startRun(engine.core.db, {
      actor: options.actor ?? analyst,
      question,
      ...(options.threadId === undefined ? {} : { threadId: options.threadId }),
      source: { id: "northlight", name: "Northlight warehouse" },
      options: { approval: { kind: "ask" } },
    });
    engine.execute().nudge();
    return started;
  };
  const told: Stage["told"] = async ({ runId, threadId }) => {
    let status: RunStatus = "queued";
    for await (const update of followRun(engine.core, engine.signals, runId)) {
      if (update.kind === "status") status = update.status;
      if (status.startsWith("needs_")) break;
    }
    return { runId, threadId, status, events: await readEvents(engine.core.db, runId) };
  };
  return {
    get engine() {
      return engine;
    },
    demo,
    coreUrl: core.adminUrl,
    warehouseUrl: warehouse.adminUrlOf(new URL(demo.globalUrl).pathname.slice(1)),
    async reopen(between) {
      engine = await open();
      await between();
      engine.execute();
    },
    start,
    told,
    ask: async (question, options) => told(await start(question, options)),
    close: async () => {
      await engine.close();
      await Promise.all([core.stop(), warehouse.stop(), search?.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function collections(folder: string): string {
  return `documents:
  - { id: library, name: Library, kind: folder, path: ${folder} }
  - id: tickets
    name: Tickets
    kind: rows
    source: northlight
    table: support.tickets
    key: ticket_id
    title: subject
    text: [body]
    published: opened_on
`;
}

/** What a run told of one kind, in order. */
export function data<K extends EventKind>({ events }: Pick<Told, "events">, kind: K): EventData<K>[] {
  return events.filter((event) => event.kind === kind).map((event) => event.data as EventData<K>);
}

/** The answer's text. */
export function answerOf(run: Told): string {
  return data(run, "answer-written").at(-1)?.answer.text ?? "";
}
