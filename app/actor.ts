import { cookies } from "next/headers";
import { ACTOR_COOKIE, readActorToken } from "#lib/auth/actor-cookie.ts";
import type { Actor } from "#lib/contracts/actor.ts";
import { AppError } from "#lib/contracts/errors.ts";
import type { Source } from "#lib/warehouse/sources.ts";
import { engine } from "./engine.ts";

/** Who asks, from the signed cookie. Throws `E_FORBIDDEN` where there is none, as when cookies are off. */
export async function currentActor(timeZone?: string): Promise<{ actor: Actor; source: Source }> {
  const identity = readActorToken((await cookies()).get(ACTOR_COOKIE)?.value);
  if (!identity)
    throw new AppError("E_FORBIDDEN", "You are not known here. Allow cookies for this page and reload it.");
  const source = (await engine()).sources.of();
  const role =
    identity.role && identity.role in source.config.logins ? identity.role : source.config.default_role;
  return {
    actor: { id: identity.id, role, timeZone: timeZone ?? source.config.time_zone, locale: "en" },
    source,
  };
}
