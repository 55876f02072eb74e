import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { SearchTransaction } from "#db/search/client.ts";
import { documents } from "#db/search/schema.ts";
import { inCycle } from "../rank/succession.ts";
import type { CollectionReader } from "./reading.ts";

/**
 * What is wrong with a collection's documents as they lie in the index, a sentence each: what only shows beside other documents and
 * the configuration, and so with those that did not change, too.
 */
export async function inconsistencies(tx: SearchTransaction, reader: CollectionReader): Promise<string[]> {
  return [...(await unknownReaders(tx, reader)), ...(await circles(tx, reader))];
}

/** Which of them holds cannot be told, so none counts as superseded. */
async function circles(tx: SearchTransaction, { id }: CollectionReader): Promise<string[]> {
  const older = alias(documents, "older");
  const steps = await tx
    .select({ old: older.id, id: documents.id, collection: documents.collection })
    .from(documents)
    .innerJoin(
      older,
      sql`lower(${older.reference}) = lower(${documents.supersedes}) and ${older.id} <> ${documents.id}`,
    )
    .orderBy(documents.id, older.id);
  const cyclic = inCycle(steps);
  return steps
    .filter((each) => each.collection === id && cyclic.has(each.id) && cyclic.has(each.old))
    .map(
      (each) =>
        `${nameIn(id, each.id)} says that it supersedes ${nameIn(id, each.old)}, which is itself said to supersede it, directly or by way of others; neither counts as superseded.`,
    );
}

/** A role that no source has is nobody: the document stays closed to all, which its author cannot have meant. */
async function unknownReaders(tx: SearchTransaction, { id, roles }: CollectionReader): Promise<string[]> {
  if (roles === undefined) return [];
  const closed = await tx
    .select({ id: documents.id, audience: documents.audience })
    .from(documents)
    .where(sql`${documents.collection} = ${id} and ${documents.audience} is not null`)
    .orderBy(documents.id);
  return closed.flatMap(({ id: documentId, audience }) =>
    (audience ?? [])
      .filter((role) => !roles.includes(role))
      .map(
        (role) =>
          `${nameIn(id, documentId)} names "${role.slice(0, 40)}" in its "audience", a role that no source has; the roles are ${roles.join(", ")}.`,
      ),
  );
}

/** A document's id without its collection's: of a folder, the file. */
function nameIn(collection: string, documentId: string): string {
  return documentId.startsWith(`${collection}/`) ? documentId.slice(collection.length + 1) : documentId;
}
