import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type CoreStore, openCore } from "#db/core/client.ts";
import { migrateCore } from "#db/core/migrate.ts";
import { sourceCatalogs } from "#db/core/schema.ts";
import type { Cluster } from "#db/embedded/cluster.ts";
import { startTestCluster } from "#db/embedded/test-cluster.ts";
import type { Column } from "#lib/contracts/catalog.ts";
import type { SemanticModel } from "#lib/warehouse/semantic/semantic-model.ts";
import { catalogStore } from "./core-store.ts";
import { decideJoin, decideRename, readChanges, undoJoin } from "./decisions.ts";
import { type CatalogRequest, forgetCatalog, loadCatalog, settleCatalogs } from "./load-catalog.ts";
import type { RawCatalog } from "./raw-catalog.ts";

const clock = { now: "2026-01-01T00:00:00Z", timeZone: "UTC", fiscalStart: 1 };
const model = {
  name: "m",
  metrics: [
    {
      id: "margin",
      name: "margin",
      synonyms: [],
      expression: "SUM({{s.financials.profit_margin}})",
      columns: ["s.financials.profit_margin"],
    },
  ],
  glossary: [],
  headlines: [],
  explanations: [],
  joins: [],
  tableSynonyms: {},
  columnSynonyms: {},
  verifiedQueries: [],
  tables: [],
  warnings: [],
} as SemanticModel;

function raw(margin: string): RawCatalog {
  const column = (table: string, name: string, extra: Partial<Column> = {}): Column => ({
    ...{ id: `s.${table}.${name}`, table: `s.${table}`, name, type: "numeric", kind: "decimal" },
    ...{ nullable: true, top: [] },
    ...extra,
  });
  const key: Partial<Column> = {
    type: "int",
    kind: "integer",
    min: "1",
    max: "9",
    distinct: 9,
    nullShare: 0,
  };
  const table = (name: string) => ({
    ...{ id: `s.${name}`, source: "shop", schema: "s", name, kind: "table" as const, rows: 9 },
    ...{ primaryKey: [], uniqueKeys: [] },
  });
  return {
    sourceId: "shop",
    dialect: "postgres",
    tables: [table("financials"), table("countries")],
    columns: [
      column("financials", "country_id", { ...key, distinct: 5 }),
      column("financials", "month", { type: "text", kind: "text" }),
      column("financials", margin, { min: "-0.1", max: "0.4" }),
      column("countries", "id", key),
    ],
    joins: [],
    values: [],
  };
}

/** What the loader knows of a source whose structure comes before the rest. */
function request(reads: () => RawCatalog, extra: Partial<CatalogRequest> = {}): CatalogRequest {
  return {
    ...{ sourceId: "shop", role: "global", model, clock },
    introspect: async ({ onStructure }) => {
      const whole = reads();
      await onStructure?.({ ...whole, columns: whole.columns.map(({ min: _, max: __, ...bare }) => bare) });
      return whole;
    },
    ...extra,
  };
}

