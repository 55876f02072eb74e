"use server";

import { revalidatePath } from "next/cache";
import { currentActor } from "#app/actor.ts";
import { engine } from "#app/engine.ts";
import { outcome } from "#app/outcome.ts";
import { AppError } from "#lib/contracts/errors.ts";
import { type ModelChangeInput, modelChangeSchema } from "#lib/contracts/meaning.ts";
import type { Outcome } from "#lib/contracts/stream.ts";
import { saveModelEdit } from "#lib/warehouse/semantic/save-edit.ts";
import { meaningView } from "./view.ts";

/** Adds, changes or removes one term, metric or verified query. */
export async function saveMeaning(input: ModelChangeInput): Promise<Outcome<null>> {
  return outcome(async () => {
    const { sourceId, hash, edit } = modelChangeSchema.parse(input);
    const { actor, source } = await currentActor(sourceId);
    const { core } = await engine();
    const { entries } = await meaningView(core.db, actor, source);
    if (edit.was !== undefined && !entries.some(({ kind, name }) => kind === edit.kind && name === edit.was))
      throw new AppError("E_MODEL", `Nothing was saved. There is no "${edit.was}" that your role may see.`);
    const vouched = { verified_by: actor.id, verified_at: new Date().toISOString().slice(0, 10) };
    await saveModelEdit(core.db, actor, source, {
      hash,
      edit: edit.kind === "verified-query" ? { ...edit, to: edit.to && { ...edit.to, ...vouched } } : edit,
    });
    revalidatePath("/data/[source]/meaning", "page");
    return null;
  });
}
