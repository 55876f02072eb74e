import { sql } from "drizzle-orm";
import type { SearchDatabase } from "#db/search/client.ts";
import { documents as d, passages as s, windows } from "#db/search/schema.ts";
import type { Embedder } from "../embed/embedder.ts";
import { windowsOf } from "../embed/windows.ts";
import { vectorText } from "../rank/candidates.ts";
import { idsOf } from "../scope.ts";
import type { Lease } from "./lease.ts";

/** Passages embedded and written together: about two seconds of work that a crash may cost. */
const BATCH = 16;

/** Gives the next passages their vectors; false where all have theirs. */
export async function embedSome(
  db: SearchDatabase,
  embedder: Embedder,
  lease: Lease,
  batch = BATCH,
): Promise<boolean> {
  const waiting = await db
    .select({ id: s.id, start: s.start, end: s.end, title: d.title, text: d.text })
    .from(s)
    .innerJoin(d, sql`${d.id} = ${s.documentId}`)
    .where(sql`not ${s.embedded}`)
    .orderBy(s.id)
    .limit(batch);
  if (waiting.length === 0) return false;
  const texts = waiting.flatMap(({ id, title, text, start, end }) =>
    windowsOf(title, text.slice(start, end)).map((window, ordinal) => ({ id, ordinal, window })),
  );
  const vectors = await embedder.embed(texts.map((each) => each.window));
  const rows = texts.map(({ id, ordinal }, at) => [id, ordinal, vectorText(vectors[at]!)]);
  await lease.write(async (tx) => {
    // A document may have been written anew meanwhile, and its old passages are gone.
    await tx.execute(sql`
      insert into ${windows} (passage_id, ordinal, embedding)
      select (each->>0)::int, (each->>1)::int, (each->>2)::vector
      from jsonb_array_elements(${JSON.stringify(rows)}::text::jsonb) each
      where exists (select 1 from ${s} where ${s.id} = (each->>0)::int)
      on conflict do nothing`);
    await tx.execute(sql`
      update ${s} set embedded = true
      where id in ${idsOf(waiting.map((each) => each.id))}`);
  });
  return true;
}
