import { z } from "zod";
import { joinSchema } from "./catalog.ts";

/** What a trial of a join over a bounded number of referring rows showed. */
export const joinTrialSchema = z.object({
  /** Referring rows looked at, those that came out of the join, and those of them with a partner. */
  referring: z.number().int(),
  joined: z.number().int(),
  matched: z.number().int(),
});
export type JoinTrial = z.infer<typeof joinTrialSchema>;

/** A join that a statement takes, and why it may. */
export const usedJoinSchema = joinSchema.pick({ from: true, to: true, origin: true, score: true }).extend({
  /** `declared key`, `confirmed by … on …`, `inferred, score 0.92 ≥ 0.8`. */
  rule: z.string(),
  /** The person who confirmed it; null where a rule did. */
  by: z.string().nullable(),
  reasons: z.array(z.string()),
  /** Where it was tried before the statement ran: inferred ones are. */
  trial: joinTrialSchema.nullable(),
});
export type UsedJoin = z.infer<typeof usedJoinSchema>;
