import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { SearchDatabase } from "#db/search/client.ts";
import { documents } from "#db/search/schema.ts";
import type { supersededBySchema } from "#lib/contracts/passage.ts";
import { readableBy } from "../scope.ts";

export type SupersededBy = z.infer<typeof supersededBySchema>;

/** Which document took the place of which, as of a day. */
export interface Succession {
  /** ISO day. */
  asOf: string;
  /** By document, what took its place. */
  supersededBy: ReadonlyMap<string, SupersededBy>;
  /** By document that is to take another's place later, the document that is in force until then. */
  inForce: ReadonlyMap<string, string>;
}

/** That a document no longer holds is told to whoever reads it; by what it was replaced, only to who may read that. */
const UNNAMED: SupersededBy = { documentId: "", title: "a version you may not read" };

interface Step {
  [column: string]: unknown;
  old: string;
  id: string;
  title: string;
  reference: string | null;
  effective: string | null;
  isReadable: boolean;
  isPending: boolean;
}

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
): Promise<Succession> {
  const all = await db.execute<Step>(sql`
    select older.id as old, ${documents.id}, ${documents.title}, ${documents.reference}, ${documents.effective},
      ${readableBy(role)} as "isReadable",
      coalesce(${documents.effective}, ${documents.published}, '') > ${asOf} as "isPending"
    from ${documents} join ${documents} older
      on lower(older.reference) = lower(${documents.supersedes}) and older.id <> ${documents.id}
    where ${documents.supersedes} is not null
    order by "isReadable", coalesce(${documents.effective}, ${documents.published}, ''), ${documents.id}`);
  const cyclic = inCycle(all);
  // Documents that each claim to replace the other leave open which holds: all of them stay.
  const steps = all.filter((each) => !(cyclic.has(each.old) && cyclic.has(each.id)));
  // Of several that name the same one, the latest that may be read.
  const next = new Map(steps.filter((each) => !each.isPending).map((each) => [each.old, each]));
  const latest = new Map([...next.keys()].map((old) => [old, latestOf(old, next)]));
  const before = new Map(steps.filter((each) => each.isPending).map((each) => [each.id, each.old]));
  const inForce = new Map(
    [...before.keys()].map((id) => {
      const old = firstBefore(id, before);
      return [id, latest.get(old)?.documentId || old];
    }),
  );
  return { asOf, supersededBy: latest, inForce };
}

/**
 * The documents that supersede each other in a circle, or stand between two such circles: what is left after
 * taking away, again and again, those that nothing supersedes or that supersede nothing.
 */
export function inCycle(steps: readonly { old: string; id: string }[]): Set<string> {
  let left = steps;
  for (;;) {
    const older = new Set(left.map((each) => each.old));
    const newer = new Set(left.map((each) => each.id));
    const kept = left.filter((each) => newer.has(each.old) && older.has(each.id));
    if (kept.length === left.length) return older;
    left = kept;
  }
}

function latestOf(old: string, next: ReadonlyMap<string, Step>): SupersededBy {
  const seen = new Set([old]);
  let last: Step | null = null;
  for (let step = next.get(old); step && !seen.has(step.id); step = next.get(step.id)) {
    seen.add(step.id);
    if (step.isReadable) last = step;
  }
  if (last === null) return UNNAMED;
  return {
    documentId: last.id,
    title: last.title,
    ...(last.reference !== null && { reference: last.reference }),
    ...(last.effective !== null && { effective: last.effective }),
  };
}

function firstBefore(id: string, before: ReadonlyMap<string, string>): string {
  const seen = new Set([id]);
  let first = id;
  for (let old = before.get(id); old !== undefined && !seen.has(old); old = before.get(old)) {
    seen.add(old);
    first = old;
  }
  return first;
}

/** True where a document takes effect only after the day that is asked about. */
export function isNotYetInForce({ effective }: { effective: string | null }, { asOf }: Succession): boolean {
  return effective !== null && effective > asOf;
}
