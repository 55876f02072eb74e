import { z } from "zod";
import { idSchema } from "./approval.ts";

export const clarificationOptionSchema = z.object({
  id: z.string(),
  /** What a person clicks: `Revenue by segment for 2025`. */
  label: z.string(),
  /** What tells it from the others, where the label does not. */
  detail: z.string().nullable(),
});
export type ClarificationOption = z.infer<typeof clarificationOptionSchema>;

/** A question back to the asker, with options to click. */
export const clarificationSchema = z.object({
  id: z.string(),
  runId: z.string(),
  question: z.string(),
  options: z.array(clarificationOptionSchema),
  expiresAt: z.string(),
});
export type Clarification = z.infer<typeof clarificationSchema>;

/** An answer names an option, or says in words what was meant. */
export const answerInputSchema = z.object({
  id: idSchema,
  option: z.string().max(40).nullable(),
  text: z
    .string()
    .max(2_000)
    .transform((text) => text.toWellFormed().replaceAll("\0", "").trim())
    .nullable(),
});
export type AnswerInput = z.infer<typeof answerInputSchema>;
