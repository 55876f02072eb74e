import { parseArgs } from "node:util";
import postgres from "postgres";
import { type CoreStore, openCore } from "#db/core/client.ts";
import { migrateCore } from "#db/core/migrate.ts";
import type { Cluster } from "#db/embedded/cluster.ts";
import { startTestCluster } from "#db/embedded/test-cluster.ts";
import { catalogStore } from "#lib/warehouse/catalog/core-store.ts";
import { type CatalogRequest, loadCatalog, settleCatalogs } from "#lib/warehouse/catalog/load-catalog.ts";
import { introspect } from "#lib/warehouse/connectors/postgres/introspect.ts";
import { type SchemaSize, wideSchema } from "./wide-schema.ts";

export interface CatalogReport extends SchemaSize {
  /** Seconds until the structure is kept and can be served, and until profiles and values are as well. */
  structureSeconds: number;
  wholeSeconds: number;
  /** Seconds another process takes to serve what is kept. */
  reopenSeconds: number;
  joins: number;
  values: number;
  /** 95th percentile in ms over look-ups of stored texts, near ones included, each with the catalog asked for anew. */
  lookupP95Ms: number;
  /** Megabytes of heap the served catalog holds. */
  memoryMegabytes: number;
}

const LOOKUPS = 400;

/** `eval catalog`: how long a large schema takes to be read, kept and looked up, on a database made for it. */
export async function evalCatalog(argv: string[]): Promise<number> {
  const number = { type: "string" } as const;
  const { values } = parseArgs({
    args: argv,
    options: { tables: number, columns: number, rows: number, json: { type: "boolean" } },
  });
  const size: SchemaSize = {
    tables: Number(values.tables ?? 1_000),
    columns: Number(values.columns ?? 20),
    rows: Number(values.rows ?? 300),
  };
  const cluster = await startTestCluster();
  const core = openCore(cluster.adminUrl);
  const other = openCore(cluster.adminUrl);
  try {
    await migrateCore(cluster.adminUrl);
    const report = await measure(cluster, core, other, size);
    process.stdout.write(values.json ? `${JSON.stringify(report)}\n` : print(report));
    return 0;
  } finally {
    await Promise.all([core.close(), other.close()]);
    await cluster.stop();
  }
}

async function measure(
  cluster: Cluster,
  core: CoreStore,
  other: CoreStore,
  size: SchemaSize,
): Promise<CatalogReport> {
  const admin = postgres(cluster.adminUrl, { max: 1, onnotice: () => undefined });
  await admin.unsafe("create database wide");
  await admin.end();
  const url = cluster.adminUrlOf("wide");
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  for (const statement of wideSchema(size)) await sql.unsafe(statement);

  const before = heapMegabytes();
  const startedAt = performance.now();
  const since = () => (performance.now() - startedAt) / 1000;
  let structureSeconds = 0;
  let wholeSeconds = 0;
  const store = catalogStore(core.db);
  const request: CatalogRequest = {
    ...{ sourceId: "wide", role: "analyst", model: null, store },
    clock: { now: new Date().toISOString(), timeZone: "UTC", fiscalStart: 1 },
    introspect: async ({ onStructure, ...rest }) => {
      const raw = await introspect(sql, "wide", undefined, {
        ...rest,
        onStructure: async (structure) => {
          await onStructure?.(structure);
          structureSeconds = since();
        },
      });
      wholeSeconds = since();
      return raw;
    },
  };
  await loadCatalog(request);
  while (wholeSeconds === 0) await new Promise((resolve) => setTimeout(resolve, 200));
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  await loadCatalog(request);
  await settleCatalogs(store);
  const memoryMegabytes = heapMegabytes() - before;
  const catalog = await loadCatalog(request);

  const times: number[] = [];
  for (let at = 0; at < LOOKUPS; at++) {
    const column = catalog.columns[(at * 37) % catalog.columns.length]!;
    const text = at % 2 === 0 ? (column.top[0] ?? "open") : `Entri ${at} ${at % 90}`;
    const lookedAt = performance.now();
    (await loadCatalog(request)).values.lookup(text);
    times.push(performance.now() - lookedAt);
  }
  const reopenedAt = performance.now();
  const again = await loadCatalog({ ...request, store: catalogStore(other.db) });
  const reopenSeconds = (performance.now() - reopenedAt) / 1000;
  const [count] = await core.client<{ values: number }[]>`
    select sum(jsonb_array_length(v -> 'values'))::int as values
    from causeway.source_catalogs, jsonb_array_elements(raw -> 'values') v`;
  await sql.end();
  return {
    ...size,
    structureSeconds,
    wholeSeconds,
    reopenSeconds,
    joins: again.joins.length,
    values: count?.values ?? 0,
    lookupP95Ms: times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!,
    memoryMegabytes,
  };
}

function heapMegabytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1e6;
}

function print(report: CatalogReport): string {
  const { tables, columns, rows } = report;
  const lines = [
    ["structure served after", `${report.structureSeconds.toFixed(1)} s`],
    ["profiles and values after", `${report.wholeSeconds.toFixed(1)} s`],
    ["served by another process after", `${report.reopenSeconds.toFixed(1)} s`],
    ["joins inferred", String(report.joins)],
    ["texts kept", report.values.toLocaleString("en")],
    ["look-up, p95", `${report.lookupP95Ms.toFixed(2)} ms`],
    ["memory", `${report.memoryMegabytes.toFixed(0)} MB`],
  ];
  return [
    `${tables.toLocaleString("en")} tables of ${columns} columns, ${rows} rows each (every hundredth ${(rows * 100).toLocaleString("en")})`,
    ...lines.map(([name, value]) => `  ${name!.padEnd(34)}${value}`),
    "",
  ].join("\n");
}
