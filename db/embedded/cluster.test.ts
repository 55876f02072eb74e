import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Cluster, startCluster } from "./cluster.ts";
import { clusterFolders } from "./location.ts";
import { isAlive, waitForEnd } from "./processes.ts";

const isRoot = process.getuid?.() === 0;
let root: string;
let dataFolder: string;
const started: Cluster[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "causeway cluster "));
  chmodSync(root, 0o711);
  dataFolder = join(root, "core");
});

afterEach(async () => {
  for (const cluster of started.splice(0)) await cluster.stop();
  for (const folder of [...clusterFolders(dataFolder), root])
    rmSync(folder, { recursive: true, force: true });
});

async function start(port = 0): Promise<Cluster> {
  const cluster = await startCluster({ name: "core", dataFolder, port });
  started.push(cluster);
  return cluster;
}

async function query(cluster: Cluster, text: string) {
  const sql = postgres(cluster.adminUrl, { max: 1, onnotice: () => undefined });
  try {
    return await sql.unsafe(text);
  } finally {
    await sql.end();
  }
}

function serverPid(): number {
  const files = clusterFolders(dataFolder).map((folder) => join(folder, "pg", "postmaster.pid"));
  return Number(readFileSync(files.find(existsSync) ?? "", "utf8").split("\n")[0]);
}

test("keeps its data over a stop and a start", async () => {
  const first = await start();
  await query(first, "create table kept as select 42 as answer");
  await first.stop();
  expect(await query(await start(), "select answer from kept")).toEqual([{ answer: 42 }]);
});

test("refuses a wrong password", async () => {
  const cluster = await start();
  const sql = postgres(cluster.url("causeway_admin", "guess", "postgres"), { max: 1 });
  await expect(sql`select 1`).rejects.toThrow(/password authentication failed/);
  await sql.end();
});

test("starts on the same port right after its server was killed", async () => {
  const cluster = await start();
  await query(cluster, "create table kept as select 1 as answer");
  process.kill(serverPid(), "SIGKILL");
  await cluster.exited;
  await cluster.stop();
  const again = await start(cluster.port);
  expect(again.port).toBe(cluster.port);
  expect(await query(again, "select answer from kept")).toEqual([{ answer: 1 }]);
});

// A session that computes does not notice that its server was killed; one that sleeps does.
test.each(["select pg_sleep(20)", "do $$ declare n bigint := 0; begin loop n := n + 1; end loop; end $$"])(
  "starts again although a session of the killed server goes on: %s",
  async (text) => {
    const cluster = await start();
    const session = postgres(cluster.adminUrl, { max: 1, onnotice: () => undefined });
    const [backend] = await session`select pg_backend_pid() as pid`;
    const cut = session.unsafe(text).catch((error: unknown) => error);
    const isRunning =
      "select 1 from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() and backend_type = 'client backend'";
    while ((await query(cluster, isRunning)).length === 0);
    process.kill(serverPid(), "SIGKILL");
    await cluster.stop();
    const again = await start(cluster.port);
    expect(await query(again, "select 1 as answer")).toEqual([{ answer: 1 }]);
    expect(isAlive(backend?.pid)).toBe(false);
    expect(await cut).toBeInstanceOf(Error);
    await session.end({ timeout: 1 });
  },
);

test("takes over a server and a lock whose process was killed", async () => {
  const module = fileURLToPath(new URL("./cluster.ts", import.meta.url));
  const program = `import { startCluster } from ${JSON.stringify(module)};
    const cluster = await startCluster({ name: 'core', dataFolder: ${JSON.stringify(dataFolder)} });
    console.log(cluster.port); setInterval(() => undefined, 1000);`;
  const other = spawn(process.execPath, ["--input-type=module-typescript", "-e", program]);
  await once(other.stdout, "data");
  const orphan = serverPid();
  await expect(start()).rejects.toMatchObject({ code: "in-use" });
  other.kill("SIGKILL");
  await once(other, "close");
  expect(isAlive(orphan)).toBe(true);
  await query(await start(), "select 1");
  expect(await waitForEnd(orphan, 0)).toBe(true);
});

test("does not stop a stranger that has the id of an earlier server", async () => {
  await (await start()).stop();
  const folder = clusterFolders(dataFolder).find((candidate) => existsSync(join(candidate, "pg")));
  writeFileSync(join(folder ?? "", "pg", "postmaster.pid"), `${process.pid}\n`);
  await query(await start(), "select 1");
});

test("says in one sentence that its port is taken", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const address = taken.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  await expect(start(port)).rejects.toMatchObject({
    code: "port-taken",
    message: expect.stringContaining(`Port ${port}`),
  });
  taken.close();
});

test("says in one sentence that its files are damaged", async () => {
  await (await start()).stop();
  const folder = clusterFolders(dataFolder).find((candidate) => existsSync(join(candidate, "pg")));
  rmSync(join(folder ?? "", "pg", "global", "pg_control"));
  await expect(start()).rejects.toMatchObject({
    code: "damaged",
    message: expect.stringContaining("npm run reset"),
  });
});

test("leaves a lock that cannot be read to a person", async () => {
  mkdirSync(dataFolder, { recursive: true });
  writeFileSync(join(dataFolder, "lock"), "not json");
  await expect(start()).rejects.toMatchObject({
    code: "lock-broken",
    message: expect.stringContaining("delete"),
  });
});

test("a set-up that was cut short is done again", async () => {
  mkdirSync(join(dataFolder, "pg-new"), { recursive: true });
  writeFileSync(join(dataFolder, "pg-new", "PG_VERSION"), "18");
  await query(await start(), "select 1");
});

test.runIf(isRoot)(
  "works under a folder that only root can enter, and starts empty once that is deleted",
  async () => {
    chmodSync(root, 0o700);
    const cluster = await start();
    await query(cluster, "create table kept as select 1 as answer");
    await cluster.stop();
    rmSync(dataFolder, { recursive: true });
    await expect(query(await start(), "select answer from kept")).rejects.toThrow(/does not exist/);
  },
);

test("does not take files whose password was lost for abandoned ones", async () => {
  await (await start()).stop();
  rmSync(join(dataFolder, "admin-password"));
  await expect(start()).rejects.toMatchObject({
    code: "damaged",
    message: expect.stringContaining("admin-password"),
  });
});
