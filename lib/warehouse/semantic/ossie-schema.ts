import { z } from "zod";

/**
 * The parts of an Apache Ossie semantic model (core specification 0.2.0) that Causeway reads. Unknown keys are found, so
 * that a misspelt key does not silently take a metric's meaning away: the file's reader turns them into warnings.
 */
const aiContextSchema = z.union([
  z.string(),
  z.looseObject({
    instructions: z.string().optional(),
    synonyms: z.array(z.string().min(1)).optional(),
    examples: z.array(z.string()).optional(),
  }),
]);

const extensionsSchema = z.array(z.strictObject({ vendor_name: z.string(), data: z.string() }));

const expressionSchema = z.strictObject({
  dialects: z
    .array(
      z.strictObject({
        dialect: z.enum(["ANSI_SQL", "SNOWFLAKE", "MDX", "TABLEAU", "DATABRICKS", "MAQL", "BIGQUERY"]),
        expression: z.string().min(1),
      }),
    )
    .min(1),
});

const datatypeSchema = z.enum([
  "String",
  "Integer",
  "Decimal",
  "Float",
  "Boolean",
  "Date",
  "Time",
  "DateTime",
  "DateTimeTz",
  "Opaque",
]);

const fieldSchema = z.strictObject({
  name: z.string().min(1),
  expression: expressionSchema,
  dimension: z.strictObject({ is_time: z.boolean().optional() }).optional(),
  label: z.string().optional(),
  description: z.string().optional(),
  datatype: datatypeSchema.optional(),
  ai_context: aiContextSchema.optional(),
  custom_extensions: extensionsSchema.optional(),
});

const datasetSchema = z.strictObject({
  name: z.string().min(1),
  source: z.string().min(1),
  primary_key: z.array(z.string()).optional(),
  unique_keys: z.array(z.array(z.string())).optional(),
  description: z.string().optional(),
  ai_context: aiContextSchema.optional(),
  fields: z.array(fieldSchema).optional(),
  custom_extensions: extensionsSchema.optional(),
});

const relationshipSchema = z.strictObject({
  name: z.string().min(1),
  from: z.string(),
  to: z.string(),
  from_columns: z.array(z.string()).min(1),
  to_columns: z.array(z.string()).min(1),
  ai_context: aiContextSchema.optional(),
  custom_extensions: extensionsSchema.optional(),
});

const metricSchema = z.strictObject({
  name: z.string().min(1),
  expression: expressionSchema,
  description: z.string().optional(),
  datatype: datatypeSchema.optional(),
  ai_context: aiContextSchema.optional(),
  custom_extensions: extensionsSchema.optional(),
});

export const ossieModelSchema = z.strictObject({
  name: z.string().min(1),
  description: z.string().optional(),
  ai_context: aiContextSchema.optional(),
  datasets: z.array(datasetSchema).min(1),
  relationships: z.array(relationshipSchema).optional(),
  metrics: z.array(metricSchema).optional(),
  custom_extensions: extensionsSchema.optional(),
});
export type OssieModel = z.infer<typeof ossieModelSchema>;
export type OssieDataset = z.infer<typeof datasetSchema>;

export const ossieDocumentSchema = z.strictObject({
  version: z.string().regex(/^0\.2\./, "Expected version 0.2.x of the Ossie core specification"),
  semantic_model: z.array(ossieModelSchema).min(1),
});

/** What Causeway keeps in a `custom_extensions` entry of its own vendor name, as JSON text. */
export const causewayMetricSchema = z.strictObject({
  /** `dataset.field` the metric's period refers to. */
  time: z.string().optional(),
  unit: z.string().optional(),
});

export const causewayRelationshipSchema = z.strictObject({ role: z.string().min(1).optional() });

export const causewayModelSchema = z.strictObject({
  glossary: z
    .array(
      z.strictObject({
        term: z.string().min(1),
        synonyms: z.array(z.string()).default([]),
        /** `dataset`, `dataset.field`, `metric:name`, or `dataset.field=stored value`. */
        means: z.string().min(1),
      }),
    )
    .default([]),
  /** Metrics that "how are we doing" is judged by, first first. */
  headlines: z.array(z.string()).default([]),
  /** Where what people wrote about the rows behind a metric is found. */
  explanations: z
    .array(
      z.strictObject({
        metric: z.string(),
        /** What those rows are called: `customers that left`. */
        label: z.string().min(1),
        /** `dataset.field`: what the rows are of, and when it happened. */
        key: z.string(),
        date: z.string(),
        /** Which rows count: `dataset.field=stored value`. */
        where: z.array(z.string().includes("=")).default([]),
        texts: z.strictObject({ key: z.string(), of: z.string(), date: z.string() }),
        days_before: z.number().int().positive(),
      }),
    )
    .default([]),
  /** Questions whose statement a person vouches for. */
  verified_queries: z
    .array(
      z.strictObject({
        question: z.string().min(1),
        sql: z.string().min(1),
        verified_by: z.string().min(1),
        verified_at: z.iso.date(),
      }),
    )
    .default([]),
});

/** The synonyms of an `ai_context`, which may also be plain text. */
export function synonymsOf(context: z.infer<typeof aiContextSchema> | undefined): string[] {
  return typeof context === "object" ? (context.synonyms ?? []) : [];
}
