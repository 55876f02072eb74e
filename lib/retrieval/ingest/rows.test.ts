import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Cluster } from "#db/embedded/cluster.ts";
import { startTestCluster } from "#db/embedded/test-cluster.ts";
import { parseConfig } from "#lib/config/load.ts";
import type { RowsCollection } from "#lib/config/schema.ts";
import { openSources, type Sources } from "#lib/warehouse/sources.ts";
import { openRetrievalOver, type Retrieval } from "../retrieval.ts";
import { startTestSearchStore, type TestSearchStore, wordEmbedder } from "../testing/store.ts";
import { rowsReader } from "./rows.ts";

let cluster: Cluster;
let admin: postgres.Sql;
let sources: Sources;
let store: TestSearchStore;
let retrieval: Retrieval;
let collection: RowsCollection;

const never = new AbortController().signal;
const today = "2026-09-30";

beforeAll(async () => {
  [cluster, store] = await Promise.all([startTestCluster(), startTestSearchStore()]);
  admin = postgres(cluster.adminUrl, { max: 1, onnotice: () => undefined });
  await admin.unsafe(`
    create schema desk;
    create table desk.tickets (ticket_id int primary key, region text, customer_id int, subject text, body text, opened_on date);
    insert into desk.tickets values
      (1, 'EMEA', 11, 'Invoice sent twice', 'We were billed two times for April.', '2026-04-03'),
      (2, 'APAC', 12, 'Pump is silent', 'The vibration sensor shows nothing.', '2026-05-01'),
      (3, 'EMEA', 13, 'Empty', '', '2026-05-02');
    insert into desk.tickets select n, 'EMEA', 99, 'Question ' || n, 'Routine matter number' || n, '2026-01-01' from generate_series(100, 2600) n;
    alter table desk.tickets enable row level security;
    ${["world", "europe", "nobody"].map((role) => `create role ${role} login password 'secret'; grant usage on schema desk to ${role};`).join(" ")}
    grant select on desk.tickets to world, europe;
    create policy all_rows on desk.tickets to world using (true);
    create policy own_rows on desk.tickets to europe using (region = 'EMEA');`);
  const url = (user: string) => cluster.url(user, "secret", "postgres");
  const config = parseConfig(
    JSON.stringify({
      sources: [
        {
          id: "desk",
          name: "Desk",
          kind: "postgres",
          default_role: "world",
          logins: { world: url("world"), europe: url("europe"), nobody: url("nobody") },
        },
      ],
      documents: [
        {
          id: "tickets",
          name: "Tickets",
          kind: "rows",
          source: "desk",
          table: "desk.tickets",
          key: "ticket_id",
          title: "subject",
          text: ["body"],
          published: "opened_on",
          links: ["customer_id"],
        },
      ],
    }),
    {},
  );
  sources = openSources(config);
  collection = config.documents[0] as RowsCollection;
  retrieval = open(collection);
  await retrieval.ingest(never, "words");
}, 180_000);

afterAll(async () => {
  await retrieval.close();
  await sources.close();
  await admin.end();
  await Promise.all([cluster.stop(), store.stop()]);
});

function open(rows: RowsCollection): Retrieval {
  return openRetrievalOver(
    store.url,
    [rowsReader(rows, sources.of("desk"), () => `${today}T12:00:00Z`)],
    wordEmbedder(),
  );
}

test("each row is a document with its key, its day and the words of its columns", async () => {
  const { passages } = await retrieval.search({ text: "billed two times", role: "europe", asOf: today });
  expect(passages[0]).toMatchObject({
    title: "Invoice sent twice",
    text: "We were billed two times for April.",
    published: "2026-04-03",
    row: { source: "desk", table: "desk.tickets", key: { ticket_id: 1 } },
  });
});

test("a role finds the rows that the database shows to its own login, and no others", async () => {
  const ask = (role: string) =>
    retrieval.search({ text: "vibration sensor shows nothing", role, asOf: today });
  expect((await ask("world")).passages.map((each) => each.title)).toEqual(["Pump is silent"]);
  expect((await ask("europe")).none).toBe("no_match");
  expect((await ask("europe")).searched.documents).toBe((await ask("world")).searched.documents - 1);
  expect((await ask("nobody")).none).toBe("denied");
});

test("more rows than one page holds are all read", async () => {
  const { passages } = await retrieval.search({ text: "number2599", role: "world", asOf: today });
  expect(passages.map((each) => each.title)).toEqual(["Question 2599"]);
  // Without the empty one.
  expect((await retrieval.status()).collections[0]?.documents).toBe(2503);
});

test("a search can be bound to rows by key or by a linked column", async () => {
  const bound = async (rows: {
    source: string;
    table: string;
    column?: string;
    keys: (string | number)[];
  }) => {
    const { passages, below } = await retrieval.search({
      text: "billed two times, sensor shows nothing",
      role: "world",
      asOf: today,
      rows,
    });
    return [...passages, ...below].map((each) => each.title);
  };
  expect(await bound({ source: "desk", table: "desk.tickets", keys: [2] })).toEqual(["Pump is silent"]);
  expect(
    await bound({ source: "desk", table: "desk.tickets", column: "customer_id", keys: [11, "13"] }),
  ).toEqual(["Invoice sent twice"]);
  expect(await bound({ source: "desk", table: "desk.tickets", column: "customer_id", keys: [] })).toEqual([]);
  expect(await bound({ source: "desk", table: "other.table", keys: [2] })).toEqual([]);
  expect(await bound({ source: "other", table: "desk.tickets", keys: [2] })).toEqual([]);
});

test("days narrow a search", async () => {
  const on = async (published: { from?: string; to?: string }) =>
    (await retrieval.search({ text: "billed two times", role: "world", asOf: today, published })).none ??
    "found";
  expect([
    await on({ from: "2026-04-03", to: "2026-04-03" }),
    await on({ from: "2026-04-04" }),
    await on({ to: "2026-04-02" }),
  ]).toEqual(["found", "no_match", "no_match"]);
});

test("a row that changed or went is found as it is now", async () => {
  await admin`update desk.tickets set body = 'It was the turbine gauge.' where ticket_id = 2`;
  await admin`delete from desk.tickets where ticket_id = 2600`;
  await retrieval.ingest(never, "words");
  const titles = async (text: string) =>
    (await retrieval.search({ text, role: "world", asOf: today })).passages.map((each) => each.title);
  expect([
    await titles("turbine gauge"),
    await titles("vibration sensor shows nothing"),
    await titles("number2600"),
  ]).toEqual([["Pump is silent"], [], []]);
});

test("a column that is not there is told in a sentence, and what was read stays", async () => {
  const wrong = open({ ...collection, title: "headline" });
  await wrong.ingest(never, "words");
  const [status] = (await wrong.status()).collections;
  expect(status).toMatchObject({
    state: "faulty",
    documents: 2502,
    faults: [expect.stringMatching(/^Tickets could not be read from desk\.tickets\. .*headline/)],
  });
  await wrong.close();
});
