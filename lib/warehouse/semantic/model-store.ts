import { createHash } from "node:crypto";
import { and, desc, eq } from "drizzle-orm";
import type { CoreDatabase } from "#db/core/client.ts";
import { semanticVersions } from "#db/core/schema.ts";

/** One version of a model that was in force. */
export type ModelVersion = typeof semanticVersions.$inferSelect;

/** What tells two texts of a model apart. */
export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** The latest versions of a source's model, newest first. */
export async function modelVersions(
  db: CoreDatabase,
  sourceId: string,
  limit: number,
): Promise<ModelVersion[]> {
  return db
    .select()
    .from(semanticVersions)
    .where(and(eq(semanticVersions.sourceId, sourceId), eq(semanticVersions.kind, "model")))
    .orderBy(desc(semanticVersions.id))
    .limit(limit);
}

/** Keeps a version that is in force now, unless it is the latest already. */
export async function keepModelVersion(
  db: CoreDatabase,
  sourceId: string,
  text: string,
  by: string,
): Promise<void> {
  const [latest] = await modelVersions(db, sourceId, 1);
  if (latest?.text === text) return;
  await db.insert(semanticVersions).values({ sourceId, kind: "model", hash: hashOf(text), text, by });
}
