import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type IncomingDocument, writeDocuments } from "./ingest/write.ts";
import { normalise } from "./parse/blocks.ts";
import { paragraphs } from "./parse/parse-file.ts";
import { startTestSearchStore, type TestSearchStore } from "./testing/store.ts";
import { readRowTexts } from "./texts.ts";

let store: TestSearchStore;

beforeAll(async () => {
  store = await startTestSearchStore();
}, 120_000);

beforeEach(() => store.empty());

afterAll(() => store.stop());

function ticket(key: number, text: string, values: Partial<IncomingDocument> = {}): IncomingDocument {
  return {
    ...normalise(paragraphs(text)),
    id: `tickets/${key}`,
    collection: "tickets",
    version: "1",
    meta: { title: `Ticket ${key}`, audience: ["world"] },
    row: { ...tickets, key: { ticket_id: key }, links: {} },
    ...values,
  };
}

const write = (documents: IncomingDocument[]) =>
  store.client.db.transaction((tx) => writeDocuments(tx, documents));

const tickets = { source: "desk", table: "public.tickets" };

const wordsOf = ({ words }: { words: { surface: string }[] }) => words.map((each) => each.surface);

test("a row that several documents were made of is one text, without a pair across them", async () => {
  await write([
    ticket(1, "pump leaks"),
    ticket(1, "gauge broken", { id: "tickets/1~1" }),
    ticket(1, "unseen wording", { id: "tickets/1~2", meta: { title: "x", audience: ["other"] } }),
    ticket(2, "pump silent"),
  ]);
  const { texts, truncated } = await readRowTexts(store.client.db, "world", tickets);
  expect(truncated).toBe(false);
  expect(texts.map((each) => each.key).sort()).toEqual(["1", "2"]);
  expect(wordsOf(texts.find((each) => each.key === "1")!)).toEqual(["pump", "leaks", "", "gauge", "broken"]);
});

test("a cut is told", async () => {
  await write([ticket(1, "a pump"), ticket(2, "a gauge"), ticket(3, "a valve")]);
  const read = (most: number) => readRowTexts(store.client.db, "world", tickets, most);
  expect(await read(3)).toMatchObject({ truncated: false });
  const cut = await read(2);
  expect(cut.truncated).toBe(true);
  expect(cut.texts).toHaveLength(2);
});

test("a table of the same name in another source is another table", async () => {
  await write([
    ticket(1, "a pump"),
    ticket(2, "a gauge", { row: { ...tickets, source: "shop", key: { ticket_id: 2 }, links: {} } }),
  ]);
  const { texts } = await readRowTexts(store.client.db, "world", tickets);
  expect(texts.map((each) => each.key)).toEqual(["1"]);
});
