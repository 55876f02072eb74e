import { type NextRequest, NextResponse } from "next/server";
import { ACTOR_COOKIE, newActorToken, readActorToken } from "#lib/auth/actor-cookie.ts";

/**
 * Before every page: a Content-Security-Policy with a fresh nonce, and an identity for a newcomer (a signed cookie,
 * until sign-in exists).
 */
export function proxy(request: NextRequest): NextResponse {
  if (!isThisMachine(request.headers.get("host")))
    return new NextResponse("Causeway answers on this machine only: open it as http://127.0.0.1.", {
      status: 421,
    });
  const nonce = Buffer.from(crypto.randomUUID()).toString("base64");
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("Content-Security-Policy", policy);

  const known = readActorToken(request.cookies.get(ACTOR_COOKIE)?.value);
  const token = known ? null : newActorToken();
  if (token) {
    request.cookies.set(ACTOR_COOKIE, token);
    headers.set("cookie", request.cookies.toString());
  }
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  response.headers.set("X-Content-Type-Options", "nosniff");
  response.headers.set("Referrer-Policy", "same-origin");
  if (token)
    response.cookies.set(ACTOR_COOKIE, token, {
      httpOnly: true,
      sameSite: "lax",
      path: "/",
      maxAge: 365 * 24 * 3600,
    });
  return response;
}

export const config = {
  matcher: [{ source: "/((?!_next/static|_next/image|favicon.ico|icon.svg).*)" }],
};

/** Another site may point its own name at this address; until sign-in exists such a page must not read anything. */
function isThisMachine(host: string | null): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host ?? "");
}

function contentSecurityPolicy(nonce: string): string {
  const development = process.env.NODE_ENV === "development";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    development ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    // Charts place their labels with style attributes; these cannot load or run anything.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
