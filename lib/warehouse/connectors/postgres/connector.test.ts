import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Cluster } from "#db/embedded/cluster.ts";
import { startTestCluster } from "#db/embedded/test-cluster.ts";
import type { Catalog } from "#lib/contracts/catalog.ts";
import type { Parameter } from "#lib/contracts/reading.ts";
import type { JudgedStatement } from "#lib/contracts/statement.ts";
import { buildCatalog } from "#lib/warehouse/catalog/build-catalog.ts";
import { judge } from "#lib/warehouse/guard/judge.ts";
import { openPolicy } from "#lib/warehouse/policy.ts";
import type { Connector, QueryOptions } from "../connector.ts";
import { postgresConnector } from "./connector.ts";

let cluster: Cluster;
let admin: postgres.Sql;
let connector: Connector;
let catalog: Catalog;

beforeAll(async () => {
  cluster = await startTestCluster();
  admin = postgres(cluster.adminUrl, { max: 2, onnotice: () => undefined });
  await admin.unsafe(`
    create type mood as enum ('calm', 'tense');
    create table numbers (id bigint primary key, label text);
    insert into numbers select n, 'label ' || n from generate_series(1, 60000) n;
    create table kinds (id int primary key, amount numeric(30,10), huge bigint, day date, at timestamptz, plain timestamp,
      span interval, tags text[], data jsonb, raw bytea, flag boolean, mood mood, ratio float8, nothing text);
    insert into kinds values (1, 12345678901234567890.0123456789, 9007199254740993, '2026-03-29',
      '2026-03-29T00:30:00Z', '2026-03-29 02:30:00', '1 mon 2 days', '{a,"b c"}', '{"k": 1}', '\\x00ff', true, 'calm',
      'NaN', null);
    create function public.lower(text) returns text language sql as $$ select 'shadowed' $$;
    create role reader login password 'reader'; alter role reader set datestyle = 'German';
    create role writer login password 'writer';
    create role blind login password 'blind';
    grant usage on schema public to reader, writer;
    revoke all on schema public from public; grant usage on schema public to reader, writer;
    grant select on numbers, kinds to reader, writer; grant insert on numbers to writer;
    analyze`);
  const login = (role: string) => cluster.url(role, role, "postgres");
  connector = postgresConnector({
    id: "test",
    name: "Test warehouse",
    logins: {
      reader: login("reader"),
      writer: login("writer"),
      blind: login("blind"),
      admin: cluster.adminUrl,
      wrong: cluster.url("reader", "wrong", "postgres"),
      nowhere: "postgres://reader:reader@127.0.0.1:9/postgres",
    },
    time_zone: "Europe/Berlin",
  });
  const clock = { now: "2026-01-01T00:00:00Z", timeZone: "UTC", fiscalStart: 1 };
  catalog = buildCatalog(await connector.introspect("reader", openPolicy), null, clock);
});

afterAll(async () => {
  await connector?.close();
  await admin?.end();
  await cluster?.stop();
});

async function judged(sql: string, params: Parameter[] = []): Promise<JudgedStatement> {
  const { statement, layers } = await judge(sql, params, {
    dialect: "postgres",
    catalog,
    sourceVersion: "1",
    maxRows: 1_000_000,
  });
  if (!statement) throw new Error(layers.map((layer) => layer.sentence).join(" "));
  return statement;
}

function options(more: Partial<QueryOptions> = {}): QueryOptions {
  return {
    role: "reader",
    limits: { timeoutSeconds: 20, maxRows: 1_000, maxBytes: 1e6 },
    signal: new AbortController().signal,
    executionId: crypto.randomUUID(),
    ...more,
  };
}

const SLOW = "SELECT count(*) FROM numbers a JOIN numbers b ON a.id <= b.id JOIN numbers c ON c.id <= b.id";

async function sessionsNamed(executionId: string): Promise<number> {
  const [row] = await admin<{ n: number }[]>`
    select count(*)::int as n from pg_stat_activity where application_name = ${`causeway:${executionId}`}`;
  return row!.n;
}

/** Waits until the engine shows the execution, or shows it no more. */
async function until(executionId: string, present: boolean): Promise<void> {
  while ((await sessionsNamed(executionId)) > 0 !== present)
    await new Promise((resolve) => setTimeout(resolve, 20));
}

