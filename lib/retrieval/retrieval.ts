import { sql } from "drizzle-orm";
import { isStoreDown, openSearchClient, type SearchDatabase } from "#db/search/client.ts";
import { collections as collectionRows, documents, passages } from "#db/search/schema.ts";
import { type CollectionConfig, rolesOf } from "#lib/config/schema.ts";
import { AppError } from "#lib/contracts/errors.ts";
import type { CollectionStatus, OpenedDocument, SearchResult } from "#lib/contracts/passage.ts";
import { leaseOwner } from "#lib/runs/lease.ts";
import { log } from "#lib/telemetry/log.ts";
import type { Sources } from "#lib/warehouse/sources.ts";
import { type Embedder, openEmbedder } from "./embed/embedder.ts";
import { folderReader } from "./ingest/folder.ts";
import { type IngestOptions, ingest } from "./ingest/ingest.ts";
import type { CollectionReader } from "./ingest/reading.ts";
import { rowsReader } from "./ingest/rows.ts";
import { corpusSize } from "./rank/candidates.ts";
import { successionAsOf } from "./rank/succession.ts";
import { readDocument, readPassage, type StoredPassage } from "./read.ts";
import { readableBy, type TableRef } from "./scope.ts";
import { type SearchRequest, search } from "./search.ts";
import { type RowTexts, readRowTexts } from "./texts.ts";

export interface RetrievalOptions {
  /** The search store. Without one nothing is ever found, and the status says why. */
  url: string | undefined;
  /** The configured collections. */
  collections: readonly CollectionConfig[];
  /** Where collections of rows are read. */
  sources: Sources;
  /** Absent: the model that comes with its package. */
  embedder?: Embedder;
}

export interface Retrieval {
  /** The passages that answer a question, among those the role may read. Throws `E_SEARCH_DOWN`. */
  search(request: SearchRequest): Promise<SearchResult>;
  /** One passage to cite. Null where there is none, it has changed, or the role may not read it. */
  passage(id: string, role: string, asOf?: string): Promise<StoredPassage | null>;
  /** A document to read a citation in; an earlier version where `version` says so. */
  document(
    id: string,
    role: string,
    options?: { version?: string; asOf?: string },
  ): Promise<OpenedDocument | null>;
  /** Whether this role has anything to search. */
  isFilled(role: string): Promise<boolean>;
  /** The texts of a table's rows that the role may read, cut into words; a sample of them where there are too many. */
  texts(table: TableRef, role: string): Promise<RowTexts>;
  /** How far each collection is. Counts all documents: it is for whoever runs Causeway, not for who asks. */
  status(): Promise<{ collections: CollectionStatus[] }>;
  /** The same of what this role may read. Of faults it hears the sentences, without the words they quote from a document. */
  statusFor(role: string): Promise<{ collections: CollectionStatus[] }>;
  /** Reads the collections into the index. Runs until the signal, or as far as `until` says. Never throws for a store that is down. */
  ingest(signal: AbortSignal, until?: IngestOptions["until"]): Promise<void>;
  /** Loads the embedding model before the first question needs it. */
  warmUp(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the documents for searching. Nothing is reached before the first call. */
export function openRetrieval(options: RetrievalOptions): Retrieval {
  const { url, sources } = options;
  const roles = [...new Set(sources.all().flatMap((each) => rolesOf(each.config)))];
  const readers = options.collections.map(
    (each): CollectionReader =>
      each.kind === "folder"
        ? folderReader(each, roles)
        : rowsReader(each, sources.of(each.source), () => new Date().toISOString()),
  );
  return openRetrievalOver(url, readers, options.embedder);
}

/** The same over collections that are read in some other way: a benchmark's, a test's. */
export function openRetrievalOver(
  url: string | undefined,
  readers: readonly CollectionReader[],
  embedder: Embedder = openEmbedder(),
): Retrieval {
  if (url === undefined || url === "") return withoutStore(readers);
  const { db, close } = openSearchClient(url);
  const known = readers.map((each) => each.id);
  const today = () => new Date().toISOString().slice(0, 10);
  return {
    search: (request) => reaching(() => search(db, embedder, known, request)),
    passage: (id, role, asOf = today()) =>
      reaching(async () => readPassage(db, role, id, await successionAsOf(db, role, asOf))),
    document: (id, role, { version, asOf = today() } = {}) =>
      reaching(async () => readDocument(db, role, id, await successionAsOf(db, role, asOf), version)),
    isFilled: (role) => reaching(async () => (await corpusSize(db, { role })).passages > 0),
    texts: (table, role) => reaching(() => readRowTexts(db, role, table)),
    status: () => reaching(() => status(db, readers, null)),
    statusFor: (role) => reaching(() => status(db, readers, role)),
    ingest: (signal, until = "stopped") =>
      ingest({ db, embedder, readers, owner: leaseOwner(), signal, until }),
    warmUp: async () => {
      await embedder.embed(["ready"], { urgent: true });
    },
    close: async () => {
      await embedder.close();
      await close();
    },
  };
}

/** Where the store cannot be reached, in a sentence. Any other fault stays what it is: a wrong statement is no outage. */
async function reaching<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    if (!isStoreDown(cause)) {
      log.error({ error: cause }, "the index of the documents answered with a fault that nobody foresaw");
      throw cause;
    }
    throw new AppError(
      "E_SEARCH_DOWN",
      "The documents cannot be searched right now: their index does not answer. Try again in a moment.",
      { cause },
    );
  }
}

