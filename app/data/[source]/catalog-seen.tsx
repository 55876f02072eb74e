import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { currentActor } from "#app/actor.ts";
import { inWords } from "#app/outcome.ts";
import type { Actor } from "#lib/contracts/actor.ts";
import type { Catalog } from "#lib/contracts/catalog.ts";
import { AppError } from "#lib/contracts/errors.ts";
import type { Source } from "#lib/warehouse/sources.ts";

interface Seen {
  actor: Actor;
  source: Source;
  catalog: Catalog;
}

/** A source's catalog as whoever asks may see it; in its place what a page says where it cannot be read. */
export async function catalogSeen(sourceId: string): Promise<Seen | { fault: ReactNode }> {
  let place: Omit<Seen, "catalog">;
  try {
    place = await currentActor(sourceId);
  } catch (error) {
    if (error instanceof AppError && error.code === "E_SOURCE_UNKNOWN") notFound();
    throw error;
  }
  try {
    const catalog = await place.source.catalog(place.actor, new Date().toISOString());
    return { ...place, catalog };
  } catch (error) {
    return {
      fault: (
        <p role="alert" className="text-person">
          {inWords(error).sentence}
        </p>
      ),
    };
  }
}