describe("the PostgreSQL connector", () => {
  it("keeps what types hold: exact decimals, 64-bit integers, days, instants in the business's zone, missing values", async () => {
    const { columns, rows } = await connector.query(await judged("SELECT * FROM kinds"), options());
    const row = Object.fromEntries(columns.map((column, at) => [column.name, rows[0]![at]]));
    expect(row).toMatchObject({
      amount: "12345678901234567890.0123456789",
      huge: "9007199254740993",
      day: "2026-03-29",
      at: "2026-03-29 01:30:00+01",
      plain: "2026-03-29 02:30:00",
      span: "1 mon 2 days",
      tags: '{a,"b c"}',
      data: '{"k": 1}',
      raw: "\\x00ff",
      flag: true,
      mood: "calm",
      ratio: "NaN",
      nothing: null,
    });
    expect(columns.find((column) => column.name === "amount")).toMatchObject({ kind: "decimal" });
  });

  it("names the columns of a result without rows", async () => {
    const { columns, rows, rowCount } = await connector.query(
      await judged("SELECT id, label FROM numbers WHERE id = $1", [-1]),
      options(),
    );
    expect(columns.map((column) => column.name)).toEqual(["id", "label"]);
    expect([rows, rowCount]).toEqual([[], 0]);
  });

  it("stops at the row limit and at the byte limit, and then claims no count", async () => {
    const statement = await judged("SELECT id, label FROM numbers");
    const byRows = await connector.query(statement, options());
    expect(byRows).toMatchObject({ truncated: true, rowCount: null });
    expect(byRows.rows).toHaveLength(1_000);
    const limits = { timeoutSeconds: 20, maxRows: 1e6, maxBytes: 10_000 };
    const byBytes = await connector.query(statement, options({ limits }));
    expect(byBytes.truncated).toBe(true);
    expect(byBytes.rows.length).toBeLessThan(1_000);
  });

  it("ends a query at its time limit, and the next one works", async () => {
    const limits = { timeoutSeconds: 0.3, maxRows: 10, maxBytes: 1e6 };
    await expect(connector.query(await judged(SLOW), options({ limits }))).rejects.toMatchObject({
      code: "E_QUERY_TIMEOUT",
    });
    expect((await connector.query(await judged("SELECT 1"), options())).rows).toEqual([[1]]);
  });

  it("ends the query in the database when it is cancelled, and its session is gone", async () => {
    const controller = new AbortController();
    const running = options({ signal: controller.signal });
    const outcome = connector.query(await judged(SLOW), running).catch((error) => error);
    await until(running.executionId, true);
    controller.abort(new Error("stopped"));
    expect((await outcome).message).toBe("stopped");
    await until(running.executionId, false);
  });

  it("ends an execution that another process left behind", async () => {
    const running = options();
    const outcome = connector.query(await judged(SLOW), running).catch((error) => error);
    await until(running.executionId, true);
    expect(await connector.cancel(running.executionId, "reader")).toBe(true);
    await outcome;
    expect(await connector.cancel(running.executionId, "reader")).toBe(false);
  });

  it("takes no statement that the gate did not make, not even a copy of one it did", async () => {
    const forged = { ...(await judged("SELECT 1")) } as JudgedStatement;
    await expect(connector.query(forged, options())).rejects.toMatchObject({ code: "E_GATE" });
    await expect(connector.estimate(forged, "reader")).rejects.toMatchObject({ code: "E_GATE" });
  });

  it("calls the engine's own function where another schema has one of the same name", async () => {
    const { rows } = await connector.query(await judged("SELECT lower('ABC')"), options());
    expect(rows).toEqual([["abc"]]);
  });

  it("says in words that a role may not read something", async () => {
    const statement = await judged("SELECT count(*) FROM numbers");
    await expect(connector.query(statement, options({ role: "blind" }))).rejects.toMatchObject({
      code: "E_FORBIDDEN",
    });
    await expect(connector.query(statement, options({ role: "ghost" }))).rejects.toMatchObject({
      code: "E_ROLE_UNKNOWN",
    });
  });

  it("prices by rows read, not by rows returned, and lower where a limit ends the scan early", async () => {
    const whole = await connector.estimate(await judged("SELECT max(label) FROM numbers"), "reader");
    expect(whole.scannedRows).toBe(60_000);
    const few = await connector.estimate(await judged("SELECT label FROM numbers LIMIT 10"), "reader");
    expect(few.scannedRows).toBeLessThan(100);
    const looped = await connector.estimate(
      await judged("SELECT count(*) FROM kinds k JOIN numbers n ON n.id > k.id"),
      "reader",
    );
    expect(looped.scannedRows).toBeGreaterThan(19_000);
    const correlated = await connector.estimate(
      await judged(
        "SELECT id, (SELECT count(*) FROM numbers b WHERE b.label > a.label) FROM numbers a LIMIT 1000",
      ),
      "reader",
    );
    expect(correlated.scannedRows).toBeGreaterThan(1_000 * 60_000);
    const sought = await connector.estimate(
      await judged("SELECT id FROM numbers WHERE md5(label) = 'x' LIMIT 1"),
      "reader",
    );
    expect(sought.scannedRows).toBe(60_000);
    const skipped = await connector.estimate(
      await judged("SELECT id FROM numbers OFFSET 59000 LIMIT 1"),
      "reader",
    );
    expect(skipped.scannedRows).toBeGreaterThan(55_000);
    const hashed = await connector.estimate(
      await judged("SELECT count(*) FROM numbers WHERE id NOT IN (SELECT id FROM kinds)"),
      "reader",
    );
    expect(hashed.scannedRows).toBeLessThan(70_000);
  });

  it("tells a login that reads from one that may write, is superuser, sees nothing, or cannot get in", async () => {
    const states = await Promise.all(
      ["reader", "writer", "admin", "blind", "wrong", "nowhere"].map((role) => connector.check(role)),
    );
    expect(states.map((each) => each.state)).toEqual([
      "ready",
      "unsafe",
      "unsafe",
      "unreachable",
      "unreachable",
      "unreachable",
    ]);
    expect(states[1]!.sentence).toContain("may write");
    expect(states[2]!.sentence).toContain("superuser");
    expect(states[4]!.sentence).toContain("refused the login");
    expect(states[5]!.sentence).toContain("nothing listens there");
    for (const { sentence } of states) expect(sentence).not.toMatch(/ECONN|28P01|password authentication/);
  });
});
