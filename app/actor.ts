import { cookies } from "next/headers";
import { ACTOR_COOKIE, type Identity, readActorToken } from "#lib/auth/actor-cookie.ts";
import { rolesOf } from "#lib/config/schema.ts";
import type { Actor } from "#lib/contracts/actor.ts";
import { AppError } from "#lib/contracts/errors.ts";
import type { Source } from "#lib/warehouse/sources.ts";
import { engine } from "./engine.ts";

/** The source that new conversations ask, where there are several; nothing hangs on it, so it is not signed. */
export const SOURCE_COOKIE = "causeway_source";

/** Who asks, from the signed cookie. Throws `E_FORBIDDEN` where there is none, as when cookies are off. */
export async function currentIdentity(): Promise<Identity> {
  const identity = readActorToken((await cookies()).get(ACTOR_COOKIE)?.value);
  if (identity) return identity;
  throw new AppError("E_FORBIDDEN", "You are not known here. Allow cookies for this page and reload it.");
}

/**
 * Who asks which source, with the role that counts there: the source with that id, or else the chosen one.
 * Throws `E_FORBIDDEN`, and `E_SOURCE_UNKNOWN`.
 */
export async function currentActor(sourceId?: string): Promise<{ actor: Actor; source: Source }> {
  const identity = await currentIdentity();
  const source = sourceId === undefined ? await chosenSource() : (await engine()).sources.of(sourceId);
  const { time_zone: timeZone } = source.config;
  return { actor: { id: identity.id, role: roleAt(source, identity), timeZone, locale: "en" }, source };
}

/** The role a person has at a source: the one that was switched to, where the source knows it. */
export function roleAt({ config }: Source, { role }: Identity): string {
  return role !== undefined && rolesOf(config).includes(role) ? role : config.default_role;
}

async function chosenSource(): Promise<Source> {
  const { sources } = await engine();
  const chosen = (await cookies()).get(SOURCE_COOKIE)?.value;
  return sources.all().find(({ config }) => config.id === chosen) ?? sources.of();
}
