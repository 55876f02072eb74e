import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Cluster } from "#db/embedded/cluster.ts";
import { startTestCluster } from "#db/embedded/test-cluster.ts";
import { orphanShare } from "./campaigns.ts";
import { lateMonth } from "./financials-draft.ts";
import { ensureDemo, warehouseSettings } from "./load.ts";

let folder: string;
let cluster: Cluster;
let everything: Sql;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "causeway-traps-"));
  cluster = await startTestCluster(warehouseSettings);
  const demo = await ensureDemo(cluster, { folder, size: { webEvents: 1_000 } });
  everything = postgres(demo.globalUrl, { max: 1 });
});

afterAll(async () => {
  await everything.end();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe("traps", () => {
  test("payments of an order add up to its lines, and joining both counts them several times", async () => {
    const [row] = await everything<{ differing: number; several: number; orders: number }[]>`
      with lines as (select order_id, sum(quantity * unit_price * (1 - discount)) as net from sales.order_lines group by 1),
      paid as (select order_id, sum(paid_amount) as paid, count(*) as parts from sales.payments group by 1)
      select count(*) filter (where net is distinct from paid)::int as differing,
        count(*) filter (where parts > 1)::int as several, count(*)::int as orders from lines left join paid using (order_id)`;
    expect(row?.differing).toBe(0);
    expect(row!.several / row!.orders).toBeGreaterThan(0.25);
  });

  test("an order's two addresses are its customer's, and often not the same", async () => {
    const [row] = await everything<{ foreign_ones: number; apart: number }[]>`
      select count(*) filter (where b.customer_id <> o.customer_id or s.customer_id <> o.customer_id or b.address_type <> 'billing')::int as foreign_ones,
        avg((b.city <> s.city)::int)::float8 as apart
      from sales.orders o join sales.addresses b on b.address_id = o.billing_address_id
      join sales.addresses s on s.address_id = o.shipping_address_id`;
    expect(row?.foreign_ones).toBe(0);
    expect(row?.apart).toBeGreaterThan(0.2);
  });

  test("some 12 percent of the orders with a campaign have one that is in no table", async () => {
    const [row] = await everything<{ share: number }[]>`
      select avg((c.campaign_code is null)::int)::float8 as share
      from sales.orders o left join sales.campaigns c using (campaign_code) where o.campaign_code is not null`;
    expect(Math.abs((row?.share ?? 0) - orphanShare)).toBeLessThan(0.02);
  });

  test("the old CRM's customer number looks like ours and has no value in common; its references are mixed", async () => {
    const [row] = await everything<{ common: number; kinds: number; keys: number }[]>`
      select count(c.customer_id)::int as common,
        count(distinct case when account_ref ~ '^C-' then 1 when account_ref ~ '^[0-9]+$' then 2 else 3 end)::int as kinds,
        (select count(*) from pg_constraint where conrelid = 'legacy.crm_accounts'::regclass and contype in ('p', 'u', 'f'))::int as keys
      from legacy.crm_accounts a left join sales.customers c using (customer_id)`;
    expect(row).toEqual({ common: 0, kinds: 3, keys: 0 });
  });

  test("the superseded copy misses a third of September 2025 and nothing else", async () => {
    const months = await everything<{ month: string; known: number }[]>`
      select d.month::text, (sum(d.draft_revenue) / sum(f.revenue))::float8 as known
      from finance.monthly_financials_2025_draft d join finance.monthly_financials f using (country_code, month) group by 1 order by 1`;
    expect(months).toHaveLength(9);
    for (const { month, known } of months)
      if (month === lateMonth) expect(Math.abs(known - 0.68)).toBeLessThan(0.06);
      else expect(known).toBe(1);
  });

  test("what is empty means not yet", async () => {
    const [row] = await everything<{ arrived: number; active: number; paid: number }[]>`
      select (select count(*) from supply.shipments where (arrived_on is null) <> (delay_days is null))::int as arrived,
        (select count(*) from subscriptions.subscriptions where (status = 'active') <> (ended_on is null))::int as active,
        (select count(*) from sales.payments where paid_on is null and due_on < '2026-09-01')::int as paid`;
    expect(row).toEqual({ arrived: 0, active: 0, paid: 0 });
  });
});
