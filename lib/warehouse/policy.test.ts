import { readFileSync } from "node:fs";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Cluster } from "#db/embedded/cluster.ts";
import { startTestCluster } from "#db/embedded/test-cluster.ts";
import type { PriceLimits } from "#lib/config/schema.ts";
import type { Catalog } from "#lib/contracts/catalog.ts";
import { buildCatalog } from "./catalog/build-catalog.ts";
import type { RawCatalog } from "./catalog/raw-catalog.ts";
import { introspect, readNames } from "./connectors/postgres/introspect.ts";
import { failure, judge } from "./guard/judge.ts";
import { idleRules, readSchemaPolicy, SchemaPolicyError, tighter } from "./policy.ts";

const rules = `version: 1
exclude:
  tables:
    - table: shop.salaries
      reason: For payroll only.
  columns:
    - column: shop.clients.phone
      reason: Personal data.
    - column: shop.badges.owner_ssn
      reason: Personal data.
`;

const structure = `
  create schema shop;
  create table shop.clients (id int primary key, phone text, city text, note text);
  create table shop.salaries (client_id int references shop.clients (id), amount int);
  create table shop.badges (owner_ssn text primary key, phone text, city text);
  insert into shop.clients values (1, '555-1234', 'Bergen', 'kind');
  insert into shop.badges values ('123-45', '555-1234', 'Bergen');`;

function faultsOf(yaml: string): string[] {
  try {
    readSchemaPolicy(yaml);
  } catch (error) {
    if (error instanceof SchemaPolicyError) return error.message.split("\n");
    throw error;
  }
  return [];
}

describe("a schema policy", () => {
  it("says why something is excluded", () => {
    const policy = readSchemaPolicy(rules);
    expect(policy.reasonFor("shop.salaries")).toBe("For payroll only.");
    expect(policy.reasonFor("shop.clients.phone")).toBe("Personal data.");
    expect(policy.reasonFor("shop.clients")).toBeUndefined();
  });

  it("names each fault with its line", () => {
    expect(faultsOf(rules.replace("shop.salaries", "salaries"))[0]).toMatch(
      /^line 4: .*must be schema\.table$/,
    );
    expect(faultsOf(rules.replace("For payroll only.", '""'))[0]).toMatch(/^line 5: .*must say why$/);
    expect(faultsOf(rules.replace("shop.badges.owner_ssn", "shop.clients.phone"))[0]).toBe(
      "line 9: shop.clients.phone is excluded twice",
    );
    expect(faultsOf(rules.replace("columns:", "colums:"))[0]).toMatch(/^line 3: exclude: .*colums/);
    expect(faultsOf("version: 1\nexclude: [")[0]).toMatch(/^line 2: /);
    expect(faultsOf("")).toHaveLength(1);
  });

  it("is valid for the demo company", () => {
    const policy = readSchemaPolicy(readFileSync("config/schema_policy.yaml", "utf8"));
    expect(policy.reasonFor("people.pii_raw")).toMatch(/payroll/);
  });
});

describe("rules of the business", () => {
  const ruled = readSchemaPolicy(`version: 1
limits: { rows: 50, approve_above: { scannedRows: 10 } }
rules:
  - kind: filter_required
    table: shop.clients
    columns: [city]
    reason: Too many to read them all.
  - kind: never_together
    tables: [shop.clients, shop.badges]
    reason: Who has which badge is not our business.
`);
  const catalog = {
    tables: ["clients", "badges"].map((name) => ({
      id: `shop.${name}`,
      source: "shop",
      schema: "shop",
      name,
      kind: "table",
      primaryKey: [],
      uniqueKeys: [],
    })),
    columns: ["clients.city", "clients.note", "badges.city"].map((name) => ({
      id: `shop.${name}`,
      table: `shop.${name.split(".")[0]}`,
      name: name.split(".")[1],
      type: "text",
      kind: "text",
      nullable: true,
      top: [],
    })),
    joins: [],
  } as unknown as Catalog;
  const judged = (sql: string) =>
    judge(sql, [], { dialect: "postgres", catalog, sourceVersion: "1", maxRows: 50, rules: ruled.rules });

  it("are checked by the gate, which quotes why they are there", async () => {
    const refused = failure(await judged("SELECT count(*) FROM shop.clients"));
    expect(refused).toMatchObject({ layer: "meaning", code: "E_POLICY", candidates: ["city"] });
    expect(refused!.sentence).toContain("Too many to read them all.");
    const together =
      "SELECT count(*) FROM shop.clients c JOIN shop.badges b ON b.city = c.city WHERE c.city = 'x'";
    expect(failure(await judged(together))!.sentence).toContain("not our business");
  });

  it.each([
    "SELECT count(*) FROM shop.clients WHERE city IS NOT NULL",
    "SELECT count(*) FROM shop.clients WHERE city = city",
    "SELECT count(*) FROM shop.clients WHERE note = 'x'",
    "SELECT (SELECT count(*) FROM shop.clients) FROM shop.badges WHERE city = 'x'",
  ])("are not met by a condition that narrows nothing: %s", async (sql) => {
    expect(failure(await judged(sql))).toMatchObject({ code: "E_POLICY" });
  });

  it.each([
    "SELECT count(*) FROM shop.clients WHERE city = 'Bergen'",
    "WITH c AS (SELECT * FROM shop.clients) SELECT count(*) FROM c WHERE city LIKE 'B%'",
    "SELECT count(*) FROM shop.badges",
  ])("let pass what meets them: %s", async (sql) => {
    expect(failure(await judged(sql))).toBeUndefined();
  });

  it("only ever make limits tighter", () => {
    expect(tighter<PriceLimits>({ scannedRows: 100 }, ruled.limits.approve_above)).toEqual({
      scannedRows: 10,
    });
    expect(tighter<PriceLimits>({ scannedRows: 5, bytes: 7 }, ruled.limits.approve_above)).toEqual({
      scannedRows: 5,
      bytes: 7,
    });
  });
});

