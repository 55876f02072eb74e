import { sql } from "drizzle-orm";
import type { SearchDatabase, SearchTransaction } from "#db/search/client.ts";
import { documents, documentVersions, passages, postings, type RowRef, windows } from "#db/search/schema.ts";
import { chunk } from "../parse/chunk.ts";
import type { ParsedDocument } from "../parse/parse-file.ts";
import { idsOf, listOf } from "../scope.ts";
import { isSuspicious } from "../suspicious.ts";
import { termsOf } from "../terms.ts";

/** A document on its way into the index. */
export interface IncomingDocument extends ParsedDocument {
  id: string;
  collection: string;
  /** Digest of all of it. */
  version: string;
  row?: RowRef;
}

/**
 * Writes documents with their passages and words; they can be found by words from then on. What
 * a document said before is kept for those who cited it. The caller leaves out what did not change.
 */
export async function writeDocuments(
  tx: SearchTransaction,
  incoming: readonly IncomingDocument[],
): Promise<void> {
  if (incoming.length === 0) return;
  const ids = incoming.map((each) => each.id);
  await keepVersions(tx, ids);
  await takeOut(tx, ids);
  await tx.insert(documents).values(incoming.map(rowOf));
  const cut = incoming.flatMap((document) => passagesOf(document));
  if (cut.length === 0) return;
  const written = await tx
    .insert(passages)
    .values(cut.map((each) => each.row))
    .returning({ id: passages.id, documentId: passages.documentId, chunk: passages.chunk });
  const idOf = new Map(written.map((each) => [`${each.chunk} ${each.documentId}`, each.id]));
  const counted = cut.flatMap(({ row, counts }) => {
    const id = idOf.get(`${row.chunk} ${row.documentId}`)!;
    return [...counts].map(([term, count]) => [term, id, count]);
  });
  await tx.execute(sql`
    insert into ${postings} (term, passage_id, count)
    select each->>0, (each->>1)::int, (each->>2)::int
    from jsonb_array_elements(${JSON.stringify(counted)}::text::jsonb) each`);
}

/** Takes documents out, with all they said before: a file that was removed may have been removed for a reason. */
export async function removeDocuments(tx: SearchTransaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`delete from ${documentVersions} where document_id in ${listOf(ids)}`);
  await takeOut(tx, ids);
}

async function takeOut(tx: SearchTransaction, ids: readonly string[]): Promise<void> {
  const gone = await tx
    .delete(passages)
    .where(sql`${passages.documentId} in ${listOf(ids)}`)
    .returning({ id: passages.id });
  if (gone.length > 0) {
    const those = idsOf(gone.map((each) => each.id));
    await tx.execute(sql`delete from ${postings} where passage_id in ${those}`);
    await tx.execute(sql`delete from ${windows} where passage_id in ${those}`);
  }
  await tx.execute(sql`delete from ${documents} where id in ${listOf(ids)}`);
}

/** The versions of a collection as they stand in the index, by document. */
export async function knownVersions(db: SearchDatabase, collection: string): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: documents.id, version: documents.version })
    .from(documents)
    .where(sql`${documents.collection} = ${collection}`);
  return new Map(rows.map((each) => [each.id, each.version]));
}

async function keepVersions(tx: SearchTransaction, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    insert into ${documentVersions} (document_id, version, title, published, audience, text, indexed_at)
    select id, version, title, published, audience, text, indexed_at from ${documents} where id in ${listOf(ids)}
    on conflict do nothing`);
}

function rowOf({
  id,
  collection,
  version,
  meta,
  row,
  text,
}: IncomingDocument): typeof documents.$inferInsert {
  return { id, collection, version, text, ...meta, ...(row && { row }) };
}

function passagesOf(document: IncomingDocument) {
  const hidesOrders = document.hidden !== undefined && isSuspicious(document.hidden);
  return chunk(document).map(({ ordinal, headings, start, end }) => {
    const text = document.text.slice(start, end);
    const terms = termsOf([document.meta.title, document.meta.reference ?? "", ...headings, text].join("\n"));
    const counts = new Map<string, number>();
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    return {
      counts,
      row: {
        documentId: document.id,
        chunk: ordinal,
        headings,
        start,
        end,
        terms: terms.length,
        suspicious: hidesOrders || isSuspicious(text),
      },
    };
  });
}
