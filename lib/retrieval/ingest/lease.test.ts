import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { openRetrievalOver } from "../retrieval.ts";
import { startTestSearchStore, type TestSearchStore, wordEmbedder } from "../testing/store.ts";
import { underLease } from "./lease.ts";
import type { CollectionReader } from "./reading.ts";

let store: TestSearchStore;

const never = new AbortController().signal;

beforeAll(async () => {
  store = await startTestSearchStore();
}, 120_000);

afterEach(async () => {
  vi.useRealTimers();
  await store.empty();
});

afterAll(() => store.stop());

/** As another process does once the lease has run out. */
async function takeOver(): Promise<void> {
  await store.client.db.execute(sql`
    update causeway_search.leases set owner = 'another', epoch = epoch + 1, until = now() + interval '1 hour'`);
}

async function endOfLease(): Promise<string> {
  const [row] = await store.client.db.execute<{ until: string }>(
    sql`select until::text as until from causeway_search.leases`,
  );
  return row!.until;
}

test("who was too slow and lost the lease can no longer write, and leaves the rest to its successor", async () => {
  const slow: CollectionReader = {
    id: "library",
    name: "Library",
    async *read() {
      await takeOver();
      yield {
        kind: "document",
        document: {
          id: "library/old",
          collection: "library",
          version: "1",
          meta: { title: "Old" },
          text: "As it was before.",
          blocks: [],
        },
      };
    },
  };
  const retrieval = openRetrievalOver(store.url, [slow], wordEmbedder());
  await retrieval.ingest(never, "words");
  const [status] = (await retrieval.status()).collections;
  expect(status).toMatchObject({ documents: 0, state: "reading" });
  await retrieval.close();
});

test("a lease is held for as long as the work takes, and its loss is noticed without a write", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const result = await underLease(store.client.db, "me", never, async ({ signal }) => {
    const before = await endOfLease();
    vi.advanceTimersByTime(5_000);
    await vi.waitFor(async () => expect((await endOfLease()) > before).toBe(true), { timeout: 10_000 });
    await takeOver();
    vi.advanceTimersByTime(5_000);
    await vi.waitFor(() => expect(signal.aborted).toBe(true), { timeout: 10_000 });
    return "done";
  });
  expect(result).toBe("done");
});

test("while one process holds the lease another is told so, and takes it once it was given back", async () => {
  const { db } = store.client;
  const second = () => underLease(db, "second", never, async () => "done");
  await underLease(db, "first", never, async () => expect(await second()).toBe("busy"));
  await store.client.db.execute(sql`update causeway_search.leases set until = '-infinity'`);
  expect(await second()).toBe("done");
});
