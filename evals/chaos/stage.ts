import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "yaml";
import { type Engine, openEngine } from "#agents/engine.ts";
import { migrateCore } from "#db/core/migrate.ts";
import { ensureDemo } from "#db/demo/load.ts";
import { startTestCluster } from "#db/embedded/test-cluster.ts";
import { startTestSearchStore } from "#lib/retrieval/testing/store.ts";

/** Enough rows that the costly question takes longer than a kill, and more than the limit. */
const EVENTS = 900_000;
const LIMIT = 200_000;

/** A question for each way through the graph. */
export const QUESTIONS = {
  /** One query that waits for a person. */
  costly: "How many visits did each page get per customer last year?",
  /** A plan of many queries, computed tables and searches. */
  reasons: "Why are European operations underperforming?",
  /** Asks back what was meant. */
  vague: "Recommend a good-value sensor",
} as const;

/**
 * Both databases with the demo company, and an engine that only watches. `process.env` is set so that workers find
 * them. Close it at the end.
 */
export async function openStage(): Promise<{ engine: Engine; close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "causeway-chaos-"));
  const [core, warehouse, search] = await Promise.all([
    startTestCluster(),
    startTestCluster(),
    startTestSearchStore(),
  ]);
  await migrateCore(core.adminUrl);
  const demo = await ensureDemo(warehouse, { folder, size: { webEvents: EVENTS } });
  const file = join(folder, "causeway.yaml");
  const source = {
    id: "northlight",
    name: "Northlight warehouse",
    kind: "postgres",
    logins: { global: demo.globalUrl },
    default_role: "global",
    semantic_model: join(process.cwd(), "config", "semantic", "northlight.yaml"),
    as_of: demo.asOf,
    approve_above: { scannedRows: LIMIT },
  };
  const library = {
    id: "library",
    name: "Library",
    kind: "folder",
    path: join(process.cwd(), "db", "demo", "documents"),
  };
  // Each kill has to meet a query that runs, not a result from before it.
  const cache = { result_minutes: 0 };
  writeFileSync(file, stringify({ cache, sources: [source], documents: [library] }), { mode: 0o600 });
  Object.assign(process.env, {
    DATABASE_URL: core.adminUrl,
    SEARCH_DATABASE_URL: search.url,
    CAUSEWAY_CONFIG: file,
  });
  const engine = await openEngine();
  // By words alone: no process of this has to load the model.
  await engine.retrieval.ingest(new AbortController().signal, "words");
  return {
    engine,
    close: async () => {
      await engine.close();
      await Promise.all([core.stop(), warehouse.stop(), search.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
