import { z } from "zod";

/**
 * What a source holds, as the asking role may see it. Ids are readable and stable:
 * a table is `schema.table`, a column `schema.table.column`.
 */
export const dialectSchema = z.enum(["postgres", "duckdb", "mysql"]);
export type Dialect = z.infer<typeof dialectSchema>;

export const tableSchema = z.object({
  id: z.string(),
  source: z.string(),
  schema: z.string(),
  name: z.string(),
  kind: z.enum(["table", "view"]),
  comment: z.string().optional(),
  /** The planner's row estimate; never quoted as a fact. */
  rows: z.number().optional(),
  /** Column ids, in key order. */
  primaryKey: z.array(z.string()),
  /** Further unique keys, each a list of column ids. */
  uniqueKeys: z.array(z.array(z.string())),
  /** A policy hides some of its columns: whatever counts them by position would reach another one than it seems. */
  hidesColumns: z.boolean().optional(),
  /** Other names for its rows, from the semantic model. */
  synonyms: z.array(z.string()).optional(),
});
export type Table = z.infer<typeof tableSchema>;

/** What a reader may do with a column, whatever the engine calls its type. */
export const columnKindSchema = z.enum([
  "integer",
  "decimal",
  "text",
  "date",
  "timestamp",
  "time",
  "interval",
  "boolean",
  "json",
  "array",
  "other",
]);
export type ColumnKind = z.infer<typeof columnKindSchema>;

export const columnSchema = z.object({
  id: z.string(),
  table: z.string(),
  name: z.string(),
  /** The engine's own type name, e.g. `numeric(12,2)`. */
  type: z.string(),
  kind: columnKindSchema,
  nullable: z.boolean(),
  comment: z.string().optional(),
  nullShare: z.number().min(0).max(1).optional(),
  distinct: z.number().optional(),
  min: z.string().optional(),
  max: z.string().optional(),
  /** Frequent values, most frequent first. */
  top: z.array(z.string()),
  /** Some values differ only by letter case (`SMB`, `smb`): they are one group, and a filter means all of them. */
  mixedCase: z.boolean().optional(),
  /** A text column in which every stored value is a number: it may be compared and added up as one. */
  numeric: z.boolean().optional(),
  /** Other names for the column, from the semantic model. */
  synonyms: z.array(z.string()).optional(),
});
export type Column = z.infer<typeof columnSchema>;

export const joinSchema = z.object({
  /** Column ids on the referring side. */
  from: z.array(z.string()).min(1),
  /** Column ids on the referred side, same order. */
  to: z.array(z.string()).min(1),
  origin: z.enum(["declared", "confirmed", "inferred"]),
  score: z.number().min(0).max(1),
  /** Keeps two keys between the same tables apart, e.g. `billing` and `shipping`. */
  role: z.string().optional(),
  /** Seen from the referring side. */
  cardinality: z.enum(["many_to_one", "one_to_one"]),
  /** Why it is believed, in words, the strongest first. */
  reasons: z.array(z.string()).optional(),
  /** The person who confirmed it, and when (ISO instant). */
  confirmed: z.object({ by: z.string(), at: z.string() }).optional(),
});
export type Join = z.infer<typeof joinSchema>;

export const metricSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().optional(),
  synonyms: z.array(z.string()),
  /** An aggregate in ANSI SQL; columns stand as `{{schema.table.column}}`. */
  expression: z.string(),
  /** Column ids used in the expression. */
  columns: z.array(z.string()),
  /** The date column a period refers to, where the model names one. */
  time: z.string().optional(),
  /** `currency:EUR`, `ratio`, `count` … */
  unit: z.string().optional(),
});
export type Metric = z.infer<typeof metricSchema>;

export const glossaryTermSchema = z.object({
  term: z.string(),
  synonyms: z.array(z.string()),
  binding: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("table"), table: z.string() }),
    z.object({ kind: z.literal("column"), column: z.string() }),
    z.object({ kind: z.literal("metric"), metric: z.string() }),
    z.object({ kind: z.literal("value"), column: z.string(), value: z.string() }),
  ]),
});
export type GlossaryTerm = z.infer<typeof glossaryTermSchema>;

/** Where what people wrote about a figure's rows is found: the tickets of the customers that left. */
export const explanationSchema = z.object({
  /** Metric id. */
  metric: z.string(),
  /** The rows behind the figure: `customers that left`. */
  label: z.string(),
  /** Column ids: what the rows are of, and when it happened. */
  key: z.string(),
  date: z.string(),
  /** Which rows count. */
  where: z.array(z.object({ column: z.string(), values: z.array(z.string()) })),
  /** Column ids of the texts: their own key, whose they are, and when they were written. */
  texts: z.object({ key: z.string(), of: z.string(), date: z.string() }),
  /** Only texts of so many days before. */
  daysBefore: z.number().int().positive(),
});
export type Explanation = z.infer<typeof explanationSchema>;

/** A question whose statement a person vouches for. */
export const verifiedQuerySchema = z.object({
  /** Open places stand as `{slot}`. */
  question: z.string(),
  sql: z.string(),
  verifiedBy: z.string(),
  /** ISO day. */
  verifiedAt: z.string(),
});
export type VerifiedQuery = z.infer<typeof verifiedQuerySchema>;

export const valueHitSchema = z.object({
  column: z.string(),
  /** As stored: asked "enterprise", stored "ENTERPRISE". */
  value: z.string(),
  /** 1 is equal but for letter case; below it the spelling differs. */
  similarity: z.number().min(0).max(1),
});
export type ValueHit = z.infer<typeof valueHitSchema>;

/** A metric or term that cannot be used, since a column it rests on vanished. */
export interface LostMeaning {
  /** What people call it, the name first. */
  names: string[];
  /** Column or table id. */
  column: string;
  /** The id it may have now, where that is likely and nobody has confirmed it. */
  proposed?: string;
}

/** A bounded index of stored text values. Pure look-up in memory. */
export interface ValueIndex {
  /** Stored values equal to the text but for letter case, else (unless `exactOnly`) near ones, best first. */
  lookup(text: string, exactOnly?: boolean): ValueHit[];
}

/** Everything a reader may know of a source. It calls nothing: similarities and the clock come as data. */
export interface Catalog {
  sourceId: string;
  dialect: Dialect;
  /** Changes whenever structure or meaning changes; part of every cache key. */
  version: string;
  tables: Table[];
  columns: Column[];
  joins: Join[];
  metrics: Metric[];
  glossary: GlossaryTerm[];
  /** Metric ids that "how are we doing" is judged by, first first. */
  headlines?: string[];
  explanations?: Explanation[];
  /** Those whose statement the gate lets this role run. */
  verifiedQueries?: VerifiedQuery[];
  values: ValueIndex;
  /** What the semantic model names and the source no longer has; people are told where their question needs it. */
  lost?: LostMeaning[];
  /** When the structure was read, ISO instant. */
  readAt?: string;
  /** False while profiles and stored values are still being read: less is recognised until then. */
  profiled?: boolean;
  /** ISO instant: "today" for the asker. */
  now: string;
  /** ISO date of the last day the data cover, where the source sets one; relative dates count from it. */
  asOf?: string;
  timeZone: string;
  /** Month in which the fiscal year starts, 1 to 12. */
  fiscalStart: number;
}