describe("what a policy excludes", () => {
  let cluster: Cluster;
  let sql: postgres.Sql;
  let raw: RawCatalog;
  let catalog: Catalog;

  beforeAll(async () => {
    cluster = await startTestCluster();
    sql = postgres(cluster.adminUrl, { max: 1, onnotice: () => undefined });
    await sql.unsafe(structure).simple();
    raw = await introspect(sql, "shop", readSchemaPolicy(rules));
    catalog = buildCatalog(raw, null, { now: "2026-01-01T00:00:00Z", timeZone: "UTC", fiscalStart: 1 });
  });

  afterAll(async () => {
    await sql.end();
    await cluster.stop();
  });

  const judged = (statement: string) =>
    judge(statement, [], { dialect: "postgres", catalog, sourceVersion: "1", maxRows: 100 });

  it("is told where a rule matches nothing, with the nearest name", async () => {
    await sql.unsafe("create role stranger login password 'secret'");
    const stranger = postgres(cluster.url("stranger", "secret", "postgres"), { max: 1 });
    // Also what grants hide is there.
    const names = new Set(await readNames(stranger));
    await stranger.end();
    expect(idleRules(readSchemaPolicy(rules), names)).toEqual([]);
    const misspelt = rules
      .replace("shop.salaries", "shop.salary")
      .replace("clients.phone", "client.phone")
      .replace("shop.badges.owner_ssn", "elsewhere.unknown.thing");
    expect(idleRules(readSchemaPolicy(misspelt), names)).toEqual([
      { id: "shop.salary", nearest: "shop.salaries" },
      { id: "shop.client.phone", nearest: "shop.clients.phone" },
      { id: "elsewhere.unknown.thing", nearest: undefined },
    ]);
  });

  it("is not in the catalog: no table, column, key, join or value of it", () => {
    expect(catalog.tables.map(({ id }) => id)).toEqual(["shop.badges", "shop.clients"]);
    expect(JSON.stringify(raw)).not.toMatch(/salaries|owner_ssn|clients\.phone|123-45/);
    expect(raw.values.find(({ column }) => column === "shop.clients.city")?.values).toEqual(["Bergen"]);
  });

  it.each([
    ["E_TABLE", "select amount from shop.salaries"],
    ["E_TABLE", "select 1 from shop.clients c join salaries s on s.client_id = c.id"],
    ["E_COLUMN", "select phone from shop.clients"],
    ["E_ATTR", "select c.phone from shop.clients c"],
    ["E_COLUMN", "select city from shop.clients where phone = '555-1234'"],
    ["E_COLUMN", "select city from shop.clients order by phone"],
    ["E_COLUMN", "select 1 from shop.clients join shop.badges using (phone)"],
    // By position: the second column of the table is the hidden one.
    ["E_COLUMN", "select x.b from shop.clients as x(a, b, c)"],
    ["E_COLUMN", "select j.b from (shop.clients c join shop.badges d on true) as j(a, b)"],
    [
      "E_ATTR",
      "select j.phone from (shop.clients c join (select city as place from shop.badges) d on true) as j",
    ],
  ])("is refused with %s: %s", async (code, statement) => {
    const fault = failure(await judged(statement));
    expect(fault).toMatchObject({ layer: "schema", code });
    expect(fault?.sentence).toMatch(/may not be read|that you may read/);
    expect(fault?.candidates.join()).not.toMatch(/salaries|clients\.phone/);
  });

  it("is not behind a star, nor what a natural join compares", async () => {
    const star = (await judged("select * from shop.clients")).statement!;
    expect(Object.keys((await sql.unsafe(star.text))[0]!)).toEqual(["id", "city", "note"]);
    const natural = (await judged("select c.note from shop.clients c natural join shop.badges b")).statement!;
    await sql`update shop.badges set phone = 'another'`;
    // An engine that compared the hidden telephone numbers too would find nothing any more.
    expect(await sql.unsafe(natural.text)).toHaveLength(1);
  });
});
