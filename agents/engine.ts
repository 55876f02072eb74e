import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import pg from "pg";
import { type CoreStore, openCore } from "#db/core/client.ts";
import { CHECKPOINT_SCHEMA } from "#db/core/migrate.ts";
import { type Environment, loadConfig } from "#lib/config/load.ts";
import type { Config } from "#lib/config/schema.ts";
import { AppError } from "#lib/contracts/errors.ts";
import type { Embedder } from "#lib/retrieval/embed/embedder.ts";
import { openRetrieval, type Retrieval } from "#lib/retrieval/retrieval.ts";
import { type Executor, startExecutor } from "#lib/runs/executor.ts";
import { leaseOwner } from "#lib/runs/lease.ts";
import { RunSignals } from "#lib/runs/signals.ts";
import { log } from "#lib/telemetry/log.ts";
import { openSources, type Sources } from "#lib/warehouse/sources.ts";
import { makeDrive } from "./drive.ts";
import type { Probe } from "./node.ts";
import { builtinReasoner } from "./reasoners/builtin/builtin-reasoner.ts";

/** Everything that runs need, opened once a process: by the server, by the command line, by a test. */
export interface Engine {
  config: Config;
  core: CoreStore;
  sources: Sources;
  /** The documents. */
  retrieval: Retrieval;
  signals: RunSignals;
  /** Starts reading the documents into their index and goes on looking for changes: once a server. */
  ingest(): void;
  /** Starts claiming runs: one executor a process. The command line drives one run only. */
  execute(onlyRun?: string): Executor;
  close(): Promise<void>;
}

/** Opens the stores. Throws `E_CONFIG` with every fault in words. */
export async function openEngine(
  environment: Environment = process.env,
  options: { probe?: Probe; embedder?: Embedder } = {},
): Promise<Engine> {
  const url = environment.DATABASE_URL;
  if (!url) throw new AppError("E_CONFIG", "DATABASE_URL is not set. Start with `npm start`, which sets it.");
  const config = loadConfig(environment);
  const core = openCore(url);
  const sources = openSources(config, core.db);
  await sources
    .refresh()
    .catch((error: unknown) => log.warn({ error }, "the connected sources could not be read"));
  // LangGraph has a driver and so a pool of its own.
  const pool = new pg.Pool({ connectionString: url, max: 8 });
  pool.on("error", (error) => log.warn({ error }, "a checkpoint connection was lost"));
  const checkpointer = new PostgresSaver(pool, undefined, { schema: CHECKPOINT_SCHEMA });
  const signals = new RunSignals();
  await signals.listen(core);
  const retrieval = openRetrieval({
    url: environment.SEARCH_DATABASE_URL,
    collections: config.documents,
    sources,
    ...(options.embedder ? { embedder: options.embedder } : {}),
  });
  const closing = new AbortController();
  let ingestion: Promise<void> | null = null;
  let executor: Executor | null = null;
  return {
    config,
    core,
    sources,
    retrieval,
    signals,
    ingest() {
      ingestion ??= retrieval
        .ingest(closing.signal)
        .catch((error: unknown) => log.error({ error }, "the documents are no longer read into their index"));
    },
    execute(onlyRun) {
      executor ??= startExecutor({
        core,
        signals,
        drive: makeDrive({
          core,
          sources,
          reasoner: builtinReasoner,
          config,
          checkpointer,
          retrieval,
          probe: options.probe,
        }),
        owner: leaseOwner(),
        concurrent: config.runs.concurrent,
        maxAttempts: config.runs.max_attempts,
        onlyRun,
      });
      return executor;
    },
    async close() {
      closing.abort();
      await executor?.stop();
      await ingestion;
      await retrieval.close();
      await signals.close();
      await sources.close();
      await pool.end();
      await core.close();
    },
  };
}
