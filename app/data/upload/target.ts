import { currentActor } from "#app/actor.ts";
import type { Actor } from "#lib/contracts/actor.ts";
import { AppError } from "#lib/contracts/errors.ts";
import type { Source } from "#lib/warehouse/sources.ts";

/** The source that files go into. Throws `E_SOURCE_UNKNOWN`, and `E_FORBIDDEN` for one that was not made here. */
export async function uploadTarget(id: string): Promise<{ source: Source; actor: Actor; folder: string }> {
  const { source, actor } = await currentActor(id);
  const { config, origin } = source;
  if (config.kind !== "files" || origin !== "connected")
    throw new AppError(
      "E_FORBIDDEN",
      `Files cannot be uploaded into ${config.name}. Choose a source that was made for files here.`,
    );
  return { source, actor, folder: config.path };
}
