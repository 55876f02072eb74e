import { z } from "zod";
import { readingSchema } from "./reading.ts";

const stepBase = {
  /** What it is called within its plan: `rows`, `course`, `split-sales.customers.segment`. */
  id: z.string(),
  /** What it finds out, for the timeline. */
  title: z.string(),
  /** Steps whose evidence it needs. */
  after: z.array(z.string()),
  state: z.enum(["waiting", "done", "left_out"]),
  /** Why it was left out. */
  note: z.string().optional(),
};

/** One step of a plan: rows of one statement, passages of one search, or a table that code computes from others. */
export const planStepSchema = z.discriminatedUnion("kind", [
  z.object({
    ...stepBase,
    kind: z.literal("rows"),
    reading: readingSchema,
    /** The words it was read from; absent where the step was composed, not read. */
    question: z.string().optional(),
    resultId: z.string().optional(),
  }),
  z.object({
    ...stepBase,
    kind: z.literal("passages"),
    text: z.string(),
    /** Only the texts of these rows of a table. */
    rows: z
      .object({ table: z.string(), keys: z.array(z.union([z.string(), z.number()])), label: z.string() })
      .optional(),
    published: z.object({ from: z.string().optional(), to: z.string().optional() }).optional(),
    /** Also count what the texts have in common. */
    themes: z.boolean().optional(),
    /** How many passages are wanted. */
    limit: z.number().int().positive().optional(),
    retrievalId: z.string().optional(),
  }),
  z.object({
    ...stepBase,
    kind: z.literal("statistic"),
    operation: z.enum(["change", "contributions", "indicators", "themes", "forecast"]),
    resultId: z.string().optional(),
  }),
]);
export type PlanStep = z.infer<typeof planStepSchema>;

export const planSchema = z.object({
  /** Superstep in which it was first made: what was found before belongs to a question that was asked back about. */
  since: z.number().int(),
  steps: z.array(planStepSchema),
});
export type Plan = z.infer<typeof planSchema>;
