import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { SearchDatabase } from "#db/search/client.ts";
import { documents } from "#db/search/schema.ts";
import type { supersededBySchema } from "#lib/contracts/passage.ts";
import { readableBy } from "../scope.ts";

export type SupersededBy = z.infer<typeof supersededBySchema>;

/** Which document took the place of which, as of a day. */
export type Succession = ReadonlyMap<string, SupersededBy>;

/**
 * The latest document in force for each that was superseded, following a chain to its end. What takes effect after
 * `asOf` supersedes nothing yet, and what the role may not read is not named to it.
 *
 * @param asOf ISO day
 */
export async function successionAsOf(
  db: SearchDatabase,
  role: string | null,
  asOf: string,
): Promise<Map<string, SupersededBy>> {
  const steps = await db.execute<{
    old: string;
    id: string;
    title: string;
    reference: string | null;
    effective: string | null;
  }>(sql`
    select older.id as old, ${documents.id}, ${documents.title}, ${documents.reference}, ${documents.effective}
    from ${documents} join ${documents} older
      on lower(older.reference) = lower(${documents.supersedes}) and older.id <> ${documents.id}
    where ${documents.supersedes} is not null and ${readableBy(role)}
      and coalesce(${documents.effective}, ${documents.published}, '') <= ${asOf}
    order by coalesce(${documents.effective}, ${documents.published}, ''), ${documents.id}`);
  const next = new Map(steps.map((each) => [each.old, each]));
  const latest = new Map<string, SupersededBy>();
  for (const old of next.keys()) {
    const seen = new Set([old]);
    let last = next.get(old)!;
    for (let step = next.get(last.id); step && !seen.has(step.id); step = next.get(step.id)) {
      seen.add(last.id);
      last = step;
    }
    latest.set(old, {
      documentId: last.id,
      title: last.title,
      ...(last.reference !== null && { reference: last.reference }),
      ...(last.effective !== null && { effective: last.effective }),
    });
  }
  return latest;
}
