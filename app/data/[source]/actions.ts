"use server";

import { z } from "zod";
import { currentActor } from "#app/actor.ts";
import { engine } from "#app/engine.ts";
import { outcome } from "#app/outcome.ts";
import type { Catalog } from "#lib/contracts/catalog.ts";
import { decisionSchema } from "#lib/contracts/catalog-changes.ts";
import { AppError } from "#lib/contracts/errors.ts";
import type { Outcome } from "#lib/contracts/stream.ts";
import { decideJoin, decideRename, readChanges, undoJoin } from "#lib/warehouse/catalog/decisions.ts";

const columnsSchema = z.array(z.string().max(400)).min(1).max(16);
const joinSchema = z.object({ sourceId: z.string(), from: columnsSchema, to: columnsSchema });
const sayJoinSchema = joinSchema.extend({ decision: decisionSchema.nullable() });
const sayRenameSchema = z.object({
  sourceId: z.string(),
  from: z.string().max(400),
  to: z.string().max(400),
  decision: decisionSchema,
});

/** Has a source's structure and values read anew, and waits for the structure. */
export async function readAgain(sourceId: string): Promise<Outcome<null>> {
  return outcome(async () => {
    const { actor, source } = await currentActor(z.string().parse(sourceId));
    await source.forget();
    await source.catalog(actor, new Date().toISOString());
    return null;
  });
}

/** Confirms or rejects a join, or takes back what was said about it (null). */
export async function sayJoin(input: z.input<typeof sayJoinSchema>): Promise<Outcome<null>> {
  return outcome(async () => {
    const { sourceId, from, to, decision } = sayJoinSchema.parse(input);
    const { actor, source } = await currentActor(sourceId);
    insistOnSeeing([...from, ...to], await source.catalog(actor, new Date().toISOString()));
    const { core } = await engine();
    if (decision === null) await undoJoin(core.db, sourceId, { from, to });
    else await decideJoin(core.db, sourceId, { from, to }, { decision, by: actor.id });
    return null;
  });
}

/** Confirms or rejects that a vanished column or table is another one under a new name. */
export async function sayRename(input: z.input<typeof sayRenameSchema>): Promise<Outcome<null>> {
  return outcome(async () => {
    const { sourceId, from, to, decision } = sayRenameSchema.parse(input);
    const { actor } = await currentActor(sourceId);
    const { core } = await engine();
    const changes = await readChanges(core.db, { sourceId, role: actor.role });
    const isProposed = changes.some(({ change }) => change.id === from && change.proposal?.to === to);
    if (!isProposed) throw notSeen();
    await decideRename(core.db, sourceId, { from, to }, { decision, by: actor.id });
    return null;
  });
}

/** Nobody decides about what they cannot see. */
function insistOnSeeing(ids: string[], { columns }: Catalog): void {
  const seen = new Set(columns.map(({ id }) => id));
  if (!ids.every((id) => seen.has(id))) throw notSeen();
}

function notSeen(): AppError {
  return new AppError("E_FORBIDDEN", "This is not, or no longer, among what you may see. Reload the page.");
}