describe("the catalog in the core store", () => {
  let cluster: Cluster;
  let core: CoreStore;
  let other: CoreStore;
  let reads = 0;

  beforeAll(async () => {
    cluster = await startTestCluster();
    await migrateCore(cluster.adminUrl);
    core = openCore(cluster.adminUrl);
    other = openCore(cluster.adminUrl);
  });
  afterAll(async () => {
    await Promise.all([core.close(), other.close()]);
    await cluster.stop();
  });
  beforeEach(async () => {
    reads = 0;
    await core.client`truncate causeway.source_catalogs, causeway.catalog_changes, causeway.join_decisions, causeway.rename_decisions`;
  });
  const counted = (margin = "profit_margin") => {
    reads++;
    return raw(margin);
  };

  it("is read once, whichever processes ask at the same time, and outlives them", async () => {
    const [one, two] = [catalogStore(core.db), catalogStore(other.db)];
    const ask = (store = one) => loadCatalog(request(counted, { store }));
    const [first, second] = await Promise.all([ask(one), ask(two)]);
    expect(first.columns).toHaveLength(4);
    expect(second.columns).toHaveLength(4);
    await ask(catalogStore(other.db));
    expect(reads).toBe(1);
  });

  it("keeps roles apart, and reads anew under another policy", async () => {
    const store = catalogStore(core.db);
    await loadCatalog(request(counted, { store }));
    await loadCatalog(request(counted, { store, role: "emea" }));
    await loadCatalog(request(counted, { store, binding: "another" }));
    expect(reads).toBe(3);
    expect(await readChanges(core.db, { sourceId: "shop", role: "global" })).toEqual([]);
  });

  it("serves an old one at once and reads it again behind it", async () => {
    const store = catalogStore(core.db);
    await loadCatalog(request(counted, { store }));
    await core.db.update(sourceCatalogs).set({ readAt: "2025-01-01T00:00:00Z" });
    const again = catalogStore(core.db);
    const release = Promise.withResolvers<void>();
    const slow = request(counted, {
      store: again,
      introspect: async () => {
        await release.promise;
        return counted("net_margin");
      },
    });
    const served = await loadCatalog(slow);
    expect(served.columns.some(({ name }) => name === "profit_margin")).toBe(true);
    release.resolve();
    await settleCatalogs(again);
    const fresh = await loadCatalog({ ...slow, store: catalogStore(other.db) });
    expect(fresh.columns.some(({ name }) => name === "net_margin")).toBe(true);
    expect(reads).toBe(2);
  });

  it("does not take the word of a reader whose claim went to another", async () => {
    const store = catalogStore(core.db);
    const key = { sourceId: "shop", role: "global" };
    expect(await store.claim(key, "one", 1_000)).toBe(true);
    expect(await store.claim(key, "two", 1_000)).toBe(false);
    await core.db.update(sourceCatalogs).set({ refreshingUntil: "2020-01-01T00:00:00Z" });
    expect(await store.claim(key, "two", 1_000)).toBe(true);
    await store.save(key, "one", { raw: raw("late"), binding: "", whole: true });
    expect(await store.head(key)).toBeNull();
  });

  it("tells a metric whose column vanished, and follows the rename once a person confirmed it", async () => {
    const store = catalogStore(core.db);
    await loadCatalog(request(counted, { store }));
    await forgetCatalog("shop", store);
    const renamed = request(() => counted("net_margin"), { store });
    const lost = await loadCatalog(renamed);
    expect(lost.metrics).toEqual([]);
    expect(lost.lost).toMatchObject([
      { names: ["margin"], column: "s.financials.profit_margin", proposed: "s.financials.net_margin" },
    ]);

    await settleCatalogs(store);
    const [change] = (await readChanges(core.db, { sourceId: "shop", role: "global" })).filter(
      ({ change: { kind } }) => kind === "removed",
    );
    expect(change?.change.proposal?.reasons.join()).toContain("ranges overlap by 100 %");

    const to = "s.financials.net_margin";
    await decideRename(
      core.db,
      "shop",
      { from: "s.financials.profit_margin", to },
      { decision: "confirmed", by: "ada" },
    );
    const after = await loadCatalog(renamed);
    expect(after.metrics).toMatchObject([{ expression: `SUM({{${to}}})`, columns: [to] }]);
    expect(after.columns.find(({ id }) => id === to)?.synonyms).toEqual(["profit margin"]);
    expect(after.lost).toBeUndefined();
  });

  it("remembers what people said about a join, in every process", async () => {
    const store = catalogStore(core.db);
    const ask = () => loadCatalog(request(counted, { store }));
    const join = { from: ["s.financials.country_id"], to: ["s.countries.id"] };
    expect((await ask()).joins).toMatchObject([{ ...join, origin: "inferred" }]);

    await decideJoin(core.db, "shop", join, { decision: "rejected", by: "ada" });
    expect((await ask()).joins).toEqual([]);
    await decideJoin(core.db, "shop", join, { decision: "confirmed", by: "bo", reason: "same numbers" });
    expect((await loadCatalog(request(counted, { store: catalogStore(other.db) }))).joins).toMatchObject([
      { ...join, origin: "confirmed", score: 1, confirmed: { by: "bo" } },
    ]);
    await undoJoin(core.db, "shop", join);
    expect((await ask()).joins).toMatchObject([{ ...join, origin: "inferred" }]);
  });
});
