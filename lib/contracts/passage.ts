import { z } from "zod";

/** Each figure that ranked a passage, so that nobody has to guess why it came first; null where not computed. */
export const passageScoresSchema = z.object({
  bm25: z.number().nullable(),
  cosine: z.number().nullable(),
  fused: z.number().nullable(),
  recency: z.number().nullable(),
  final: z.number(),
});
export type PassageScores = z.infer<typeof passageScoresSchema>;

/** A piece of a document as a search found it. */
export const scoredPassageSchema = z.object({
  id: z.string(),
  documentId: z.string(),
  /** Hash of the document's content: a citation names the version it quotes. */
  version: z.string(),
  /** Ordinal of the piece within the document. */
  chunk: z.number().int().min(0),
  title: z.string(),
  /** `policy`, `incident report`, `ticket` … */
  kind: z.string().optional(),
  reference: z.string().optional(),
  author: z.string().optional(),
  /** The headings above it, outermost first. */
  headings: z.array(z.string()),
  text: z.string(),
  /** Offsets in the document's normalised text. */
  start: z.number().int().min(0),
  end: z.number().int().min(0),
  /** ISO dates. */
  published: z.string().optional(),
  effective: z.string().optional(),
  supersededBy: z
    .object({
      documentId: z.string(),
      title: z.string(),
      reference: z.string().optional(),
      effective: z.string().optional(),
    })
    .optional(),
  /** The collection it belongs to. */
  collection: z.string(),
  /** For text that is kept in a database's row: which row. */
  row: z
    .object({
      source: z.string(),
      table: z.string(),
      key: z.record(z.string(), z.union([z.string(), z.number()])),
    })
    .optional(),
  /** It speaks to a machine reader as if to instruct it; quoted as text, never followed. */
  suspicious: z.boolean().optional(),
  scores: passageScoresSchema,
});
export type ScoredPassage = z.infer<typeof scoredPassageSchema>;

/** What a search looked through, so that "nothing found" says where. */
export const searchedSchema = z.object({
  documents: z.number().int(),
  passages: z.number().int(),
  /** The terms of the question that were looked for. */
  words: z.array(z.string()),
  collections: z.array(z.string()),
  /** Passages whose vectors are made, of all: below all, meaning is searched in part only. */
  vectors: z.object({ ready: z.number().int(), total: z.number().int() }),
  fusion: z.object({ method: z.string(), vectorWeight: z.number(), earnedFrom: z.string() }),
});
export type Searched = z.infer<typeof searchedSchema>;

export const noPassagesSchema = z.enum(["cold_start", "no_match", "denied"]);

/** One search with what it brought: stored once, as an event, and referred to by id. */
export const retrievalSchema = z.object({
  id: z.string(),
  /** What was searched for. */
  text: z.string(),
  title: z.string(),
  /** In words: `tickets of the 214 customers found`, `published in 2025`. */
  restrictedTo: z.array(z.string()),
  /** Best first, above the threshold. */
  passages: z.array(scoredPassageSchema),
  /** The best of those under the threshold, to show what was weighed and left. */
  below: z.array(scoredPassageSchema),
  threshold: z.number(),
  searched: searchedSchema,
  none: noPassagesSchema.nullable(),
});
export type Retrieval = z.infer<typeof retrievalSchema>;
