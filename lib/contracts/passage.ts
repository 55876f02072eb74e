import { z } from "zod";

/** Each part of a passage's score; null where it was not computed. */
export const passageScoresSchema = z.object({
  /** Okapi BM25 over stemmed words; unbounded. */
  bm25: z.number().nullable(),
  /** Of the question and the passage's nearest window, -1 to 1. */
  cosine: z.number().nullable(),
  /** Both, brought together with the earned weight; 0 to 1. */
  fused: z.number().nullable(),
  /** Factor for age, at most 1. */
  recency: z.number().nullable(),
  /** By which it was ranked. */
  final: z.number().nullable(),
});
export type PassageScores = z.infer<typeof passageScoresSchema>;

const isoDay = z.string();

export const supersededBySchema = z.object({
  /** Empty where the asker may not read what took its place; the title says so then. */
  documentId: z.string(),
  title: z.string(),
  reference: z.string().optional(),
  effective: isoDay.optional(),
});

/** The row of a source that a document was made from. */
export const passageRowSchema = z.object({
  source: z.string(),
  table: z.string(),
  key: z.record(z.string(), z.union([z.string(), z.number()])),
});

export const scoredPassageSchema = z.object({
  id: z.string(),
  documentId: z.string(),
  /** Digest of the document's content: what a citation is tied to. */
  version: z.string(),
  /** Its ordinal among the document's passages. */
  chunk: z.number().int().min(0),
  title: z.string(),
  kind: z.string().optional(),
  reference: z.string().optional(),
  author: z.string().optional(),
  headings: z.array(z.string()),
  text: z.string(),
  /** Offsets in the document's normalised text, UTF-16 units, the end exclusive. */
  start: z.number().int().min(0),
  end: z.number().int().min(0),
  published: isoDay.optional(),
  effective: isoDay.optional(),
  supersededBy: supersededBySchema.optional(),
  /** Its document takes effect only after the day that was asked about. */
  notYetInForce: z.literal(true).optional(),
  collection: z.string(),
  row: passageRowSchema.optional(),
  /** Text that gives a machine reader orders: shown, quoted with a warning, never followed. */
  suspicious: z.boolean().optional(),
  /** Share of the question's informative words that stand in it or in its title and headings, rare words counting more. */
  coverage: z.number().min(0).max(1),
  scores: passageScoresSchema,
});
export type ScoredPassage = z.infer<typeof scoredPassageSchema>;

/** What was looked through, for a person who wonders why nothing was found. */
export const searchedSchema = z.object({
  /** Those that the role may read, in the collections that were asked. */
  documents: z.number().int(),
  passages: z.number().int(),
  /** The question's words that were looked up. */
  words: z.array(z.string()),
  /** Those of them that stand in no document the role may read. */
  unknownWords: z.array(z.string()),
  collections: z.array(z.string()),
  vectors: z.object({ ready: z.number().int(), total: z.number().int() }),
  fusion: z.object({
    method: z.enum(["bm25", "weighted_sum"]),
    /** Of the cosine; BM25 has the rest. */
    vectorWeight: z.number().min(0).max(1),
    earnedFrom: z.string(),
  }),
});
export type Searched = z.infer<typeof searchedSchema>;

export const searchResultSchema = z.object({
  /** Best first, all above the threshold. */
  passages: z.array(scoredPassageSchema),
  /** A few that came close. */
  below: z.array(scoredPassageSchema),
  /** What a passage has to reach to count as an answer. */
  threshold: z.object({ coverage: z.number(), cosine: z.number(), sentence: z.string() }),
  searched: searchedSchema,
  /** cold_start: nothing is indexed yet; denied: the role may read none of what was asked. */
  none: z.enum(["cold_start", "no_match", "denied"]).optional(),
});
export type SearchResult = z.infer<typeof searchResultSchema>;

/** A document opened for reading. */
export const openedDocumentSchema = z.object({
  id: z.string(),
  version: z.string(),
  title: z.string(),
  kind: z.string().optional(),
  reference: z.string().optional(),
  author: z.string().optional(),
  published: isoDay.optional(),
  effective: isoDay.optional(),
  supersededBy: supersededBySchema.optional(),
  collection: z.string(),
  row: passageRowSchema.optional(),
  /** Normalised: headings, paragraphs and tables in Markdown's notation. */
  text: z.string(),
  /** All that are kept, the present one first. */
  versions: z.array(z.object({ version: z.string(), indexedAt: z.string(), published: isoDay.optional() })),
});
export type OpenedDocument = z.infer<typeof openedDocumentSchema>;

export const collectionStatusSchema = z.object({
  id: z.string(),
  name: z.string(),
  documents: z.number().int(),
  passages: z.number().int(),
  /** Passages that have their vectors; the others are found by words alone. */
  embedded: z.number().int(),
  state: z.enum(["waiting", "reading", "embedding", "ready", "faulty"]),
  /** What could not be read, a sentence each. */
  faults: z.array(z.string()),
});
export type CollectionStatus = z.infer<typeof collectionStatusSchema>;
