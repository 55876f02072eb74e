import { z } from "zod";

/** A source's rules as a page shows them, in words. */
export const policyViewSchema = z.object({
  /** The file they stand in; null where the source has none. */
  file: z.string().nullable(),
  excluded: z.array(z.object({ id: z.string(), what: z.enum(["table", "column"]), reason: z.string() })),
  rules: z.array(z.object({ rule: z.string(), reason: z.string() })),
  /** What applies to every query, and to a day of one person. */
  limits: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Rules that protect nothing, since what they name is not there. */
  idle: z.array(z.string()),
});
export type PolicyView = z.infer<typeof policyViewSchema>;
