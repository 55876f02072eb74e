"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { currentActor } from "#app/actor.ts";
import { engine } from "#app/engine.ts";
import { outcome } from "#app/outcome.ts";
import { type ConnectionTest, connectionFormSchema, type SourceHealth } from "#lib/contracts/source.ts";
import type { Outcome } from "#lib/contracts/stream.ts";
import { connectSource, testConnection } from "#lib/warehouse/registry/connect.ts";
import { removeSource } from "#lib/warehouse/registry/registry.ts";

/** Reaches every login of the form; saves nothing. */
export async function tryConnection(input: unknown): Promise<Outcome<ConnectionTest>> {
  return outcome(async () => {
    await currentActor();
    return testConnection(connectionFormSchema.parse(input));
  });
}

/** Tests the form and saves it. The new source's id. */
export async function connect(input: unknown): Promise<Outcome<string>> {
  return outcome(async () => {
    const { actor } = await currentActor();
    const { core, sources } = await engine();
    const taken = sources.all().map(({ config }) => config.id);
    const id = await connectSource(core.db, actor, connectionFormSchema.parse(input), taken);
    await sources.refresh("now");
    revalidatePath("/", "layout");
    return id;
  });
}

/** Whether each login of a source answers and only reads. */
export async function checkSource(id: string): Promise<Outcome<SourceHealth[]>> {
  return outcome(async () => {
    const { source } = await currentActor(z.string().parse(id));
    return source.check();
  });
}

/** Takes a source that was connected here out of use. */
export async function removeSourceAction(id: string): Promise<Outcome<null>> {
  return outcome(async () => {
    const { actor } = await currentActor();
    const { core, sources } = await engine();
    await removeSource(core.db, actor, z.string().parse(id));
    await sources.refresh("now");
    revalidatePath("/", "layout");
    return null;
  });
}
