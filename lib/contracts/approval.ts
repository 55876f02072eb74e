import { z } from "zod";
import { parameterSchema } from "./reading.ts";
import { estimateSchema, priceSchema } from "./statement.ts";

export const approvalDecisionSchema = z.enum(["approve", "smaller", "reject"]);
export type ApprovalDecision = z.infer<typeof approvalDecisionSchema>;

export const approvalSchema = z.object({
  id: z.string(),
  runId: z.string(),
  /** Set once the graph waits; an approval without it cannot be answered yet. */
  interruptId: z.string().nullable(),
  revision: z.number().int().positive(),
  sqlHash: z.string(),
  sql: z.string(),
  params: z.array(parameterSchema),
  tables: z.array(z.string()),
  estimate: estimateSchema,
  price: priceSchema,
  /** Why a person is asked: the price, or that an earlier attempt may already have run. */
  cause: z.enum(["cost", "unknown_outcome"]),
  /** What "smaller" would ask instead, in words; absent where nothing smaller is known. */
  smaller: z.string().nullable(),
  approvers: z.array(z.string()),
  expiresAt: z.string(),
  decision: z.union([approvalDecisionSchema, z.literal("expired")]).nullable(),
  by: z.string().nullable(),
  at: z.string().nullable(),
  reason: z.string().nullable(),
});
export type Approval = z.infer<typeof approvalSchema>;

/** Ids are ours: letters, digits and signs that need no escaping anywhere. */
export const idSchema = z
  .string()
  .max(100)
  .regex(/^[\w-]+$/);

/** What a browser may send: an id, a revision and a hash, never SQL. */
export const decideInputSchema = z.object({
  id: idSchema,
  revision: z.number().int().positive(),
  sqlHash: z.string().max(64),
  decision: approvalDecisionSchema,
  reason: z
    .string()
    .max(1000)
    .transform((text) => text.toWellFormed().replaceAll("\0", ""))
    .optional(),
});
export type DecideInput = z.infer<typeof decideInputSchema>;