async function status(db: SearchDatabase, readers: readonly CollectionReader[], role: string | null) {
  const counts = await db.execute<{ id: string; documents: number; passages: number; embedded: number }>(sql`
    select ${documents.collection} as id, count(distinct ${documents.id})::int as documents,
           count(${passages.id})::int as passages, count(*) filter (where ${passages.embedded})::int as embedded
    from ${documents} left join ${passages} on ${passages.documentId} = ${documents.id}
    where ${readableBy(role)} group by 1`);
  const rows = await db.select().from(collectionRows);
  return {
    collections: readers.map(({ id, name }): CollectionStatus => {
      const counted = counts.find((each) => each.id === id);
      const row = rows.find((each) => each.id === id);
      const { documents = 0, passages = 0, embedded = 0 } = counted ?? {};
      const isEmbedding = row?.state === "ready" && embedded < passages;
      return {
        id,
        name,
        documents,
        passages,
        embedded,
        state: row === undefined ? "waiting" : isEmbedding ? "embedding" : row.state,
        faults: (row?.faults ?? []).map((each) => (role === null ? each : withoutQuotations(each))),
      };
    }),
  };
}

/** Whose readers are not known may say nothing to anybody: a fault quotes a document in brackets. */
function withoutQuotations(fault: string): string {
  return fault.replace(/(was left out: [^(]*?) \(.*\)(?=\.$)/s, "$1");
}

/** There is no store to search: told wherever somebody looks, and no reason for the rest to stop. */
function withoutStore(readers: readonly CollectionReader[]): Retrieval {
  const fault = "No search store is set up. Start with `npm start`, or set SEARCH_DATABASE_URL.";
  const down = async () => {
    throw new AppError("E_SEARCH_DOWN", fault);
  };
  const nothing = async () => undefined;
  const faulty = async () => ({
    collections: readers.map(
      ({ id, name }): CollectionStatus => ({
        id,
        name,
        documents: 0,
        passages: 0,
        embedded: 0,
        state: "faulty",
        faults: [fault],
      }),
    ),
  });
  return {
    search: down,
    passage: down,
    document: down,
    isFilled: async () => false,
    texts: async () => ({ texts: [], truncated: false }),
    status: faulty,
    statusFor: faulty,
    ingest: nothing,
    warmUp: nothing,
    close: nothing,
  };
}
