import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { CoreStore } from "#db/core/client.ts";
import type { Cluster } from "#db/embedded/cluster.ts";
import { startTestCluster } from "#db/embedded/test-cluster.ts";
import { parseConfig } from "#lib/config/load.ts";
import type { Actor } from "#lib/contracts/actor.ts";
import { openTestStore } from "#lib/runs/test-store.ts";
import { openSources, type Sources } from "#lib/warehouse/sources.ts";
import type { ModelEdit } from "./edit-model.ts";
import { hashOf, modelVersions } from "./model-store.ts";
import { saveModelEdit } from "./save-edit.ts";

const actor: Actor = { id: "ada", role: "r", timeZone: "UTC", locale: "en" };
let core: CoreStore;
let warehouse: Cluster;
let folder: string;
let open: () => Sources;
let sources: Sources;
let before: string | undefined;

beforeAll(async () => {
  [core, warehouse] = await Promise.all([openTestStore(), startTestCluster()]);
  const admin = postgres(warehouse.adminUrl, { max: 1, onnotice: () => undefined });
  await admin.unsafe(`
    create table orders (id int primary key, total numeric(12,2)); insert into orders values (1, 9.5);
    create table secrets (id int);
    create role reader login password 'r'; grant select on orders to reader`);
  await admin.end();
  const url = new URL(warehouse.adminUrl);
  [url.username, url.password] = ["reader", "r"];
  folder = mkdtempSync(join(tmpdir(), "meaning-"));
  before = process.env.CAUSEWAY_DATA;
  process.env.CAUSEWAY_DATA = folder;
  const config = parseConfig(
    `sources: [{ id: own, name: Own, kind: postgres, default_role: r, logins: { r: '${url}' } }]`,
    {},
  );
  open = () => openSources(config, core.db);
  sources = open();
});

afterAll(async () => {
  if (before === undefined) delete process.env.CAUSEWAY_DATA;
  else process.env.CAUSEWAY_DATA = before;
  await sources?.close();
  await core?.close();
  await warehouse?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const save = (edit: ModelEdit, hash = hashOf(sources.of().model.text())) =>
  saveModelEdit(core.db, actor, sources.of(), { hash, edit });
const metric = (name: string, expression: string): ModelEdit => ({
  kind: "metric",
  to: { name, expression, synonyms: [] },
});
const query = (question: string, sql: string): ModelEdit => ({
  kind: "verified-query",
  to: { question, sql, verified_by: "ada", verified_at: "2026-01-31" },
});

it("gives a source without a file one, and what is saved is in the next catalog, with who saved it", async () => {
  await save(metric("turnover", "SUM(orders.total)"));
  await save({ kind: "term", to: { term: "purchases", synonyms: [], means: "orders" } });
  await save(query("How many orders?", "SELECT COUNT(*) AS n FROM orders"));
  const catalog = await sources.of().catalog(actor, "2026-01-01T00:00:00Z");
  expect(catalog.metrics.map(({ id }) => id)).toEqual(["turnover"]);
  expect(catalog.glossary.map(({ term }) => term)).toEqual(["purchases"]);
  expect(catalog.verifiedQueries?.map(({ question }) => question)).toEqual(["How many orders?"]);
  expect((await modelVersions(core.db, "own", 9)).map(({ by }) => by)).toEqual(["ada", "ada", "ada"]);
});

it.each([
  [metric("bad", "SUM(orders.totl)"), "There is no public.orders.totl that your role may read"],
  [metric("bad", "orders.total"), "is no aggregate"],
  [metric("bad", "SUM(orders.total) + pg_sleep(9)"), "Nothing was saved"],
  [query("x", "DELETE FROM orders"), "Nothing was saved"],
  [query("x", "SELECT id FROM secrets"), "Nothing was saved"],
])("refuses in words what the gate would not run, and leaves the file", async (edit, words) => {
  const text = readFileSync(sources.of().model.path, "utf8");
  await expect(save(edit)).rejects.toThrow(words);
  expect(readFileSync(sources.of().model.path, "utf8")).toBe(text);
});

it("refuses an edit of what somebody else changed meanwhile", async () => {
  const seen = hashOf(sources.of().model.text());
  await save(metric("orders_made", "COUNT(orders.id)"), seen);
  await expect(save(metric("late", "COUNT(orders.id)"), seen)).rejects.toMatchObject({
    code: "E_MODEL_STALE",
  });
});

it("keeps the last good version in force while the file is faulty, also after a restart", async () => {
  const { model } = sources.of();
  const text = model.text();
  writeFileSync(model.path, `${text}\nnonsense: [`);
  await model.refresh("now");
  expect(model.faults()[0]?.line).toBeGreaterThan(text.split("\n").length - 1);
  expect(model.text()).toBe(text);
  await expect(save(metric("more", "COUNT(orders.id)"))).rejects.toThrow("has faults");
  const again = open();
  const catalog = await again.of().catalog(actor, "2026-01-01T00:00:00Z");
  expect(catalog.metrics.map(({ id }) => id)).toContain("turnover");
  await again.close();
});
