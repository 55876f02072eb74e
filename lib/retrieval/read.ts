import { sql } from "drizzle-orm";
import type { SearchDatabase } from "#db/search/client.ts";
import { documents, documentVersions, passages } from "#db/search/schema.ts";
import type { OpenedDocument, ScoredPassage } from "#lib/contracts/passage.ts";
import { isNotYetInForce, type Succession } from "./rank/succession.ts";
import { idsOf, readableBy } from "./scope.ts";

/** A passage as it lies in the index, without scores. */
export type StoredPassage = Omit<ScoredPassage, "scores" | "coverage">;

type DocumentRow = typeof documents.$inferSelect;

/** Names a passage for good: an id of a version that is no longer the present one finds nothing. */
function passageIdOf(document: DocumentRow, chunk: number): string {
  return `${document.id}#${document.version.slice(0, 12)}.${chunk}`;
}

/** Passages by their internal ids, in the order given; those the role may not read are left out. */
export async function readPassages(
  db: SearchDatabase,
  role: string | null,
  ids: readonly number[],
  succession: Succession,
): Promise<Map<number, StoredPassage>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ passage: passages, document: documents })
    .from(passages)
    .innerJoin(documents, sql`${documents.id} = ${passages.documentId}`)
    .where(sql`${readableBy(role)} and ${passages.id} in ${idsOf(ids)}`);
  return new Map(
    rows.map(({ passage, document }) => [passage.id, storedPassage(passage, document, succession)]),
  );
}

/** Null where there is none, it has changed since, or the role may not read it. */
export async function readPassage(
  db: SearchDatabase,
  role: string,
  id: string,
  succession: Succession,
): Promise<StoredPassage | null> {
  const [, documentId, version, chunk] = /^(.*)#([0-9a-f]{12})\.(\d{1,6})$/s.exec(id) ?? [];
  if (documentId === undefined) return null;
  const [row] = await db
    .select({ passage: passages, document: documents })
    .from(passages)
    .innerJoin(documents, sql`${documents.id} = ${passages.documentId}`)
    .where(
      sql`${readableBy(role)} and ${documents.id} = ${documentId} and left(${documents.version}, 12) = ${version}
          and ${passages.chunk} = ${Number(chunk)}`,
    );
  return row ? storedPassage(row.passage, row.document, succession) : null;
}

/** A document whole, in its present or an earlier version. Null where there is none or the role may not read it. */
export async function readDocument(
  db: SearchDatabase,
  role: string,
  id: string,
  succession: Succession,
  version?: string,
): Promise<OpenedDocument | null> {
  const [document] = await db
    .select()
    .from(documents)
    .where(sql`${readableBy(role)} and ${documents.id} = ${id}`);
  if (!document) return null;
  // Whoever may read it now may read what it said while it was open to the same role.
  const earlier = await db
    .select()
    .from(documentVersions)
    .where(
      sql`${documentVersions.documentId} = ${id} and ${documentVersions.version} <> ${document.version}
          and (${documentVersions.audience} is null or ${role} = any(${documentVersions.audience}))`,
    )
    .orderBy(sql`${documentVersions.indexedAt} desc`);
  const all = [document, ...earlier];
  const wanted = version === undefined ? document : all.find((each) => each.version.startsWith(version));
  if (!wanted) return null;
  return {
    ...aboutDocument(document, succession),
    id: document.id,
    version: wanted.version,
    title: wanted.title,
    text: wanted.text,
    versions: all.map((each) => ({
      version: each.version,
      indexedAt: each.indexedAt,
      ...(each.published !== null && { published: each.published }),
    })),
  };
}

function storedPassage(
  passage: typeof passages.$inferSelect,
  document: DocumentRow,
  succession: Succession,
): StoredPassage {
  const { chunk, headings, start, end } = passage;
  return {
    ...aboutDocument(document, succession),
    id: passageIdOf(document, chunk),
    documentId: document.id,
    version: document.version,
    title: document.title,
    chunk,
    headings,
    start,
    end,
    text: document.text.slice(start, end),
    ...(isNotYetInForce(document, succession) && { notYetInForce: true as const }),
    ...(passage.suspicious && { suspicious: true }),
  };
}

function aboutDocument(document: DocumentRow, succession: Succession) {
  const { kind, reference, author, published, effective, row, collection } = document;
  const supersededBy = succession.supersededBy.get(document.id);
  return {
    collection,
    ...(kind !== null && { kind }),
    ...(reference !== null && { reference }),
    ...(author !== null && { author }),
    ...(published !== null && { published }),
    ...(effective !== null && { effective }),
    ...(row !== null && { row: { source: row.source, table: row.table, key: row.key } }),
    ...(supersededBy && { supersededBy }),
  };
}
