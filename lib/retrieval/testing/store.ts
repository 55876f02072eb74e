import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSearchClient, type SearchClient } from "#db/search/client.ts";
import { type SearchStore, startSearchStore } from "#db/search/embedded/store.ts";
import { migrateSearch } from "#db/search/migrate.ts";
import type { Embedder } from "../embed/embedder.ts";
import { termsOf } from "../terms.ts";

export interface TestSearchStore {
  url: string;
  client: SearchClient;
  /** Forgets everything that was indexed. */
  empty(): Promise<void>;
  /** Kills the process as an accident would, and starts it again on its port. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** A migrated search store on a folder of its own. Takes some seconds: one a test file. */
export async function startTestSearchStore(): Promise<TestSearchStore> {
  const folder = mkdtempSync(join(tmpdir(), "causeway-search-"));
  const start = (port: number): Promise<SearchStore> =>
    startSearchStore({ folder, port, password: "secret" });
  let store = await start(0);
  await migrateSearch(store.url);
  const client = openSearchClient(store.url, { max: 1 });
  return {
    url: store.url,
    client,
    empty: async () => {
      const tables = [
        "documents",
        "document_versions",
        "passages",
        "postings",
        "windows",
        "collections",
        "settings",
        "leases",
      ];
      await client.db.execute(
        `truncate ${tables.map((each) => `causeway_search.${each}`).join(", ")} cascade`,
      );
    },
    kill: async () => {
      process.kill(store.pid, "SIGKILL");
      await store.exited;
      store = await start(store.port);
    },
    stop: async () => {
      await client.close();
      await store.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Stands in for the model: a text is the sum of its words, and words that mean the same are one. Near and far are then
 * known to the test.
 */
export function wordEmbedder(
  sameMeaning: readonly (readonly string[])[] = [],
): Embedder & { embedded: string[] } {
  const meaning = new Map(
    sameMeaning.flatMap((group) =>
      group.flatMap((word) => termsOf(word).map((term) => [term, termsOf(group[0]!)[0]!])),
    ),
  );
  const embedded: string[] = [];
  return {
    id: "words",
    dimensions: 512,
    embedded,
    embed: async (texts) => {
      embedded.push(...texts);
      return texts.map((text) => {
        const vector = new Array<number>(512).fill(0);
        for (const term of termsOf(text)) vector[slotOf(meaning.get(term) ?? term)]! += 1;
        const length = Math.hypot(...vector) || 1;
        return vector.map((each) => each / length);
      });
    },
    close: async () => undefined,
  };
}

function slotOf(term: string): number {
  let hash = 7;
  for (const letter of term) hash = (hash * 31 + letter.codePointAt(0)!) % 511;
  return hash;
}
