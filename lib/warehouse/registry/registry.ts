import { and, asc, eq, isNull, max, sql } from "drizzle-orm";
import type { CoreDatabase, CoreTransaction } from "#db/core/client.ts";
import { sourceLog, sources } from "#db/core/schema.ts";
import { type SourceConfig, sourceConfigSchema } from "#lib/config/schema.ts";
import type { Actor } from "#lib/contracts/actor.ts";
import { AppError } from "#lib/contracts/errors.ts";
import { log } from "#lib/telemetry/log.ts";
import { eraseCatalogs } from "../catalog/core-store.ts";
import { seal, unseal } from "./sealed.ts";

/** A source that was connected on the page. */
export interface RegisteredSource {
  config: SourceConfig;
  acceptsUnsafe: boolean;
  /** Changes with every change of the entry. */
  stamp: string;
}

export type SourceLogEntry = typeof sourceLog.$inferSelect;

/** All that are connected, oldest first. One whose passwords cannot be opened is left out, and logged. */
export async function registeredSources(db: CoreDatabase): Promise<RegisteredSource[]> {
  const rows = await db.select().from(sources).where(isNull(sources.removedAt)).orderBy(asc(sources.addedAt));
  return rows.flatMap((row) => {
    try {
      return [
        { config: configOf(row), acceptsUnsafe: row.acceptsUnsafe, stamp: `${row.id}@${row.changedAt}` },
      ];
    } catch (error) {
      log.error({ error, source: row.id }, "a connected source cannot be used");
      return [];
    }
  });
}

/** Changes whenever a source is connected, changed or removed: what a process compares to know whether it is up to date. */
export async function registryStamp(db: CoreDatabase): Promise<string> {
  const [row] = await db.select({ latest: max(sources.changedAt) }).from(sources);
  return row?.latest ?? "";
}

/** Ids that are, or ever were, a connected source's: old conversations still name them. */
export async function registeredIds(db: CoreDatabase): Promise<string[]> {
  return (await db.select({ id: sources.id }).from(sources)).map(({ id }) => id);
}

/** Writes a source down, with who did it. Throws `E_SOURCE_EXISTS` where the id is, or ever was, another one's. */
export async function registerSource(
  db: CoreDatabase,
  actor: Actor,
  config: SourceConfig,
  unsafe: { accepted: boolean; sentence: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { logins, ...plain } = { logins: undefined, ...config };
    const made = await tx
      .insert(sources)
      .values({
        id: config.id,
        config: plain,
        sealedLogins: logins ? seal(JSON.stringify(logins), config.id) : null,
        acceptsUnsafe: unsafe.accepted,
        addedBy: actor.id,
      })
      .onConflictDoNothing()
      .returning({ id: sources.id });
    if (made.length === 0)
      throw new AppError(
        "E_SOURCE_EXISTS",
        `The short name "${config.id}" is or was another source's. Choose another one.`,
      );
    await note(tx, actor, config.id, "connected", `${config.name} (${config.kind})`);
    if (unsafe.accepted) await note(tx, actor, config.id, "unsafe-accepted", unsafe.sentence);
  });
}

/** Takes a source out of use. What was asked of it stays readable. Throws `E_SOURCE_UNKNOWN`. */
export async function removeSource(db: CoreDatabase, actor: Actor, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const gone = await tx
      .update(sources)
      .set({ removedAt: sql`now()`, removedBy: actor.id, changedAt: sql`now()`, sealedLogins: null })
      .where(and(eq(sources.id, id), isNull(sources.removedAt)))
      .returning({ id: sources.id });
    if (gone.length === 0)
      throw new AppError(
        "E_SOURCE_UNKNOWN",
        "This source is not one that was connected here. One of the configuration file is taken out there.",
      );
    await eraseCatalogs(tx, id);
    await note(tx, actor, id, "removed", "");
  });
}

/** Says in the log of a source what somebody did to its files. */
export async function noteFileChange(
  db: CoreDatabase,
  actor: Actor,
  id: string,
  kind: "file-added" | "file-removed",
  name: string,
): Promise<void> {
  await db.transaction((tx) => note(tx, actor, id, kind, name));
}

async function note(
  tx: CoreTransaction,
  actor: Actor,
  sourceId: string,
  kind: SourceLogEntry["kind"],
  detail: string,
): Promise<void> {
  await tx.insert(sourceLog).values({ sourceId, actor, kind, detail });
}

function configOf({ id, config, sealedLogins }: typeof sources.$inferSelect): SourceConfig {
  const logins = sealedLogins === null ? {} : { logins: JSON.parse(unseal(sealedLogins, id)) as unknown };
  return sourceConfigSchema.parse({ ...config, ...logins });
}
