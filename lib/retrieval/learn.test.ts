import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { CollectionReader } from "./ingest/reading.ts";
import { choose, knownItems, learn } from "./learn.ts";
import { normalise } from "./parse/blocks.ts";
import { openRetrievalOver } from "./retrieval.ts";
import { queryTerms } from "./terms.ts";
import { startTestSearchStore, type TestSearchStore, wordEmbedder } from "./testing/store.ts";

let store: TestSearchStore;

beforeAll(async () => {
  store = await startTestSearchStore();
}, 120_000);
afterEach(() => store.empty());
afterAll(() => store.stop());

const never = new AbortController().signal;

/** Reports that share their everyday words, each with one rare word that a test query leaves out. */
function corpus(count: number): CollectionReader {
  return {
    id: "c",
    name: "Reports",
    async *read() {
      for (let n = 0; n < count; n++) {
        const text = `The monthly inspection report covers machine, building, contract, supplier and safety topics in plant zone${n}alpha unit${n}beta with remark${n}gamma.`;
        yield {
          kind: "document",
          document: {
            id: `c/${n}`,
            collection: "c",
            version: String(n),
            meta: { title: "Report" },
            ...normalise([{ kind: "text", text }]),
          },
        };
      }
    },
  };
}

/** Knows each report by its number, which stands in words that a query of everyday words does not have. */
function knowing(isRight: boolean) {
  const embedder = wordEmbedder();
  const plain = embedder.embed;
  let asked = 0;
  embedder.embed = async (texts) => {
    // A query comes with the sentence it was made of, which tells what it is about.
    const [query, sentence] = texts;
    if (texts.length === 2 && sentence !== undefined && !/zone\d+alpha/.test(query!)) {
      const [vector] = await plain(isRight ? [sentence] : [`nothing ${asked++}`]);
      return [vector!, vector!];
    }
    return plain(texts);
  };
  return embedder;
}

test.each([
  ["earn a weight where they find what words do not", true],
  ["get none where they find nothing", false],
])("vectors %s", async (_, isRight) => {
  const embedder = knowing(isRight);
  await openRetrievalOver(store.url, [corpus(30)], embedder).ingest(never, "words");
  await openRetrievalOver(store.url, [corpus(30)], embedder).ingest(never, "vectors");
  const learnt = await learn(store.client.db, embedder, never);
  expect(learnt.vectorWeight > 0).toBe(isRight);
  expect(learnt.earnedFrom).toMatch(/^30 queries made of its own sentences/);
});

test("it is learnt once, and again only when the corpus has changed by a tenth", async () => {
  const embedder = wordEmbedder();
  const read = async (count: number) => {
    const retrieval = openRetrievalOver(store.url, [corpus(count)], embedder);
    await retrieval.ingest(never, "vectors");
    return (await retrieval.search({ text: "inspection", role: "r", asOf: "2026-01-01" })).searched.fusion
      .earnedFrom;
  };
  // Its reader writes all anew each time: the same number again counts as changed.
  expect(await read(20)).toMatch(/^20 queries/);
  expect(await read(40)).toMatch(/^40 queries/);
});

test("too small a corpus earns nothing and says so", async () => {
  const embedder = wordEmbedder();
  await openRetrievalOver(store.url, [corpus(3)], embedder).ingest(never, "vectors");
  expect(await learn(store.client.db, embedder, never)).toMatchObject({
    vectorWeight: 0,
    noise: null,
    earnedFrom: expect.stringContaining("Only 3"),
  });
});

test("the best weight is taken, if it betters words alone by more than luck", () => {
  const scores = (...values: number[]) => values.map((score, at) => ({ weight: at / 10, score }));
  expect(choose(scores(0.9, 0.903)).weight).toBe(0);
  expect(choose(scores(0.9, 0.93, 0.94, 0.94, 0.7)).weight).toBe(0.2);
  expect(choose(scores(0.9, 0.8)).weight).toBe(0);
});

test("a test query leaves the rarer half of a sentence's words out, and is the same each time", () => {
  const texts = Array.from({ length: 12 }, (_, n) => ({
    documentId: `d${n}`,
    setAside: null,
    text: `The quarterly report of the plant covers safety, contracts and machines, item${n}x and part${n}y. Short one.`,
  }));
  const items = knownItems(texts);
  expect(items).toHaveLength(12);
  expect(items).toEqual(knownItems(texts));
  expect(items[3]!.query).not.toMatch(/item3x|part3y/);
  expect(queryTerms(items[3]!.query).length).toBeGreaterThanOrEqual(3);
});
