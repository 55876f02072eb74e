import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { isStoreDown, type SearchDatabase, type SearchTransaction } from "#db/search/client.ts";
import { collections, documents } from "#db/search/schema.ts";
import { log } from "#lib/telemetry/log.ts";
import type { Embedder } from "../embed/embedder.ts";
import { learn, newestPassage } from "../learn.ts";
import { readLearnt, writeLearnt } from "../learnt.ts";
import { corpusSize } from "../rank/candidates.ts";
import { listOf } from "../scope.ts";
import { inconsistencies } from "./inconsistencies.ts";
import { type Lease, releaseLease, underLease } from "./lease.ts";
import type { CollectionReader } from "./reading.ts";
import { embedSome } from "./vectors.ts";
import { type IncomingDocument, knownVersions, removeDocuments, writeDocuments } from "./write.ts";

export interface IngestOptions {
  db: SearchDatabase;
  embedder: Embedder;
  readers: readonly CollectionReader[];
  /** Names this process in the lease. */
  owner: string;
  signal: AbortSignal;
  /**
   * `words`: return when all can be found by words; `vectors`: when vectors and the weight are there too; `stopped`:
   * go on, looking for changes, until the signal comes.
   */
  until: "words" | "vectors" | "stopped";
}

/** Documents written in one transaction: what a crash may cost, and what a search waits for at most. */
const BATCH = 25;
const LOOK_AGAIN_MS = 60_000;
const STORE_DOWN_MS = 500;
const WAIT_FOR_LEASE_MS = 2_000;
/** Of the passages: a corpus that changed by more has to teach its weight anew. */
const RELEARN_SHARE = 0.1;

/**
 * Brings the index up to the collections: words at once, vectors after them, then what the corpus teaches. What is left
 * to do is read off the index itself, so a process that dies is gone on from where it was. Only one process does
 * it at a time; a store that is down is waited for. Ends when the signal comes, without an error.
 */
export async function ingest(options: IngestOptions): Promise<void> {
  const { db, owner, signal, until } = options;
  try {
    for (;;) {
      const done = await pass(options).catch((error: unknown) => {
        if (signal.aborted || (until !== "stopped" && !isStoreDown(error))) throw error;
        return isStoreDown(error) ? STORE_DOWN_MS : afterFault(error);
      });
      if (done === "done" && until !== "stopped") return;
      // Whoever holds the lease is doing just that.
      if (done === "busy" && until === "words") return;
      const pause = done === "done" ? LOOK_AGAIN_MS : done === "busy" ? WAIT_FOR_LEASE_MS : done;
      await sleep(pause, null, { signal });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await releaseLease(db, owner).catch((error: unknown) => {
      if (!isStoreDown(error)) log.warn({ error }, "the lease of the ingestion could not be given back");
    });
  }
}

/** A fault that nobody foresaw must not end the reading for as long as the server runs. */
function afterFault(error: unknown): number {
  log.error({ error }, "the documents could not be read into their index; it is tried again");
  return LOOK_AGAIN_MS;
}

async function pass(options: IngestOptions): Promise<"done" | "busy"> {
  const { db, embedder, readers, owner, signal, until } = options;
  return underLease<"done">(db, owner, signal, async (lease) => {
    await lease.write((tx) => dropForgotten(tx, readers));
    for (const reader of readers) await readCollection(db, reader, lease);
    if (until === "words") return "done";
    while (await embedSome(db, embedder, lease));
    await relearn(db, embedder, lease);
    return "done";
  });
}

/** Documents of collections that the configuration no longer names. */
async function dropForgotten(tx: SearchTransaction, readers: readonly CollectionReader[]): Promise<void> {
  const ids = readers.map((each) => each.id);
  await tx.execute(sql`delete from ${collections} where id not in ${listOf(ids)}`);
  const rows = await tx
    .select({ id: documents.id })
    .from(documents)
    .where(sql`${documents.collection} not in ${listOf(ids)}`);
  await removeDocuments(
    tx,
    rows.map((each) => each.id),
  );
}

/** Reads one collection; a document that cannot be read is told, and the rest goes on. */
async function readCollection(db: SearchDatabase, reader: CollectionReader, lease: Lease): Promise<void> {
  await lease.write((tx) => tell(tx, reader, "reading", null));
  const known = await knownVersions(db, reader.id);
  const present = new Set<string>();
  const faults: string[] = [];
  let isWhole = true;
  let batch: IncomingDocument[] = [];
  const flush = async () => {
    const full = batch;
    batch = [];
    await lease.write((tx) => writeDocuments(tx, full));
  };
  for await (const reading of reader.read(known, lease.signal)) {
    if (reading.kind === "unchanged") present.add(reading.id);
    else if (reading.kind === "document") {
      present.add(reading.document.id);
      batch.push(reading.document);
      if (batch.length >= BATCH) await flush();
    } else {
      faults.push(reading.fault);
      if (reading.kind === "unreachable") isWhole = false;
    }
  }
  await flush();
  await lease.write(async (tx) => {
    if (isWhole)
      await removeDocuments(
        tx,
        [...known.keys()].filter((id) => !present.has(id)),
      );
    faults.push(...(await inconsistencies(tx, reader)));
    await warnOfNew(tx, reader, faults);
    await tell(tx, reader, isWhole ? "ready" : "faulty", faults);
  });
}

/** Once for each: the collections are read every minute. */
async function warnOfNew(tx: SearchTransaction, { id }: CollectionReader, faults: string[]): Promise<void> {
  const [row] = await tx
    .select({ faults: collections.faults })
    .from(collections)
    .where(sql`${collections.id} = ${id}`);
  const told = new Set(row?.faults);
  for (const sentence of faults)
    if (!told.has(sentence)) log.warn({ collection: id, sentence }, "a fault of the documents");
}

async function tell(
  tx: SearchTransaction,
  { id, name }: CollectionReader,
  state: "reading" | "ready" | "faulty",
  faults: string[] | null,
): Promise<void> {
  const values = { name, state, ...(faults && { faults, readAt: new Date().toISOString() }) };
  await tx
    .insert(collections)
    .values({ id, ...values })
    .onConflictDoUpdate({ target: collections.id, set: values });
}

async function relearn(db: SearchDatabase, embedder: Embedder, lease: Lease): Promise<void> {
  const known = await readLearnt(db, embedder.id);
  const size = await corpusSize(db, { role: null });
  if (size.passages === 0) return;
  if (known) {
    const allowed = known.passages * RELEARN_SHARE;
    const added = (await newestPassage(db)) - known.newest;
    if (Math.abs(size.passages - known.passages) <= allowed && added <= allowed) return;
  }
  const learnt = await learn(db, embedder, lease.signal);
  await lease.write((tx) => writeLearnt(tx, learnt));
}
