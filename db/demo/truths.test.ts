import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Cluster } from "#db/embedded/cluster.ts";
import { startTestCluster } from "#db/embedded/test-cluster.ts";
import { ensureDemo, warehouseSettings } from "./load.ts";
import { sharedProject } from "./projects.ts";
import { refundPolicyChange } from "./refunds.ts";
import { hamburgTrouble } from "./shipments.ts";
import { hiddenSupplier } from "./suppliers.ts";

let folder: string;
let cluster: Cluster;
let everything: Sql;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "causeway-truths-"));
  cluster = await startTestCluster(warehouseSettings);
  const demo = await ensureDemo(cluster, { folder, size: { webEvents: 1_000 } });
  everything = postgres(demo.globalUrl, { max: 1 });
});

afterAll(async () => {
  await everything.end();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
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

  test("shipments through Hamburg are late by nine days from August 2025 to January 2026, else by two", async () => {
    const [row] = await everything<Record<"during" | "otherwise" | "elsewhere", number>[]>`
      with trouble as (
        select *, sent_on between ${hamburgTrouble.from} and ${hamburgTrouble.to} as during from supply.shipments)
      select avg(delay_days) filter (where port = 'Hamburg' and during)::float8 as during,
        avg(delay_days) filter (where port = 'Hamburg' and not during)::float8 as otherwise,
        avg(delay_days) filter (where port <> 'Hamburg' and during)::float8 as elsewhere from trouble`;
    expect(row?.during).toBeGreaterThan(8.5);
    expect(row?.during).toBeLessThan(9.5);
    for (const usual of [row?.otherwise, row?.elsewhere])
      expect(Math.abs((usual ?? 0) - 2)).toBeLessThan(0.3);
  });

  test("small customers churn most, and most of those on Starter between February and June 2026", async () => {
    const rates = await everything<{ segment: string; rate: number }[]>`
      select c.segment, avg((s.status = 'cancelled')::int)::float8 as rate
      from subscriptions.subscriptions s join sales.customers c using (customer_id) group by 1 order by 2 desc`;
    expect(rates[0]?.segment).toBe("SMB");
    expect(rates[0]?.rate).toBeGreaterThan(1.35 * (rates[1]?.rate ?? 1));
    const [row] = await everything<{ share: number }[]>`
      select avg((ended_on between '2026-02-01' and '2026-06-30')::int)::float8 as share
      from subscriptions.subscriptions s join sales.customers c using (customer_id) join subscriptions.plans p using (plan_code)
      where ended_on is not null and c.segment = 'SMB' and p.name = 'Starter'`;
    expect(row?.share).toBeGreaterThan(0.6);
  });

  test("in the 60 days before they leave, small customers write about price and invoices, enterprises about single sign-on", async () => {
    const shares = await everything<{ segment: string; told: number; leavers: number }[]>`
      with leavers as (
        select s.*, c.segment from subscriptions.subscriptions s join sales.customers c using (customer_id) join subscriptions.plans p using (plan_code)
        where (c.segment = 'SMB' and p.name = 'Starter' and s.ended_on >= '2026-02-01')
          or (c.segment = 'ENTERPRISE' and s.ended_on is not null))
      select segment, count(*)::int as leavers, count(*) filter (where exists (
        select 1 from support.tickets t where t.customer_id = l.customer_id
          and t.opened_on between l.ended_on - 60 and l.ended_on
          and t.subject || ' ' || t.body ~* case segment when 'SMB'
            then 'price|69 |69 euros|expensive|invoice|charged|debit|billing' else 'SSO|single sign-on|SAML|Okta|Entra' end))::int as told
      from leavers l group by 1`;
    expect(shares).toHaveLength(2);
    for (const { told, leavers } of shares) {
      expect(leavers).toBeGreaterThan(15);
      expect(told / leavers).toBeGreaterThan(0.5);
    }
  });

  test("about as many complain of the price and stay, so a complaint alone does not tell who leaves", async () => {
    const [row] = await everything<{ left: number; stayed: number }[]>`
      select count(*) filter (where s.ended_on is not null)::int as left, count(*) filter (where s.ended_on is null)::int as stayed
      from subscriptions.subscriptions s where exists (
        select 1 from support.tickets t where t.subscription_id = s.subscription_id and t.body ~* 'price|69 euros')`;
    expect(row?.stayed).toBeGreaterThan(0.4 * (row?.left ?? 0));
  });

  test("one supplier that supplies nothing to us stands behind most delayed German orders, no other one does", async () => {
    const behind = await everything<{ name: string; share: number; direct: boolean }[]>`
      with delayed as (
        select distinct order_id from supply.shipments where country_code = 'DE' and delay_days > 5),
      hops as (
        select l.from_supplier_id as supplier_id, s.product_id
        from supply.supplier_links l join supply.supplies s on s.supplier_id = l.to_supplier_id)
      select u.name, count(distinct d.order_id)::float8 / (select count(*) from delayed) as share,
        exists (select 1 from supply.supplies s where s.supplier_id = u.supplier_id) as direct
      from delayed d join sales.order_lines o using (order_id) join hops h using (product_id) join supply.suppliers u using (supplier_id)
      group by u.supplier_id, u.name order by 2 desc`;
    expect(behind[0]).toMatchObject({ name: hiddenSupplier, direct: false });
    expect(behind[0]?.share).toBeGreaterThan(0.6);
    expect(behind[1]?.share).toBeLessThan(0.5);
  });

  test("Zhang Wei and Li Na have several projects each and one in common", async () => {
    const teams = await everything<{ name: string; people: string[] }[]>`
      select p.name, array_agg(e.name) as people from projects.projects p join projects.project_members m using (project_id)
      join people.employees e using (employee_id) where e.name in ('Zhang Wei', 'Li Na') group by 1`;
    expect(teams.filter(({ people }) => people.length === 2).map(({ name }) => name)).toEqual([
      sharedProject,
    ]);
    for (const person of ["Zhang Wei", "Li Na"])
      expect(teams.filter(({ people }) => people.includes(person)).length).toBeGreaterThan(2);
    const director = await everything`
      select e.name from projects.projects p join people.employees e on e.employee_id = p.director_id where p.name = 'Aurora'`;
    expect(director).toEqual([{ name: "Ingrid Solheim" }]);
  });

  test("only enterprise customers, and only since March 2026, return goods after more than 14 days", async () => {
    const late = await everything<{ segment: string; first: string }[]>`
      select c.segment, min(s.arrived_on)::text as first from sales.refunds r join sales.orders o using (order_id)
      join sales.customers c using (customer_id)
      join lateral (select max(arrived_on) as arrived_on from supply.shipments s where s.order_id = o.order_id) s on true
      where r.requested_on - s.arrived_on > 14 group by 1`;
    expect(late.map(({ segment }) => segment)).toEqual(["ENTERPRISE"]);
    expect(late[0]!.first >= refundPolicyChange).toBe(true);
  });
});
