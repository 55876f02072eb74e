import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { AppError } from "#lib/contracts/errors.ts";

export const ACTOR_COOKIE = "causeway_actor";

const identitySchema = z.object({
  id: z.string().regex(/^usr_[0-9a-f-]{36}$/),
  /** Absent: the source's default role. */
  role: z.string().max(64).optional(),
});
export type Identity = z.infer<typeof identitySchema>;

/** A cookie value for somebody who was never here. */
export function newActorToken(): string {
  return actorToken({ id: `usr_${randomUUID()}` });
}

/** `payload.signature`, both base64url; signed with `CAUSEWAY_SECRET`. */
export function actorToken(identity: Identity): string {
  const payload = Buffer.from(JSON.stringify(identity)).toString("base64url");
  return `${payload}.${sign(payload)}`;
}

/** The identity in a cookie, or null where it is absent, altered or not ours. */
export function readActorToken(token: string | undefined): Identity | null {
  const [payload, signature] = token?.split(".") ?? [];
  if (!payload || !signature || !sameText(signature, sign(payload))) return null;
  const parsed = identitySchema.safeParse(JSON.parse(Buffer.from(payload, "base64url").toString("utf8")));
  return parsed.success ? parsed.data : null;
}

function sign(payload: string): string {
  const secret = process.env.CAUSEWAY_SECRET;
  if (!secret)
    throw new AppError("E_CONFIG", "CAUSEWAY_SECRET is not set. Start with `npm start`, which sets it.");
  return createHmac("sha256", secret).update(payload).digest("base64url");
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
