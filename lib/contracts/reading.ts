import { z } from "zod";
import { joinSchema } from "./catalog.ts";

/** A value bound to a placeholder. Dates travel as ISO text, exact decimals as text. */
export const parameterSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type Parameter = z.infer<typeof parameterSchema>;

/** One part of what a question was taken to mean, with the words it came from. */
export const readingPartSchema = z.object({
  /** Plain words for a chip: `revenue`, `Germany`, `Q3 2025`. */
  label: z.string(),
  /** The words of the question this came from; empty where it was implied. */
  words: z.array(z.string()),
  /** Column, table or metric id it is bound to. */
  binding: z.string().optional(),
  /** Why it was bound so, in words. */
  because: z.string().optional(),
  /** What else the words could have meant. */
  alternatives: z.array(z.string()),
});
export type ReadingPart = z.infer<typeof readingPartSchema>;

export const readingTimeSchema = readingPartSchema.extend({
  /** First day, inclusive, ISO. */
  from: z.string().optional(),
  /** Day after the last, exclusive, ISO. */
  to: z.string().optional(),
  grain: z.enum(["day", "week", "month", "quarter", "year"]).optional(),
  /** Everything there is was asked for in so many words: "in all years". */
  whole: z.boolean().optional(),
});

export type ReadingTime = z.infer<typeof readingTimeSchema>;

export const readingOrderSchema = readingPartSchema.extend({ direction: z.enum(["asc", "desc"]) });

/** What a column of the result means, in the statement's order, so that figures get the right unit and label. */
export const outputColumnSchema = z.object({
  /** The column's name in the result set. */
  name: z.string(),
  /** For people: `Revenue`, `Segment`, `Month`. */
  label: z.string(),
  role: z.enum(["measure", "dimension", "time", "attribute"]),
  /** `currency:EUR`, `ratio` (a fraction of 1), `count` … as in the metric. */
  unit: z.string().optional(),
  /** Whether the rows' figures may be added up: true of sums and counts, not of averages or shares of distinct things. */
  additive: z.boolean().optional(),
  /** Column or metric id it shows. */
  binding: z.string().optional(),
});
export type OutputColumn = z.infer<typeof outputColumnSchema>;

export const readingSchema = z.object({
  measures: z.array(readingPartSchema),
  dimensions: z.array(readingPartSchema),
  filters: z.array(readingPartSchema),
  time: readingTimeSchema.nullable(),
  order: readingOrderSchema.nullable(),
  limit: z.number().int().positive().nullable(),
  /** The tables whose rows are listed, counted or measured. */
  entities: z.array(readingPartSchema),
  /** The joins used, in words: `orders to customers, by declared key`. */
  joins: z.array(z.string()),
  /** Those of them that nobody declared or confirmed. */
  guessed: z.array(joinSchema).optional(),
  /** What one row of the result stands for: `one row per segment`. */
  grain: z.string(),
  /** The whole reading as a line: `revenue, by segment, for Q3 2025, highest first`. */
  words: z.string(),
  /** Words of the question that nothing was made of. */
  unread: z.array(z.string()),
  score: z.number().min(0).max(1),
  sql: z.string(),
  params: z.array(parameterSchema),
  output: z.array(outputColumnSchema),
});
export type Reading = z.infer<typeof readingSchema>;

/** The reader's answer: best guess in `sql` even where the outcome is not `answered`. */
export const predictionSchema = z.object({
  outcome: z.enum(["answered", "asked", "declined"]),
  sql: z.string().nullable(),
  params: z.array(parameterSchema),
  score: z.number().min(0).max(1),
  /** For a person: why it was declined or asked, and what would make it answerable. */
  reason: z.string(),
  readings: z.array(readingSchema),
  /** Set where the question only changes the one before it. */
  followUp: z
    .object({
      /** What stays from before, as chips: `Germany`, `2025`. */
      kept: z.array(z.string()),
      /** What this question changed, in words: `by product instead of by month`. */
      changed: z.array(z.string()),
    })
    .optional(),
});
export type Prediction = z.infer<typeof predictionSchema>;

/** What may change one reading into the next without new words. */
export const readingContextSchema = z.object({
  /** The conversation's questions before this one that it may go on from, oldest first. */
  previous: z.array(z.string()).optional(),
  /** Replaces the question's period, as when a person asks for a smaller question. */
  period: z.object({ from: z.string(), to: z.string(), label: z.string() }).optional(),
  /**
   * `explained` (the default) also shows the figure behind a ranking or a bound, `asked` only what the question asks
   * for, as a program that compares result sets wants it.
   */
  columns: z.enum(["explained", "asked"]).optional(),
});
export type ReadingContext = z.infer<typeof readingContextSchema>;
