import { z } from "zod";
import { searchResultSchema } from "./passage.ts";

/** One search of a run with what it brought: stored once, as an event, and referred to by id. */
export const retrievalSchema = searchResultSchema.extend({
  id: z.string(),
  /** The plan's step it answers. */
  task: z.string(),
  /** What it is to find out. */
  title: z.string(),
  /** What was searched for. */
  text: z.string(),
  /** In words: `tickets of the 214 customers found`, `published in 2025`. */
  restrictedTo: z.array(z.string()),
});
export type StoredRetrieval = z.infer<typeof retrievalSchema>;
