import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Cluster } from "#db/embedded/cluster.ts";
import { startTestCluster } from "#db/embedded/test-cluster.ts";
import { guardTransactions } from "./transactions.ts";

let cluster: Cluster;
let admin: postgres.Sql;

beforeAll(async () => {
  cluster = await startTestCluster();
  admin = postgres(cluster.adminUrl, { max: 1 });
});

afterAll(async () => {
  await admin.end();
  await cluster.stop();
});

const open = () => guardTransactions(postgres(cluster.adminUrl, { max: 1, connect_timeout: 3 }));

async function pidOf(tx: postgres.TransactionSql): Promise<number> {
  const [row] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return row!.pid;
}

async function end(pid: number): Promise<void> {
  await admin`select pg_terminate_backend(${pid})`;
  while ((await admin`select 1 from pg_stat_activity where pid = ${pid}`).length > 0);
  await new Promise((resolve) => setTimeout(resolve, 100));
}

// An error thrown from the driver's timer would fail this file as unhandled.
test("a transaction whose connection closes between two statements fails, and the pool goes on", async () => {
  const sql = open();
  const failed = sql.begin(async (tx) => {
    await end(await pidOf(tx));
    await tx`select 2`;
  });
  await expect(failed).rejects.toThrow();
  expect(await sql`select 3 as x`).toEqual([{ x: 3 }]);
  await sql.end();
});

test("a transaction whose connection closes under a statement fails, and the pool goes on", async () => {
  const sql = open();
  const failed = sql.begin(async (tx) => {
    const pid = await pidOf(tx);
    const slow = tx`select pg_sleep(30)`.execute();
    slow.catch(() => undefined);
    while (
      (await admin`select 1 from pg_stat_activity where pid = ${pid} and state = 'active'`).length === 0
    );
    await admin`select pg_terminate_backend(${pid})`;
    await slow;
  });
  await expect(failed).rejects.toThrow();
  await new Promise((resolve) => setTimeout(resolve, 100));
  // The driver gives the server's last words to the first statement after them.
  await sql`select 3 as x`.catch((error: Error) => expect(error.message).toMatch(/terminating connection/));
  expect(await sql`select 3 as x`).toEqual([{ x: 3 }]);
  await sql.end();
});

test("otherwise transactions are what they were", async () => {
  const sql = open();
  await sql`create temp table kept (x int)`;
  await sql.begin(async (tx) => {
    await tx`insert into kept values (1)`;
    await tx.savepoint((inner) => inner`insert into kept values (2)`);
  });
  await expect(
    sql.begin("isolation level serializable", async (tx) => {
      await tx`insert into kept values (3)`;
      throw new Error("mine");
    }),
  ).rejects.toThrow("mine");
  expect((await sql`select x from kept order by x`).map(({ x }) => x)).toEqual([1, 2]);
  await sql.end();
});
