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

test("the same seed gives the same company", () => {
  expect(JSON.stringify(generateCompany("a"))).toBe(JSON.stringify(generateCompany("a")));
  expect(JSON.stringify(generateCompany("a"))).not.toBe(JSON.stringify(generateCompany("b")));
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

  test("no login can put on another's rights", async () => {
    for (const role of ["causeway_global", "causeway_owner", "causeway_admin"]) {
      await expect(emea.unsafe(`set role ${role}`)).rejects.toThrow(/permission denied/);
    }
  });
});

describe("a login cannot write, even when it asks for a transaction that may", () => {
  const attempts = [
    "insert into sales.orders values (1, 1001, 'DE', '2025-01-01', null, 'Direct')",
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

describe("planted truths", () => {
  test("Germany's compliance cost triples from the third quarter of 2025", async () => {
    const [row] = await everything<{ factor: number; elsewhere: number }[]>`
      with quarters as (
        select country_code = 'DE' as german, sum(compliance_cost) filter (where month between '2025-04-01' and '2025-06-01') as before,
          sum(compliance_cost) filter (where month between '2025-07-01' and '2025-09-01') as after
        from finance.monthly_financials group by 1)
      select max(after / before) filter (where german)::float8 as factor,
        max(after / before) filter (where not german)::float8 as elsewhere from quarters`;
    expect(row?.factor).toBeGreaterThan(2.8);
    expect(row?.factor).toBeLessThan(3.2);
    expect(row?.elsewhere).toBeLessThan(1.1);
  });

  test("EMEA's margin falls because of Germany, the other regions' does not", async () => {
    const margins = await everything<{ part: string; before: number; after: number }[]>`
      select case when c.country_code = 'DE' then 'Germany' else r.name end as part,
        (sum(f.net_margin * f.revenue) filter (where month >= '2024-07-01' and month < '2025-07-01')
          / sum(f.revenue) filter (where month >= '2024-07-01' and month < '2025-07-01'))::float8 as before,
        (sum(f.net_margin * f.revenue) filter (where month >= '2025-07-01' and month < '2026-07-01')
          / sum(f.revenue) filter (where month >= '2025-07-01' and month < '2026-07-01'))::float8 as after
      from finance.monthly_financials f join reference.countries c using (country_code) join reference.regions r using (region_code)
      group by 1`;
    const change = Object.fromEntries(margins.map(({ part, before, after }) => [part, after - before]));
    expect(change.Germany).toBeLessThan(-0.1);
    for (const part of ["EMEA", "Americas", "APAC"]) expect(Math.abs(change[part] ?? 1)).toBeLessThan(0.02);
  });

  test("German discounts deepen by at least six points", async () => {
    const [row] = await everything<{ before: number; after: number }[]>`
      select avg(discount) filter (where ordered_on < '2025-07-01')::float8 as before,
        avg(discount) filter (where ordered_on >= '2025-07-01')::float8 as after
      from sales.order_lines l join sales.orders o using (order_id) where o.country_code = 'DE'`;
    expect((row?.after ?? 0) - (row?.before ?? 0)).toBeGreaterThan(0.06);
  });

  test("APAC's growth comes from the line launched in 2024, whose stock is nearly gone", async () => {
    const [row] = await everything<{ meridian: number; others: number; stock: number }[]>`
      with sold as (
        select p.product_line = 'Meridian' as meridian, extract(year from o.ordered_on) as year,
          l.quantity * l.unit_price * (1 - l.discount) as net
        from sales.order_lines l join sales.orders o using (order_id) join catalog.products p using (product_id)
        join reference.countries c on c.country_code = o.country_code
        where c.region_code = 'APAC' and o.ordered_on < '2026-01-01')
      select (sum(net) filter (where meridian and year = 2025))::float8 as meridian,
        (sum(net) filter (where not meridian and year = 2025) - sum(net) filter (where not meridian and year = 2023))::float8 as others,
        (select max(stock_quantity) from catalog.products where product_line = 'Meridian') as stock
      from sold`;
    expect(row?.meridian).toBeGreaterThan(2 * Math.max(0, row?.others ?? 0));
    expect(row?.stock).toBeLessThan(10);
  });
});
