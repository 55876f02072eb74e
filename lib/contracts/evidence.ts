import { z } from "zod";
import { cellSchema } from "./statement.ts";

/** Something a person should know about a piece of evidence before trusting it. */
export const findingSchema = z.object({
  code: z.enum([
    "empty",
    "truncated",
    "null_dominant",
    "as_of",
    "multiplied",
    /** A value outside what the column was known to hold. */
    "anomaly",
    /** A column holds another kind of value than was asked for. */
    "type_mismatch",
    /** Read a while ago for the same statement, not now. */
    "recalled",
    /** No period was named, and everything would have been too costly: it covers less than all there is. */
    "narrowed",
    /** Rows that a join finds no partner for. */
    "orphans",
    /** Something the question names rests on a column that vanished. */
    "drift",
    /** A document tries to give a machine reader instructions; it is quoted as text and never followed. */
    "suspicious",
    /** Not everything could be searched or read: vectors still being made, a step left out. */
    "partial",
  ]),
  sentence: z.string(),
});
export type Finding = z.infer<typeof findingSchema>;

/** What a worker returns: a reference, a digest and its quality, never a payload. */
export const evidenceSchema = z.object({
  id: z.string(),
  step: z.number().int(),
  /** The plan's step it answers. */
  task: z.string(),
  /** `table`: rows of a statement; `statistic`: a table that code computed from others; `passages`: texts. */
  kind: z.enum(["table", "statistic", "passages", "none"]),
  /** Result id, or the id of a retrieval; for `none` what was searched. */
  ref: z.string(),
  digest: z.string().max(2048),
  rowCount: z.number().int().nullable().optional(),
  truncated: z.boolean().optional(),
  asOf: z.string(),
  /** Source and role the rows were read as: evidence never crosses rights. */
  rightsKey: z.string(),
  quality: z.array(findingSchema),
  reason: z.enum(["cold_start", "no_match", "denied", "error"]).optional(),
});
export type Evidence = z.infer<typeof evidenceSchema>;

export const claimBasisSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("cell"),
    resultId: z.string(),
    row: z.number().int().min(0),
    column: z.number().int().min(0),
  }),
  z.object({ kind: z.literal("rowCount"), resultId: z.string() }),
  /** The largest or smallest value of a column: what "most" and "least" rest on. */
  z.object({
    kind: z.literal("extreme"),
    resultId: z.string(),
    row: z.number().int().min(0),
    column: z.number().int().min(0),
    which: z.enum(["max", "min"]),
  }),
  /** The sum of a column over all rows of a result that was not cut. */
  z.object({ kind: z.literal("total"), resultId: z.string(), column: z.number().int().min(0) }),
  /** Text of a passage, character for character: offsets into the passage's own text. */
  z.object({
    kind: z.literal("span"),
    retrievalId: z.string(),
    passageId: z.string(),
    start: z.number().int().min(0),
    end: z.number().int().min(1),
  }),
  /** What is known of the document a passage stands in: its title, reference or date. */
  z.object({
    kind: z.literal("document"),
    retrievalId: z.string(),
    passageId: z.string(),
    field: z.enum(["title", "reference", "published", "effective"]),
  }),
  /** How many passages a retrieval brought. */
  z.object({ kind: z.literal("passageCount"), retrievalId: z.string() }),
  /** `sum`, `difference`, `ratio` … over other claims, carried out by code. */
  z.object({
    kind: z.literal("computed"),
    operation: z.enum(["sum", "difference", "ratio"]),
    claims: z.array(z.string()).min(1),
  }),
  /** A word that compares: `rose`, `fell` or `stayed the same`, from the first claim to the second. */
  z.object({ kind: z.literal("direction"), from: z.string(), to: z.string() }),
]);
export type ClaimBasis = z.infer<typeof claimBasisSchema>;

/** A figure or word an answer asserts, with what it rests on. */
export const claimSchema = z.object({
  id: z.string().regex(/^c[0-9]+$/),
  value: cellSchema,
  unit: z.string().optional(),
  basis: claimBasisSchema,
});
export type Claim = z.infer<typeof claimSchema>;

/** Synthesis writes text with slots (`{{c1}}`); code renders the figures into them. */
export const answerBlockSchema = z.object({
  kind: z.enum([
    "finding",
    "detail",
    /** A passage that is quoted; its spans carry the source. */
    "quote",
    /** Two sources that say different things, or a source that the rows contradict. */
    "contradiction",
    "caveat",
    "next",
  ]),
  text: z.string(),
});
export type AnswerBlock = z.infer<typeof answerBlockSchema>;

export const renderedSpanSchema = z.union([
  /** A figure as shown, tied to its claim. First: the plain one would match it too, and drop the claim. */
  z.object({ text: z.string(), claim: z.string() }),
  z.object({ text: z.string() }),
]);

export const answerSchema = z.object({
  /** The whole text as a person reads it. */
  text: z.string(),
  blocks: z.array(answerBlockSchema.extend({ spans: z.array(renderedSpanSchema) })),
  claims: z.array(claimSchema),
});
export type Answer = z.infer<typeof answerSchema>;

/** Refers to the result by id, never to copied rows. */
export const chartSchema = z.object({
  kind: z.enum(["number", "bar", "line"]),
  resultId: z.string(),
  title: z.string(),
  /** Column indexes into the result. */
  x: z.number().int().nullable(),
  y: z.array(z.number().int()).min(1),
  /** Column whose values split the lines, where there is one. */
  series: z.number().int().nullable(),
  unit: z.string().optional(),
});
export type Chart = z.infer<typeof chartSchema>;
