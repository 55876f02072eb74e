import { eq } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CoreStore } from "#db/core/client.ts";
import { sourceLog, sources as table } from "#db/core/schema.ts";
import type { Cluster } from "#db/embedded/cluster.ts";
import { startTestCluster } from "#db/embedded/test-cluster.ts";
import { parseConfig } from "#lib/config/load.ts";
import type { ConnectionForm } from "#lib/contracts/source.ts";
import { asker, openTestStore } from "#lib/runs/test-store.ts";
import { openSources } from "#lib/warehouse/sources.ts";
import { connectSource, testConnection } from "./connect.ts";
import { removeSource } from "./registry.ts";

let core: CoreStore;
let warehouse: Cluster;
let form: ConnectionForm;
const config = parseConfig(
  "sources: [{ id: own, name: Own, kind: postgres, default_role: r, logins: { r: 'postgres://r:r@127.0.0.1:9/x' } }]",
  {},
);

beforeAll(async () => {
  process.env.CAUSEWAY_SECRET = "of the test";
  [core, warehouse] = await Promise.all([openTestStore(), startTestCluster()]);
  const admin = postgres(warehouse.adminUrl, { max: 1, onnotice: () => undefined });
  await admin.unsafe(`
    create table orders (id int primary key, total numeric(12,2)); insert into orders values (1, 9.5);
    create role reader login password 'p@ss:w/rd'; grant select on orders to reader;
    create role writer login password 'w'; grant select, insert on orders to writer`);
  await admin.end();
  const { hostname, port } = new URL(warehouse.adminUrl);
  form = {
    kind: "postgres",
    name: "Büro (EU)",
    host: hostname,
    port: Number(port),
    database: "postgres",
    tls: "off",
    logins: [{ role: "analyst", user: "reader", password: "p@ss:w/rd" }],
    timeZone: "Europe/Berlin",
    acceptUnsafe: false,
  };
});

afterAll(async () => {
  await core?.close();
  await warehouse?.stop();
});

const writing = (): ConnectionForm => ({
  ...form,
  logins: [{ role: "analyst", user: "writer", password: "w" }],
});

describe("connecting a source", () => {
  it("saves it, so that every process that looks can ask it, and a removed one is known no more", async () => {
    const other = openSources(config, core.db);
    const id = await connectSource(core.db, asker, form, ["own"]);
    expect(id).toBe("buro-eu");
    await other.refresh();
    const source = other.of(id);
    expect(source.config).toMatchObject({ name: "Büro (EU)", time_zone: "Europe/Berlin" });
    const catalog = await source.catalog({ ...asker, role: "analyst" }, "2026-01-01T00:00:00Z");
    expect(catalog.tables.map((each) => each.id)).toEqual(["public.orders"]);
    await removeSource(core.db, asker, id);
    await other.refresh("now");
    expect(() => other.of(id)).toThrow("or it was removed");
    // Its name is free again, its id is not: old conversations still name it.
    const again = await connectSource(core.db, asker, form, ["own"]);
    expect(again).toBe("buro-eu-2");
    await removeSource(core.db, asker, again);
    await other.close();
  });

  it("keeps no password in the store that the store alone could tell", async () => {
    const id = await connectSource(core.db, asker, { ...form, name: "Sealed" }, []);
    const [row] = await core.db.select().from(table).where(eq(table.id, id));
    expect(JSON.stringify(row)).not.toMatch(/p@ss|p%40ss|reader/);
    process.env.CAUSEWAY_SECRET = "another one";
    const blind = openSources(config, core.db);
    await blind.refresh();
    expect(blind.all().map((each) => each.config.id)).toEqual(["own"]);
    process.env.CAUSEWAY_SECRET = "of the test";
  });

  it("refuses a login that may write with the script of one that only reads, and notes who insists", async () => {
    const { health } = await testConnection(writing());
    expect(health[0]).toMatchObject({ state: "unsafe" });
    expect(health[0]!.script).toContain("GRANT SELECT ON ALL TABLES IN SCHEMA public TO causeway_reader;");
    await expect(connectSource(core.db, asker, writing(), [])).rejects.toMatchObject({
      code: "E_SOURCE_LOGIN",
    });
    const id = await connectSource(core.db, asker, { ...writing(), name: "Risky", acceptUnsafe: true }, []);
    const noted = await core.db.select().from(sourceLog).where(eq(sourceLog.sourceId, id));
    expect(noted.map(({ kind, actor }) => [kind, actor.id])).toEqual([
      ["connected", asker.id],
      ["unsafe-accepted", asker.id],
    ]);
  });

  it("says what is wrong with an address in a sentence of its own", async () => {
    const tried: Array<[Partial<ConnectionForm>, RegExp]> = [
      [{ host: "no-such-host.invalid" }, /host .* cannot be found/],
      [{ port: 9 }, /nothing listens there/],
      [{ logins: [{ role: "a", user: "reader", password: "wrong" }] }, /refused the login/],
      [{ database: "nowhere" }, /no database of that name/],
      [{ tls: "verified" }, /TLS/],
    ];
    for (const [change, sentence] of tried) {
      const { health } = await testConnection({ ...form, ...change });
      expect(health[0]).toMatchObject({ state: "unreachable" });
      expect(health[0]!.sentence).toMatch(sentence);
    }
  });

  it("refuses Causeway's own store", async () => {
    process.env.DATABASE_URL = warehouse.adminUrl;
    await expect(testConnection(form)).rejects.toThrow("Causeway's own store");
    process.env.DATABASE_URL = "";
  });
});
