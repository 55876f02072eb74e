import { sql } from "drizzle-orm";
import { z } from "zod";
import type { SearchDatabase, SearchTransaction } from "#db/search/client.ts";
import { settings } from "#db/search/schema.ts";

/** What the corpus taught; kept with the index, and learnt anew when the corpus has changed by a tenth. */
export const learntSchema = z.object({
  model: z.string(),
  vectorWeight: z.number().min(0).max(1),
  /** Cosine that unrelated passages of this corpus hardly reach; null where there were too few to measure it. */
  noise: z.number().nullable(),
  /** In words: from how many queries, and what they came to. */
  earnedFrom: z.string(),
  /** Of the corpus it was learnt from. */
  passages: z.number().int(),
  newest: z.number().int(),
});
export type Learnt = z.infer<typeof learntSchema>;

const NAME = "learnt";

/** Null where nothing was learnt yet, or by another model. */
export async function readLearnt(db: SearchDatabase, model: string): Promise<Learnt | null> {
  const [row] = await db.select().from(settings).where(sql`${settings.name} = ${NAME}`);
  const parsed = learntSchema.safeParse(row?.value);
  return parsed.success && parsed.data.model === model ? parsed.data : null;
}

export async function writeLearnt(tx: SearchTransaction, learnt: Learnt): Promise<void> {
  await tx
    .insert(settings)
    .values({ name: NAME, value: learnt })
    .onConflictDoUpdate({ target: settings.name, set: { value: learnt } });
}
