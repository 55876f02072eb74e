import { sql } from "drizzle-orm";
import type { SearchTransaction } from "#db/search/client.ts";
import { documents } from "#db/search/schema.ts";
import type { CollectionReader } from "./reading.ts";

/**
 * What is wrong with a collection's documents as they lie in the index, a sentence each: what only shows beside other documents and
 * the configuration, and so with those that did not change, too.
 */
export async function inconsistencies(tx: SearchTransaction, reader: CollectionReader): Promise<string[]> {
  return unknownReaders(tx, reader);
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
  return documentId.slice(collection.length + 1);
}
