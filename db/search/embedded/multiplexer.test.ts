import { createServer, type Server } from "node:net";
import { PGlite } from "@electric-sql/pglite";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Multiplexer } from "./multiplexer.ts";

const IDLE_MS = 300;

let store: PGlite;
let server: Server;
let port: number;
const clients: postgres.Sql[] = [];

beforeAll(async () => {
  store = await PGlite.create();
  await store.exec("create table notes (writer int, n int)");
  const multiplexer = new Multiplexer(store, "secret", IDLE_MS);
  server = createServer((socket) => multiplexer.serve(socket));
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  port = (server.address() as { port: number }).port;
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((each) => each.end({ timeout: 1 })));
  await store.exec("truncate notes");
});

afterAll(async () => {
  server.close();
  await store.close();
});

function connect(max = 2, password = "secret"): postgres.Sql {
  const client = postgres(`postgres://any:${password}@127.0.0.1:${port}/any`, { max, fetch_types: false });
  clients.push(client);
  return client;
}

test("each of many connections gets its own answers, in queries, transactions and errors alike", async () => {
  const writers = Array.from({ length: 4 }, () => connect());
  const wrong: string[] = [];
  await Promise.all(
    writers.flatMap((sql, writer) =>
      [0, 1].map(async (lane) => {
        for (let n = lane; n < 60; n += 2) {
          const [row] = await sql`select ${writer * 1000 + n}::int as number, ${`text ${n}`} as text`;
          if (row?.number !== writer * 1000 + n || row?.text !== `text ${n}`) wrong.push(`query ${n}`);
          if (n % 6 === 0)
            await sql.begin(async (tx) => {
              await tx`insert into notes values (${writer}, ${n})`;
              const [seen] =
                await tx`select count(*)::int as n from notes where writer = ${writer} and n = ${n}`;
              if (seen?.n !== 1) wrong.push(`transaction ${n}`);
            });
          if (n % 7 === 0) {
            const fault = await sql`select 1 / ${0}::int`.catch((error: postgres.PostgresError) => error);
            if ((fault as postgres.PostgresError).code !== "22012") wrong.push(`error ${n}`);
          }
        }
      }),
    ),
  );
  expect(wrong).toEqual([]);
  const [{ n }] = (await store.query<{ n: number }>("select count(*)::int as n from notes")).rows as [
    { n: number },
  ];
  expect(n).toBe(4 * 10);
});

test("a wrong password is refused before anything runs", async () => {
  await expect(connect(1, "guess")`select 1`).rejects.toMatchObject({ code: "28P01" });
});

test("a connection that breaks off in mid-transaction leaves nothing written and nobody waiting", async () => {
  const leaver = connect(1);
  const begun = Promise.withResolvers<void>();
  const left = leaver
    .begin(async (tx) => {
      await tx`insert into notes values (1, 1)`;
      begun.resolve();
      await new Promise(() => undefined);
    })
    .catch(() => undefined);
  await begun.promise;
  await leaver.end({ timeout: 0 });
  await left;
  const [row] = await connect()`select count(*)::int as n from notes`;
  expect(row?.n).toBe(0);
});

test("a transaction that is left open is ended, so that the others go on", async () => {
  const sleeper = connect(1);
  const asleep = sleeper.begin(async (tx) => {
    await tx`insert into notes values (2, 2)`;
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS * 4));
    await tx`select 1`;
  });
  const told = asleep.catch((error: postgres.PostgresError) => error.code);
  const [row] = await connect()`select count(*)::int as n from notes`;
  expect(row?.n).toBe(0);
  expect(await told).toMatch(/25P03|CONNECTION/);
});

test("two connections may give their prepared statements the same name", async () => {
  const [one, two] = [connect(1), connect(1)];
  const first = await one`select ${1}::int as n, 'one' as who`;
  const second = await two`select ${2}::int as n, 'two' as who`;
  expect([first[0]?.who, second[0]?.who]).toEqual(["one", "two"]);
});

test("a transaction whose messages came in pieces does not end the connection later on", async () => {
  const closed: number[] = [];
  const watched = postgres(`postgres://any:secret@127.0.0.1:${port}/any`, {
    max: 1,
    fetch_types: false,
    onclose: (id) => closed.push(id),
  });
  clients.push(watched);
  await watched.begin(async (tx) => {
    for (let n = 0; n < 5; n++) await tx`select length(${"x".repeat(300_000 + n)}) as n`;
  });
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS * 2));
  await watched`select 1`;
  expect(closed).toEqual([]);
});

test("a message larger than a network packet arrives whole, both ways", async () => {
  const text = "x".repeat(500_000);
  const [row] = await connect()`select ${text} || 'y' as text`;
  expect(row?.text).toBe(`${text}y`);
});
