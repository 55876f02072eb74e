"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { currentActor } from "#app/actor.ts";
import { engine } from "#app/engine.ts";
import { outcome } from "#app/outcome.ts";
import type { FileReport } from "#lib/contracts/file-report.ts";
import type { Outcome } from "#lib/contracts/stream.ts";
import { removeFile } from "#lib/warehouse/files/folder.ts";
import { createFilesSource } from "#lib/warehouse/registry/connect.ts";
import { noteFileChange } from "#lib/warehouse/registry/registry.ts";
import { uploadTarget } from "./target.ts";

/** Makes an empty source for files. Its id. */
export async function createFiles(name: string): Promise<Outcome<string>> {
  return outcome(async () => {
    const { actor } = await currentActor();
    const { core, sources } = await engine();
    const taken = sources.all().map(({ config }) => config.id);
    const id = await createFilesSource(core.db, actor, z.string().max(200).parse(name), taken);
    await sources.refresh("now");
    revalidatePath("/", "layout");
    return id;
  });
}

/** What became of each file of a source. */
export async function uploadedFiles(sourceId: string): Promise<Outcome<FileReport[]>> {
  return outcome(async () => {
    const { source } = await uploadTarget(z.string().parse(sourceId));
    return (await source.connector.reports?.()) ?? [];
  });
}

export async function removeUploaded(sourceId: string, file: string): Promise<Outcome<FileReport[]>> {
  return outcome(async () => {
    const { source, actor, folder } = await uploadTarget(z.string().parse(sourceId));
    await removeFile(folder, z.string().parse(file));
    await noteFileChange((await engine()).core.db, actor, source.config.id, "file-removed", file);
    await source.forget();
    return (await source.connector.reports?.()) ?? [];
  });
}
