import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { stringify } from "yaml";
import { type Engine, openEngine } from "#agents/engine.ts";
import { migrateCore } from "#db/core/migrate.ts";
import type { Cluster } from "#db/embedded/cluster.ts";
import { startTestCluster } from "#db/embedded/test-cluster.ts";
import type { EventData, EventKind } from "#lib/contracts/event.ts";
import type { Prediction } from "#lib/contracts/reading.ts";
import { readEvents } from "#lib/runs/event-log.ts";
import { followRun } from "#lib/runs/follow.ts";
import { startRun } from "#lib/runs/start.ts";
import type { Answerer } from "./answerers.ts";

const LOGIN = "causeway_eval_reader";
const UNLIMITED_ROWS = 1e12;

/**
 * The whole graph, as a person's question takes it: a login that only reads, the gate, the price, the execution. The
 * prediction's statement is the one the gate printed; a question the graph does not answer counts as declined.
 *
 * @param now ISO instant that counts as "now"
 */
export async function graphAnswerer(now: string): Promise<Answerer> {
  const folder = mkdtempSync(join(tmpdir(), "causeway-eval-"));
  const core = await startTestCluster();
  await migrateCore(core.adminUrl);
  let engine: Engine | null = null;
  return {
    async open(database) {
      await engine?.close();
      const file = join(folder, "causeway.yaml");
      writeFileSync(file, stringify(configFor(database.id, await readerLogin(database.url))), {
        mode: 0o600,
      });
      engine = await openEngine({ DATABASE_URL: core.adminUrl, CAUSEWAY_CONFIG: file });
      engine.execute();
    },
    read: (question) => askGraph(engine!, question, now),
    async close() {
      await engine?.close();
      await stopAll(core, folder);
    },
  };
}

async function stopAll(core: Cluster, folder: string): Promise<void> {
  await core.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Source ids are lower-case words; a set's database may be called anything. */
function configFor(databaseId: string, url: string) {
  const unlimited = 1_000_000;
  return {
    rate_limits: { queries_per_minute: unlimited, queries_per_minute_in_all: unlimited },
    sources: [
      {
        id: `eval_${databaseId.toLowerCase().replace(/[^a-z0-9_-]/g, "_")}`,
        name: databaseId,
        kind: "postgres",
        logins: { reader: url },
        default_role: "reader",
      },
    ],
  };
}

/** A login that may read everything and write nothing. Roles belong to the cluster, grants to the database. */
async function readerLogin(adminUrl: string): Promise<string> {
  const password = crypto.randomUUID();
  const sql = postgres(adminUrl, { max: 1, onnotice: () => undefined });
  try {
    const [known] = await sql`select 1 from pg_roles where rolname = ${LOGIN}`;
    await sql.unsafe(`${known ? "alter" : "create"} role ${LOGIN} login password '${password}'`);
    const schemas = await sql<{ name: string }[]>`
      select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'`;
    for (const { name } of schemas) {
      await sql`grant usage on schema ${sql(name)} to ${sql(LOGIN)}`;
      await sql`grant select on all tables in schema ${sql(name)} to ${sql(LOGIN)}`;
    }
  } finally {
    await sql.end({ timeout: 5 });
  }
  const url = new URL(adminUrl);
  url.username = LOGIN;
  url.password = password;
  return url.href;
}

async function askGraph(engine: Engine, question: string, now: string): Promise<Prediction> {
  const source = engine.sources.of();
  const { runId } = await startRun(engine.core.db, {
    actor: { id: "eval", role: "reader", timeZone: "UTC", locale: "en" },
    question,
    source: { id: source.config.id, name: source.config.name },
    options: { approval: { kind: "budget", maxRows: UNLIMITED_ROWS }, now },
  });
  engine.execute().nudge();
  for await (const _ of followRun(engine.core, engine.signals, runId));
  const events = await readEvents(engine.core.db, runId);
  const last = <K extends EventKind>(kind: K) =>
    events.findLast((event) => event.kind === kind)?.data as EventData<K> | undefined;
  const prediction = last("question-understood")?.prediction;
  const checked = last("sql-checked");
  const answered = last("run-finished")?.status === "done";
  return {
    outcome: answered ? "answered" : prediction?.outcome === "asked" ? "asked" : "declined",
    sql: checked?.text ?? prediction?.sql ?? null,
    params: checked?.params ?? prediction?.params ?? [],
    score: prediction?.score ?? 0,
    reason: last("run-failed")?.sentence ?? prediction?.reason ?? "",
    readings: prediction?.readings ?? [],
  };
}
