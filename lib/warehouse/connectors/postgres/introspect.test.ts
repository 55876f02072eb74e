import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Cluster } from "#db/embedded/cluster.ts";
import { startTestCluster } from "#db/embedded/test-cluster.ts";
import type { RawCatalog } from "#lib/warehouse/catalog/raw-catalog.ts";
import { introspect } from "./introspect.ts";

const structure = `
  create schema shop;
  create domain shop.euros as numeric(10,2) check (value >= 0);
  create domain shop.price as shop.euros;
  create type shop.state as enum ('open', 'Closed');
  create table shop."Customer" (id int primary key, name text not null, segment text, region text not null);
  comment on table shop."Customer" is 'Who buys from us.';
  comment on column shop."Customer".segment is 'Size of the customer.';
  create table shop.orders (
    id int not null, placed_at timestamptz not null, customer_id int not null, state shop.state, total shop.price,
    primary key (id, placed_at)
  ) partition by range (placed_at);
  create table shop.orders_2024 partition of shop.orders for values from ('2024-01-01') to ('2025-01-01');
  create table shop.orders_2025 partition of shop.orders for values from ('2025-01-01') to ('2026-01-01');
  alter table shop.orders_2024 add foreign key (customer_id) references shop."Customer" (id);
  alter table shop.orders_2025 add foreign key (customer_id) references shop."Customer" (id);
  create table shop.secret (id int);
  create view shop.open_orders as select id, total from shop.orders where state = 'open';
  insert into shop."Customer" values (1, 'Ada', 'SMB', 'north'), (2, 'Bob', 'smb', 'south'), (3, 'Cy', null, 'north');
  insert into shop.orders values (1, '2024-05-01', 1, 'open', 10), (2, '2025-06-01', 2, 'Closed', 30.5);
  create table shop.parcels (parcel int, order_ref bigint, "Customer_id" int);
  insert into shop.parcels select n, n, 1 + n % 5 from generate_series(1, 40) n;
  create role analyst login password 'analyst';
  grant usage on schema shop to analyst;
  grant select on shop."Customer", shop.orders, shop.parcels, shop.open_orders to analyst;
  alter table shop."Customer" enable row level security;
  create policy north on shop."Customer" for select to analyst using (region = 'north');
  analyze;`;

describe("introspection as the asking role", () => {
  let cluster: Cluster;
  let raw: RawCatalog;
  let first: RawCatalog;

  beforeAll(async () => {
    cluster = await startTestCluster();
    const admin = postgres(cluster.adminUrl, { max: 1, onnotice: () => undefined });
    await admin.unsafe("create database shop").simple();
    await admin.end();
    const owner = postgres(cluster.adminUrlOf("shop"), { max: 1, onnotice: () => undefined });
    await owner.unsafe(structure).simple();
    await owner.end();
    const sql = postgres(cluster.url("analyst", "analyst", "shop"), { max: 1, onnotice: () => undefined });
    raw = await introspect(sql, "test", undefined, {
      onStructure: async (structure) => {
        first = structure;
      },
    });
    await sql.end();
  });
  afterAll(() => cluster?.stop());

  it("shows what the role may select: parents instead of partitions, views, mixed-case names", () => {
    expect(raw.tables.map(({ id, kind }) => [id, kind])).toEqual([
      ["shop.Customer", "table"],
      ["shop.open_orders", "view"],
      ["shop.orders", "table"],
      ["shop.parcels", "table"],
    ]);
    expect(raw.tables[0]).toMatchObject({ comment: "Who buys from us.", primaryKey: ["shop.Customer.id"] });
  });

  it("reads keys of several columns in order", () => {
    expect(raw.tables.find(({ name }) => name === "orders")?.primaryKey).toEqual([
      "shop.orders.id",
      "shop.orders.placed_at",
    ]);
  });

  it("follows domains to their base type and reads enums as text", () => {
    const kinds = Object.fromEntries(raw.columns.map(({ id, kind }) => [id, kind]));
    expect(kinds).toMatchObject({
      "shop.orders.total": "decimal",
      "shop.orders.state": "text",
      "shop.orders.placed_at": "timestamp",
    });
  });

  it("lifts a key that every partition declares to the parent", () => {
    expect(raw.joins).toEqual([
      {
        from: ["shop.orders.customer_id"],
        to: ["shop.Customer.id"],
        origin: "declared",
        score: 1,
        cardinality: "many_to_one",
      },
    ]);
  });

  it("keeps values that row security hides out of profile and index", () => {
    const names = raw.values.find(({ column }) => column === "shop.Customer.name");
    expect(names?.values).toEqual(["Ada", "Cy"]);
    expect(raw.columns.find(({ id }) => id === "shop.Customer.segment")).toMatchObject({
      nullShare: 0.5,
      distinct: 1,
      top: ["SMB"],
    });
  });

  it("gives ranges as the engine prints them", () => {
    expect(raw.columns.find(({ id }) => id === "shop.orders.total")).toMatchObject({
      min: "10.00",
      max: "30.50",
      distinct: 2,
    });
  });

  it("tells the structure before any value is read", () => {
    expect(first.columns.map(({ id }) => id)).toEqual(raw.columns.map(({ id }) => id));
    expect(first.joins).toEqual(raw.joins);
    expect(first.values).toEqual([]);
    expect(first.columns.every(({ top, min }) => top.length === 0 && min === undefined)).toBe(true);
  });

  it("looks up values of a column that is named after a key, among the rows that this role sees", () => {
    const pair = { from: "shop.parcels.Customer_id", to: "shop.Customer.id" };
    expect(raw.overlaps).toContainEqual({ ...pair, sampled: 5, found: 2, repeats: false });
  });
});
