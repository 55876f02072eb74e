import { sql } from "drizzle-orm";
import {
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgSchema,
  primaryKey,
  text,
  timestamp,
} from "drizzle-orm/pg-core";

/** All of it can be built again from the documents: this store may be lost. */
export const search = pgSchema("causeway_search");

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "string" });

/** Written and read as PostgreSQL prints an array: the driver is not told the types of extensions. */
const vector = customType<{ data: string; config: { dimensions: number } }>({
  dataType: (config) => `vector(${config!.dimensions})`,
});

/** The row of a source that a document was made from. */
export interface RowRef {
  source: string;
  table: string;
  key: Record<string, string | number>;
  /** Other columns by which rows may be named in a search: a ticket's customer. */
  links: Record<string, string | number>;
}

export const documents = search.table(
  "documents",
  {
    id: text("id").primaryKey(),
    collection: text("collection").notNull(),
    /** Digest of everything that was read: content, meta data, audience, and the version of our own reading of it. */
    version: text("version").notNull(),
    title: text("title").notNull(),
    kind: text("kind"),
    reference: text("reference"),
    author: text("author"),
    /** ISO days. */
    published: text("published"),
    effective: text("effective"),
    /** The reference of the document that this one takes the place of. */
    supersedes: text("supersedes"),
    /** Roles that may read it; null where everybody may. */
    audience: text("audience").array(),
    row: jsonb("row").$type<RowRef>(),
    /** Normalised: headings, paragraphs and tables, in Markdown's notation. Passages are spans of it. */
    text: text("text").notNull(),
    indexedAt: instant("indexed_at").notNull().defaultNow(),
  },
  (t) => [
    index("documents_by_collection").on(t.collection),
    index("documents_by_reference").on(t.reference),
    index("documents_by_supersedes").on(t.supersedes),
  ],
);

/** What a document said before: an answer of last month still opens the words that it cited. */
export const documentVersions = search.table(
  "document_versions",
  {
    documentId: text("document_id").notNull(),
    version: text("version").notNull(),
    title: text("title").notNull(),
    published: text("published"),
    audience: text("audience").array(),
    text: text("text").notNull(),
    indexedAt: instant("indexed_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.documentId, t.version] })],
);

export const passages = search.table(
  "passages",
  {
    /** Short, because each posting carries it. What others see is made from document, version and chunk. */
    id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
    documentId: text("document_id")
      .notNull()
      .references(() => documents.id, { onDelete: "cascade" }),
    chunk: integer("chunk").notNull(),
    headings: text("headings").array().notNull(),
    /** Offsets in the document's text, in UTF-16 units as JavaScript counts. */
    start: integer("start").notNull(),
    end: integer("end").notNull(),
    /** Terms in it, title and headings included: BM25's document length. */
    terms: integer("terms").notNull(),
    suspicious: boolean("suspicious").notNull().default(false),
    embedded: boolean("embedded").notNull().default(false),
  },
  (t) => [
    index("passages_by_document").on(t.documentId, t.chunk),
    index("passages_to_embed").on(t.id).where(sql`not ${t.embedded}`),
  ],
);

/**
 * The inverted index: how often a term stands in a passage. Without a foreign key, whose check of each row took two
 * thirds of an ingestion's time; `writeDocuments` and `removeDocuments` take out what belongs to a passage.
 */
export const postings = search.table(
  "postings",
  {
    term: text("term").notNull(),
    passageId: integer("passage_id").notNull(),
    count: integer("count").notNull(),
  },
  (t) => [primaryKey({ columns: [t.term, t.passageId] }), index("postings_by_passage").on(t.passageId)],
);

/** The embedding model reads some sixty words: a passage has one vector for each such window. Without a foreign key, as above. */
export const windows = search.table(
  "windows",
  {
    passageId: integer("passage_id").notNull(),
    ordinal: integer("ordinal").notNull(),
    embedding: vector("embedding", { dimensions: 512 }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.passageId, t.ordinal] })],
);

/** How far a collection is, for people; what is left to do shows in the tables themselves. */
export const collections = search.table("collections", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  state: text("state").$type<"reading" | "ready" | "faulty">().notNull(),
  faults: jsonb("faults").$type<string[]>().notNull().default([]),
  readAt: instant("read_at"),
});

/** What was learnt from the corpus as it is: the weight of the vectors, the threshold of relevance. */
export const settings = search.table("settings", {
  name: text("name").primaryKey(),
  value: jsonb("value").notNull(),
});

/** One ingester at a time. */
export const leases = search.table("leases", {
  name: text("name").primaryKey(),
  owner: text("owner").notNull(),
  until: instant("until").notNull(),
  /** Grows each time it is taken: a holder that was only slow cannot write beside its successor. */
  epoch: integer("epoch").notNull().default(1),
});
