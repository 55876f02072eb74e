import { z } from "zod";

export const runStatusSchema = z.enum([
  "queued",
  "running",
  "needs_approval",
  /** Waits for the asker to say what was meant. */
  "needs_answer",
  "done",
  "declined",
  "failed",
  "cancelled",
  "expired",
]);
export type RunStatus = z.infer<typeof runStatusSchema>;

/** A run in one of these holds its thread: a second question has to wait. */
export const ACTIVE_STATUSES = [
  "queued",
  "running",
  "needs_approval",
  "needs_answer",
] as const satisfies RunStatus[];

export function isActive(status: RunStatus): boolean {
  return (ACTIVE_STATUSES as readonly RunStatus[]).includes(status);
}

/** How a run answers its own approvals when no person is there; the gate is never skipped. */
export const approvalPolicySchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ask") }),
  z.object({ kind: z.literal("refuse") }),
  /** A budget given in advance, not a blank cheque: more scanned rows than this still asks. */
  z.object({ kind: z.literal("budget"), maxRows: z.number().int().positive() }),
]);
export type ApprovalPolicy = z.infer<typeof approvalPolicySchema>;

export const runOptionsSchema = z.object({
  approval: approvalPolicySchema,
  /** ISO instant that stands for "now"; the clock's where absent. */
  now: z.iso.datetime({ offset: true }).optional(),
});
export type RunOptions = z.infer<typeof runOptionsSchema>;

export const routeSchema = z.enum([
  "kpi_lookup",
  "nl2sql_query",
  "knowledge_qa",
  "hybrid",
  "deep_analysis",
  "analytical",
  "clarification",
  "declined",
]);
export type Route = z.infer<typeof routeSchema>;

export const threadViewSchema = z.object({
  id: z.string(),
  title: z.string(),
  sourceId: z.string(),
  updatedAt: z.string(),
  status: runStatusSchema.nullable(),
});
export type ThreadView = z.infer<typeof threadViewSchema>;

export const runViewSchema = z.object({
  id: z.string(),
  threadId: z.string(),
  question: z.string(),
  status: runStatusSchema,
  createdAt: z.string(),
});
export type RunView = z.infer<typeof runViewSchema>;
