import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type LoginName, loginNames } from "./access.ts";

/** The logins' passwords: random, made once, kept in a file that only its owner can read. */
export function loginPasswords(folder: string): Record<LoginName, string> {
  const path = join(folder, "logins.json");
  const kept = existsSync(path)
    ? (JSON.parse(readFileSync(path, "utf8")) as Partial<Record<LoginName, string>>)
    : {};
  const entries = loginNames.map(
    (login) => [login, kept[login] ?? randomBytes(24).toString("base64url")] as const,
  );
  const passwords = Object.fromEntries(entries) as Record<LoginName, string>;
  if (loginNames.some((login) => kept[login] === undefined)) {
    writeFileSync(path, JSON.stringify(passwords, null, 2), { mode: 0o600 });
  }
  return passwords;
}
