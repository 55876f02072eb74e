import { z } from "zod";

/** What a vanished column or table is probably called now. */
export const renameProposalSchema = z.object({
  /** Column or table id. */
  to: z.string(),
  /** Above 0.8, up to 1. */
  score: z.number().min(0).max(1),
  /** Why, in words. */
  reasons: z.array(z.string()),
});
export type RenameProposal = z.infer<typeof renameProposalSchema>;

/** One difference between two readings of a source's structure. */
export const structureChangeSchema = z.object({
  kind: z.enum(["added", "removed", "type-changed"]),
  object: z.enum(["table", "column"]),
  /** Column or table id. */
  id: z.string(),
  /** The engine's type name before and after; null for tables, and on the side where it is not there. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  proposal: renameProposalSchema.nullable(),
  /** What was known of a removed column, to recognise it by. */
  known: z
    .object({
      /** Place in its table, from 0, and how many columns that had. */
      position: z.number().int(),
      of: z.number().int(),
      kind: z.string(),
      min: z.string().optional(),
      max: z.string().optional(),
      /** Some of its stored texts. */
      values: z.array(z.string()),
    })
    .optional(),
});
export type StructureChange = z.infer<typeof structureChangeSchema>;

export const decisionSchema = z.enum(["confirmed", "rejected"]);
export type Decision = z.infer<typeof decisionSchema>;

/** What a person said about a join that nobody declared. */
export interface JoinDecision {
  /** Column ids of both sides. */
  from: string[];
  to: string[];
  decision: Decision;
  by: string;
  /** ISO instant. */
  at: string;
  reason: string | null;
}

/** What a person said about a proposed rename. */
export interface RenameDecision {
  /** Column or table ids. */
  from: string;
  to: string;
  decision: Decision;
  by: string;
  at: string;
}
