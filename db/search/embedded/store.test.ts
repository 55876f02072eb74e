import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { migrateSearch } from "../migrate.ts";
import { type SearchStore, startSearchStore } from "./store.ts";

let template: string;
let folder: string;
const running: SearchStore[] = [];

// Setting the files up takes seconds: once, and a copy for each test.
beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), "causeway-search-"));
  folder = template;
  const store = await start();
  await migrateSearch(store.url);
  await store.stop();
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "causeway-search-"));
  cpSync(template, folder, { recursive: true });
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.stop()));
  rmSync(folder, { recursive: true, force: true });
});

afterAll(() => rmSync(template, { recursive: true, force: true }));

async function start(port = 0): Promise<SearchStore> {
  const store = await startSearchStore({ folder, port, password: "secret" });
  running.push(store);
  return store;
}

const connect = (store: SearchStore) =>
  postgres(store.url, { max: 1, fetch_types: false, onnotice: () => undefined });

test("killed in mid-write and started again on its port, it has all that was committed and nothing else", async () => {
  const store = await start();
  const writer = connect(store);
  let committed = -1;
  const writing = (async () => {
    for (let n = 0; ; n++) {
      await writer.begin(async (tx) => {
        await tx`insert into causeway_search.settings values (${`a${n}`}, '1')`;
        await tx`insert into causeway_search.settings values (${`b${n}`}, '1')`;
      });
      committed = n;
      if (n === 15) process.kill(store.pid, "SIGKILL");
    }
  })().catch(() => undefined);
  await store.exited;
  const again = await start(store.port);
  await writer.end({ timeout: 0 });
  await writing;
  const reader = connect(again);
  const rows = await reader<{ name: string }[]>`select name from causeway_search.settings`;
  await reader.end();
  const names = new Set(rows.map((each) => each.name));
  for (let n = 0; n <= committed; n++)
    expect(names.has(`a${n}`) && names.has(`b${n}`), `row ${n}`).toBe(true);
  // One more may have been committed whose answer was lost; half of one never is.
  const firsts = [...names].filter((name) => name.startsWith("a")).length;
  expect(firsts).toBe([...names].filter((name) => name.startsWith("b")).length);
  expect(again.port).toBe(store.port);
  expect(again.rebuilt).toBe(false);
});

test("a second copy over the same folder is refused in a sentence", async () => {
  await start();
  await expect(start()).rejects.toMatchObject({ code: "in-use", message: expect.stringContaining("in use") });
});

test("files that cannot be opened are thrown away, since all of them can be built again", async () => {
  for (const name of readdirSync(join(folder, "pg", "global")))
    writeFileSync(join(folder, "pg", "global", name), "?");
  const again = await start();
  expect(again.rebuilt).toBe(true);
  await migrateSearch(again.url);
});

test("migrating twice changes nothing", async () => {
  const store = await start();
  await migrateSearch(store.url);
  const sql = connect(store);
  const [row] = await sql`select count(*)::int as n from causeway_search.documents`;
  await sql.end();
  expect(row?.n).toBe(0);
});
