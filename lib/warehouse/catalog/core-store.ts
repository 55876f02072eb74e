import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { and, eq, sql } from "drizzle-orm";
import type { CoreDatabase, CoreTransaction } from "#db/core/client.ts";
import { catalogChanges, sourceCatalogs } from "#db/core/schema.ts";
import type { StructureChange } from "#lib/contracts/catalog-changes.ts";
import { carryProfiles } from "./carry-profiles.ts";
import type { CatalogHead, CatalogKey, CatalogStore } from "./catalog-store.ts";
import { readDecisions } from "./decisions.ts";
import { diffStructure, proposeRenames } from "./diff-structure.ts";
import type { RawCatalog } from "./raw-catalog.ts";

/** Catalogs in the core store, shared by all processes and roles apart. Nothing of a login is kept: tables, columns, profiles, values. */
export function catalogStore(db: CoreDatabase): CatalogStore {
  return {
    head: (key) => readHead(db, key),
    async load(key) {
      return db.transaction(async (tx) => {
        const head = await readHead(tx, key);
        const [row] = await tx.select({ raw: sourceCatalogs.raw }).from(sourceCatalogs).where(isKey(key));
        if (!head || !row?.raw) return null;
        const raw = row.raw as RawCatalog;
        const { joins, renames } = await readDecisions(tx, key.sourceId);
        return { head, raw, memory: { joins, renames, vanished: await readVanished(tx, key, raw) } };
      });
    },
    async claim({ sourceId, role }, by, ms) {
      const until = sql`now() + make_interval(secs => ${ms / 1000})`;
      const claimed = await db
        .insert(sourceCatalogs)
        .values({ sourceId, role, refreshingBy: by, refreshingUntil: until })
        .onConflictDoUpdate({
          target: [sourceCatalogs.sourceId, sourceCatalogs.role],
          set: { refreshingBy: by, refreshingUntil: until },
          setWhere: sql`${sourceCatalogs.refreshingUntil} is null or ${sourceCatalogs.refreshingUntil} < now() or ${sourceCatalogs.refreshingBy} = ${by}`,
        })
        .returning({ role: sourceCatalogs.role });
      return claimed.length > 0;
    },
    save: (key, by, reading) => db.transaction((tx) => save(tx, key, by, reading)),
    async release(key, by) {
      await db
        .update(sourceCatalogs)
        .set({ refreshingBy: null, refreshingUntil: null })
        .where(and(isKey(key), eq(sourceCatalogs.refreshingBy, by)));
    },
    async forget(sourceId) {
      await db.update(sourceCatalogs).set({ forgotten: true }).where(eq(sourceCatalogs.sourceId, sourceId));
    },
  };
}

/** What was read of a source goes with it: its values are not ours to keep. */
export async function eraseCatalogs(tx: CoreTransaction, sourceId: string): Promise<void> {
  await tx.delete(sourceCatalogs).where(eq(sourceCatalogs.sourceId, sourceId));
  await tx.delete(catalogChanges).where(eq(catalogChanges.sourceId, sourceId));
}

const isKey = ({ sourceId, role }: CatalogKey) =>
  and(eq(sourceCatalogs.sourceId, sourceId), eq(sourceCatalogs.role, role));

async function readHead(db: CoreDatabase | CoreTransaction, key: CatalogKey): Promise<CatalogHead | null> {
  const [row] = await db
    .select({
      revision: sourceCatalogs.revision,
      decided: sourceCatalogs.decided,
      binding: sourceCatalogs.binding,
      forgotten: sourceCatalogs.forgotten,
      readAt: sourceCatalogs.readAt,
      profiledAt: sourceCatalogs.profiledAt,
    })
    .from(sourceCatalogs)
    .where(isKey(key));
  if (!row?.readAt) return null;
  return {
    ...row,
    readAt: Date.parse(row.readAt),
    profiledAt: row.profiledAt === null ? null : Date.parse(row.profiledAt),
  };
}

