import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Cluster } from "#db/embedded/cluster.ts";
import { startTestCluster } from "#db/embedded/test-cluster.ts";
import { subjectAreas } from "./areas.ts";
import { generateCompany } from "./company.ts";
import { type Demo, ensureDemo, warehouseSettings } from "./load.ts";
import { qualifiedName } from "./table.ts";

const size = { webEvents: 20_000 };
let folder: string;
let cluster: Cluster;
let demo: Demo;
let everything: Sql;
let emea: Sql;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "causeway-demo-"));
  cluster = await startTestCluster(warehouseSettings);
  demo = await ensureDemo(cluster, { folder, size });
  everything = postgres(demo.globalUrl, { max: 1 });
  emea = postgres(demo.emeaUrl, { max: 1 });
});

afterAll(async () => {
  await Promise.all([everything.end(), emea.end()]);
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Lists that are written down, not drawn. */
const sameForEverySeed = new Set([
  "reference.regions",
  "reference.countries",
  "sales.campaigns",
  "subscriptions.plans",
  "subscriptions.churn_reasons",
  "supply.suppliers",
  "supply.supplies",
  "supply.supplier_links",
  "projects.projects",
]);

/** A digest of each table's rows. */
function digestOf(seed: string): Record<string, string> {
  const company = generateCompany(seed);
  const digests: Record<string, string> = {};
  for (const table of subjectAreas.flatMap((area) => area.tables)) {
    if (typeof table.rows !== "function") continue;
    const hash = createHash("sha256");
    for (const row of table.rows(company)) hash.update(JSON.stringify(row));
    digests[qualifiedName(table)] = hash.digest("hex");
  }
  return digests;
}

test("the same seed gives the same company", () => {
  const digests = digestOf("a");
  expect(digestOf("a")).toEqual(digests);
  for (const [name, digest] of Object.entries(digestOf("b")))
    expect(digest === digests[name], name).toBe(sameForEverySeed.has(name));
});

test("is loaded once for each version of the generator", async () => {
  expect(demo.rebuilt).toBe(true);
  expect(await ensureDemo(cluster, { folder, size })).toEqual({ ...demo, rebuilt: false });
});

test("revenue of the month is the sum of the order lines, to the cent", async () => {
  const differing = await everything`
    select 1 from finance.monthly_financials f left join (
      select o.country_code, date_trunc('month', o.ordered_on)::date as month,
        sum(l.quantity * l.unit_price * (1 - l.discount)) as revenue
      from sales.orders o join sales.order_lines l using (order_id) group by 1, 2
    ) sold using (country_code, month)
    where f.revenue is distinct from sold.revenue`;
  expect(differing).toHaveLength(0);
});

test("every table and column says in words what it holds", async () => {
  const silent = await everything`
    select c.oid::regclass::text as relation, a.attname
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum >= 0 and not a.attisdropped
    where c.relkind = 'r' and n.nspname = any(${subjectAreas.map((area) => area.schema)})
      and col_description(c.oid, a.attnum) is null`;
  expect(silent).toHaveLength(0);
});

describe("row security", () => {
  const tables = subjectAreas
    .flatMap((area) => area.tables)
    .filter((table) => table.countryColumn !== undefined);

  test.each(tables.map((table) => ({ name: qualifiedName(table), column: table.countryColumn ?? "" })))(
    "the EMEA login sees six countries of $name, the global one fourteen",
    async ({ name, column }) => {
      const count = (sql: Sql) =>
        sql.unsafe(`select count(distinct ${column})::int as countries from ${name}`);
      expect(await count(emea)).toEqual([{ countries: 6 }]);
      expect(await count(everything)).toEqual([{ countries: 14 }]);
    },
  );

  test("no login may read personal data", async () => {
    for (const sql of [everything, emea])
      await expect(sql`select * from people.pii_raw`).rejects.toThrow(/permission denied/);
  });

  test("no login can put on another's rights", async () => {
    for (const role of ["causeway_global", "causeway_owner", "causeway_admin"]) {
      await expect(emea.unsafe(`set role ${role}`)).rejects.toThrow(/permission denied/);
    }
  });
});

describe("a login cannot write, even when it asks for a transaction that may", () => {
  const attempts = [
    "insert into sales.orders values (1, 1001, 'DE', '2025-01-01', null, 'Direct', 20001, 20001, null)",
    "update catalog.products set list_price = 1",
    "delete from web.events",
    "truncate sales.order_lines",
    "drop table catalog.products",
    "create table sales.mine (id int)",
    "create table public.mine (id int)",
    "create temp table mine (id int)",
    "create schema mine",
    "select lo_create(0)",
    "select lo_from_bytea(0, 'x')",
    "copy catalog.products to program 'true'",
    "alter table catalog.products disable row level security",
  ];
  test.each(attempts)("%s", async (statement) => {
    for (const sql of [everything, emea]) {
      await expect(sql.unsafe(statement)).rejects.toThrow();
      await expect(sql.unsafe(`begin read write; ${statement}; commit`)).rejects.toThrow(
        /permission denied|must be owner/,
      );
      await sql.unsafe("rollback");
    }
  });

  test("nor reach the maintenance database", async () => {
    const elsewhere = postgres(demo.emeaUrl.replace(/\/demo$/, "/postgres"), { max: 1 });
    await expect(elsewhere`select 1`).rejects.toThrow(/permission denied/);
    await elsewhere.end();
  });
});

test("money and prices agree across subjects", async () => {
  const [row] = await everything<{ prices: number; headcount: number; shares: number }[]>`
    select (select count(*) from catalog.products p where p.list_price <> (
        select new_price from catalog.price_changes c where c.product_id = p.product_id order by changed_on desc limit 1))::int as prices,
      (select sum(headcount) from people.headcount where month = '2026-09-01')::int
        - (select count(*) from people.employees where left_on is null or left_on > '2026-09-30')::int as headcount,
      (select count(*) from (select 1 from supply.supplies group by product_id having sum(share) <> 1) wrong)::int as shares`;
  expect(row).toEqual({ prices: 0, headcount: 0, shares: 0 });
});
