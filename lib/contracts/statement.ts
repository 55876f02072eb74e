import { z } from "zod";
import { columnKindSchema, dialectSchema } from "./catalog.ts";
import { outputColumnSchema, parameterSchema } from "./reading.ts";

/** Refusal codes of the gate, stable for tests, the audit record and the evaluation. */
export const gateCodeSchema = z.enum([
  "E_SYNTAX",
  "E_SIZE",
  "E_STMT_COUNT",
  "E_STMT_KIND",
  "E_NESTED_WRITE",
  "E_INTO",
  "E_LOCK",
  "E_FUNC",
  "E_ATTR",
  "E_TYPE",
  "E_OPERATOR",
  "E_NODE",
  "E_TABLE",
  "E_SCHEMA",
  "E_COLUMN",
  "E_COST",
  "E_PARAM",
  "E_POLICY",
  "E_ROUND_TRIP",
  "E_DIALECT",
]);
export type GateCode = z.infer<typeof gateCodeSchema>;

export const gateLayerSchema = z.enum(["syntax", "safety", "schema", "meaning", "shape"]);
export type GateLayer = z.infer<typeof gateLayerSchema>;

/** One layer's verdict, in words a business person understands. */
export const layerVerdictSchema = z.object({
  layer: gateLayerSchema,
  verdict: z.enum(["passed", "failed", "skipped"]),
  code: gateCodeSchema.optional(),
  sentence: z.string(),
  /** For a repairable fault: what was probably meant. */
  candidates: z.array(z.string()),
});
export type LayerVerdict = z.infer<typeof layerVerdictSchema>;

export const statementSchema = z.object({
  dialect: dialectSchema,
  /** Printed from the judged tree: what was judged is what runs. */
  text: z.string(),
  params: z.array(parameterSchema),
  /** SHA-256 over dialect, source and its configuration, text, parameters and row limit. */
  hash: z.string(),
  /** Table ids read. */
  tables: z.array(z.string()),
  /** Column ids named. */
  columns: z.array(z.string()),
  findings: z.array(z.string()),
});
/** A statement as data. Only the gate makes a `JudgedStatement` of it. */
export type Statement = z.infer<typeof statementSchema>;

declare const judged: unique symbol;
export type JudgedStatement = Statement & { readonly [judged]: true };

export const estimateSchema = z.object({
  /** Rows the engine reads from tables, before filters. */
  scannedRows: z.number().optional(),
  bytes: z.number().optional(),
  /** The planner's own unit. */
  engineCost: z.number().optional(),
  resultRows: z.number().optional(),
  quality: z.enum(["exact", "heuristic", "floor"]),
  /** The engine's plan, a line a step. */
  plan: z.array(z.string()),
});
export type Estimate = z.infer<typeof estimateSchema>;

export const priceMetricSchema = z.enum(["scannedRows", "bytes", "engineCost", "resultRows"]);
export type PriceMetric = z.infer<typeof priceMetricSchema>;

/** What a query was booked with against a budget, by metric. */
export const bookingSchema = z.partialRecord(priceMetricSchema, z.number());
export type Booking = z.infer<typeof bookingSchema>;

/** What an estimate came to against the source's limits. */
export const priceSchema = z.object({
  verdict: z.enum(["run", "ask", "refuse"]),
  /** The metric that decided, with its value and limit; absent where nothing is over. */
  over: z.object({ metric: priceMetricSchema, value: z.number(), limit: z.number() }).optional(),
  /** Why, in words: "reads about 3.0 M web events; your limit without asking is 500,000". */
  sentence: z.string(),
});
export type Price = z.infer<typeof priceSchema>;

/** NULL, exact decimals and 64-bit integers as text, dates and instants as ISO text. */
export const cellSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type Cell = z.infer<typeof cellSchema>;

export const resultColumnSchema = z.object({ name: z.string(), type: z.string(), kind: columnKindSchema });
export type ResultColumn = z.infer<typeof resultColumnSchema>;

/** Where the rows of a computed table come from. */
export const derivationSchema = z.object({
  operation: z.enum(["change", "contributions", "indicators", "themes", "forecast"]),
  title: z.string(),
  /** How it was computed, in words and formulas that a person can follow. */
  method: z.string(),
  /** Result and retrieval ids it was computed from. */
  from: z.array(z.string()),
  /** What each column means, with its unit. */
  output: z.array(outputColumnSchema),
});
export type Derivation = z.infer<typeof derivationSchema>;

export const storedResultSchema = z.object({
  id: z.string(),
  runId: z.string(),
  columns: z.array(resultColumnSchema),
  rows: z.array(z.array(cellSchema)),
  /** The true count, or null where it is unknown because the result was cut. */
  rowCount: z.number().int().nullable(),
  truncated: z.boolean(),
  /** Set where code computed the rows from other results or passages rather than a database. */
  derived: derivationSchema.nullable(),
});
export type StoredResult = z.infer<typeof storedResultSchema>;
