import { z } from "zod";
import { chartSchema, claimSchema, evidenceSchema } from "./evidence.ts";
import { parameterSchema, readingSchema } from "./reading.ts";
import { routeSchema, runStatusSchema } from "./run.ts";
import { cellSchema, resultColumnSchema } from "./statement.ts";

/** What `npm run -s ask -- "question" --json` prints: one object. */
export const askOutputSchema = z.object({
  runId: z.string(),
  threadId: z.string(),
  status: runStatusSchema,
  route: routeSchema.nullable(),
  reading: readingSchema.nullable(),
  answer: z.object({ text: z.string(), claims: z.array(claimSchema) }),
  sql: z.array(
    z.object({
      text: z.string(),
      params: z.array(parameterSchema),
      hash: z.string(),
      resultId: z.string().nullable(),
    }),
  ),
  /** At most 200 rows each. */
  results: z.array(
    z.object({
      id: z.string(),
      columns: z.array(resultColumnSchema),
      rows: z.array(z.array(cellSchema)),
      rowCount: z.number().nullable(),
      truncated: z.boolean(),
    }),
  ),
  /** What was found in documents, in the order of the searches. */
  passages: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      reference: z.string().optional(),
      text: z.string(),
      score: z.number().nullable(),
    }),
  ),
  evidence: z.array(evidenceSchema),
  chart: chartSchema.nullable(),
  warnings: z.array(z.string()),
  events: z.array(z.unknown()),
});
export type AskOutput = z.infer<typeof askOutputSchema>;
