import { and, desc, eq, sql } from "drizzle-orm";
import type { CoreDatabase, CoreTransaction } from "#db/core/client.ts";
import { catalogChanges, joinDecisions, renameDecisions, sourceCatalogs } from "#db/core/schema.ts";
import type { Join } from "#lib/contracts/catalog.ts";
import type {
  Decision,
  JoinDecision,
  RenameDecision,
  StructureChange,
} from "#lib/contracts/catalog-changes.ts";
import { joinKey } from "./infer-joins.ts";
import { touchCatalog } from "./load-catalog.ts";

/** What people decided about a source's joins and renames, whichever role they had. */
export async function readDecisions(
  db: CoreDatabase | CoreTransaction,
  sourceId: string,
): Promise<{ joins: JoinDecision[]; renames: RenameDecision[] }> {
  const joins = await db.select().from(joinDecisions).where(eq(joinDecisions.sourceId, sourceId));
  const renames = await db.select().from(renameDecisions).where(eq(renameDecisions.sourceId, sourceId));
  return {
    joins: joins.map(({ from, to, decision, by, at, reason }) => ({
      ...{ from, to, decision, by, reason },
      at: new Date(at).toISOString(),
    })),
    renames: renames.map(({ fromId, toId, decision, by, at }) => ({
      ...{ from: fromId, to: toId, decision, by },
      at: new Date(at).toISOString(),
    })),
  };
}

/** Remembers what a person said about a join; the last word counts, from the next catalog on. */
export async function decideJoin(
  db: CoreDatabase,
  sourceId: string,
  { from, to }: Pick<Join, "from" | "to">,
  said: { decision: Decision; by: string; reason?: string | null },
): Promise<void> {
  const { decision, by, reason = null } = said;
  await db.transaction(async (tx) => {
    await tx
      .insert(joinDecisions)
      .values({ sourceId, key: joinKey({ from, to }), from, to, decision, by, reason })
      .onConflictDoUpdate({
        target: [joinDecisions.sourceId, joinDecisions.key],
        set: { decision, by, reason, at: sql`now()` },
      });
    await count(tx, sourceId);
  });
  touchCatalog(sourceId);
}

/** Takes back what was said about a join: it is offered again as it was inferred. */
export async function undoJoin(
  db: CoreDatabase,
  sourceId: string,
  join: Pick<Join, "from" | "to">,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .delete(joinDecisions)
      .where(and(eq(joinDecisions.sourceId, sourceId), eq(joinDecisions.key, joinKey(join))));
    await count(tx, sourceId);
  });
  touchCatalog(sourceId);
}

/** Remembers whether a vanished column or table is the other one under a new name. */
export async function decideRename(
  db: CoreDatabase,
  sourceId: string,
  { from, to }: { from: string; to: string },
  { decision, by }: { decision: Decision; by: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .insert(renameDecisions)
      .values({ sourceId, fromId: from, toId: to, decision, by })
      .onConflictDoUpdate({
        target: [renameDecisions.sourceId, renameDecisions.fromId, renameDecisions.toId],
        set: { decision, by, at: sql`now()` },
      });
    await count(tx, sourceId);
  });
  touchCatalog(sourceId);
}

/** A change with when it was found. */
export interface FoundChange {
  foundAt: string;
  change: StructureChange;
}

/** What changed in a source, as one role saw it, newest first. */
export async function readChanges(
  db: CoreDatabase,
  { sourceId, role }: { sourceId: string; role: string },
  most = 500,
): Promise<FoundChange[]> {
  const rows = await db
    .select({ foundAt: catalogChanges.foundAt, change: catalogChanges.change })
    .from(catalogChanges)
    .where(and(eq(catalogChanges.sourceId, sourceId), eq(catalogChanges.role, role)))
    .orderBy(desc(catalogChanges.id))
    .limit(most);
  return rows.map(({ foundAt, change }) => ({ foundAt: new Date(foundAt).toISOString(), change }));
}

/** Lets other processes notice. */
async function count(tx: CoreTransaction, sourceId: string): Promise<void> {
  await tx
    .update(sourceCatalogs)
    .set({ decided: sql`${sourceCatalogs.decided} + 1` })
    .where(eq(sourceCatalogs.sourceId, sourceId));
}