async function save(
  tx: CoreTransaction,
  key: CatalogKey,
  by: string,
  { raw, binding, whole }: { raw: RawCatalog; binding: string; whole: boolean },
): Promise<void> {
  const [row] = await tx
    .select()
    .from(sourceCatalogs)
    .where(and(isKey(key), eq(sourceCatalogs.refreshingBy, by)))
    .for("update");
  if (!row) return;
  // Under other logins or another policy it shows something else: that is no drift.
  const before = row.binding === binding ? (row.raw as RawCatalog | null) : null;
  if (before) await noteChanges(tx, key, before, raw, whole);
  const kept = before && !whole ? carryProfiles(before, raw) : raw;
  await tx
    .update(sourceCatalogs)
    .set({
      binding,
      raw: storable(kept),
      structureVersion: structureVersion(raw),
      revision: row.revision + 1,
      forgotten: false,
      readAt: sql`now()`,
      profiledAt: whole ? sql`now()` : null,
    })
    .where(isKey(key));
}

/** Keeps what changed; once the new profiles are there, what vanished is looked for again among what came. */
async function noteChanges(
  tx: CoreTransaction,
  { sourceId, role }: CatalogKey,
  before: RawCatalog,
  after: RawCatalog,
  whole: boolean,
): Promise<void> {
  const found = diffStructure(before, after);
  if (found.length > 0)
    await tx.insert(catalogChanges).values(found.map((change) => ({ sourceId, role, change })));
  if (!whole || found.length > 0) return;
  const rows = await tx
    .select()
    .from(catalogChanges)
    .where(and(eq(catalogChanges.sourceId, sourceId), eq(catalogChanges.role, role)));
  // What was found at one time belongs together: an older column is no new name of a newer loss.
  for (const together of Map.groupBy(rows, ({ foundAt }) => foundAt).values()) {
    const changes = together.map(({ change }) => change);
    const again = proposeRenames(changes, null, after);
    for (const [at, { id }] of together.entries())
      if (!isDeepStrictEqual(again[at], changes[at]))
        await tx.update(catalogChanges).set({ change: again[at]! }).where(eq(catalogChanges.id, id));
  }
}

/** What was removed and has not come back. */
async function readVanished(
  tx: CoreTransaction,
  { sourceId, role }: CatalogKey,
  raw: RawCatalog,
): Promise<StructureChange[]> {
  const rows = await tx
    .select({ change: catalogChanges.change })
    .from(catalogChanges)
    .where(
      and(
        eq(catalogChanges.sourceId, sourceId),
        eq(catalogChanges.role, role),
        sql`${catalogChanges.change} ->> 'kind' = 'removed'`,
      ),
    )
    .orderBy(catalogChanges.id);
  const there = new Set([...raw.tables.map(({ id }) => id), ...raw.columns.map(({ id }) => id)]);
  const last = new Map(rows.map(({ change }) => [change.id, change]));
  return [...last.values()].filter(({ id }) => !there.has(id));
}

/** PostgreSQL keeps no NUL in text; another engine's value may hold one. */
function storable(raw: RawCatalog): RawCatalog {
  const text = JSON.stringify(raw);
  if (!text.includes("\\u0000")) return raw;
  return JSON.parse(text, (_, value) =>
    typeof value === "string" ? value.replaceAll("\0", "") : value,
  ) as RawCatalog;
}

/** The same while only data move. */
function structureVersion({ tables, columns, joins }: RawCatalog): string {
  const stable = [
    tables.map(({ id, kind, primaryKey, uniqueKeys }) => [id, kind, primaryKey, uniqueKeys]),
    columns.map(({ id, type, nullable }) => [id, type, nullable]),
    joins.map(({ from, to }) => [from, to]),
  ];
  return createHash("sha256").update(JSON.stringify(stable)).digest("hex").slice(0, 16);
}
