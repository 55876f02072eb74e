import { join, resolve } from "node:path";
import type { CoreDatabase } from "#db/core/client.ts";
import { refuseOwnStores } from "#lib/config/load.ts";
import { rolesOf, type SourceConfig, sourceConfigSchema } from "#lib/config/schema.ts";
import type { Actor } from "#lib/contracts/actor.ts";
import { AppError } from "#lib/contracts/errors.ts";
import type { ConnectionForm, ConnectionTest } from "#lib/contracts/source.ts";
import { openConnector } from "#lib/warehouse/connectors/open.ts";
import { registeredIds, registerSource } from "./registry.ts";

/**
 * Reaches every login of a form and checks that it only reads. Nothing is saved.
 * Throws `E_CONFIG` for a form that cannot be a source.
 */
export async function testConnection(form: ConnectionForm): Promise<ConnectionTest> {
  const config = configOf(form, "untried");
  const connector = openConnector(config);
  try {
    return { health: await Promise.all(rolesOf(config).map((role) => connector.check(role))) };
  } finally {
    await connector.close();
  }
}

/**
 * Tests a form and saves it as a source. A login that could do more than read is refused, unless the form says that
 * it is wanted all the same, which is written down with who said so.
 * Throws `E_SOURCE_LOGIN`, `E_SOURCE_DOWN`, `E_CONFIG`.
 *
 * @returns the new source's id
 */
export async function connectSource(
  db: CoreDatabase,
  actor: Actor,
  form: ConnectionForm,
  taken: readonly string[],
): Promise<string> {
  const { health } = await testConnection(form);
  const unreachable = health.find(({ state }) => state === "unreachable");
  if (unreachable) throw new AppError("E_SOURCE_DOWN", unreachable.sentence);
  const unsafe = health.find(({ state }) => state === "unsafe");
  if (unsafe && !form.acceptUnsafe) throw new AppError("E_SOURCE_LOGIN", unsafe.sentence);
  const config = configOf(form, freeId(form.name, [...taken, ...(await registeredIds(db))]));
  await registerSource(db, actor, config, {
    accepted: unsafe !== undefined,
    sentence: unsafe?.sentence ?? "",
  });
  return config.id;
}

/** Makes an empty source for files that are uploaded. Throws `E_CONFIG`. */
export async function createFilesSource(
  db: CoreDatabase,
  actor: Actor,
  name: string,
  taken: readonly string[],
): Promise<string> {
  const id = freeId(name, [...taken, ...(await registeredIds(db))]);
  const home = resolve(/* turbopackIgnore: true */ process.env.CAUSEWAY_DATA || ".causeway", "uploads");
  const parsed = sourceConfigSchema.safeParse({
    id,
    kind: "files",
    name: name.trim(),
    path: join(home, id),
    time_zone: actor.timeZone,
  });
  if (!parsed.success) throw new AppError("E_CONFIG", "Give the files a name to ask them by.");
  await registerSource(db, actor, parsed.data, { accepted: false, sentence: "" });
  return id;
}

/** Throws `E_CONFIG` with what is wrong. */
function configOf(form: ConnectionForm, id: string): SourceConfig {
  const { kind, host, port, database, tls, logins } = form;
  const roles = new Set(logins.map(({ role }) => role));
  if (roles.size < logins.length)
    throw new AppError("E_CONFIG", "Two logins have the same role. Give each its own.");
  const addressOf = ({ user, password }: ConnectionForm["logins"][number]) => {
    const place = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
    const query = tls === "off" ? "" : `?sslmode=${tls === "on" ? "require" : "verify-full"}`;
    return `${kind}://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${place}:${port}/${encodeURIComponent(database)}${query}`;
  };
  const parsed = sourceConfigSchema.safeParse({
    id,
    kind,
    name: form.name,
    logins: Object.fromEntries(logins.map((login) => [login.role, addressOf(login)])),
    default_role: logins[0]!.role,
    time_zone: form.timeZone,
    ...(form.asOf === undefined ? {} : { as_of: form.asOf }),
  });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field =
      issue!.path[0] === "logins" ? "The host or the database name" : `The field ${issue!.path.join(".")}`;
    throw new AppError("E_CONFIG", `${field} cannot be used: ${issue!.message}.`);
  }
  refuseOwnStores([parsed.data], process.env, form.name);
  return parsed.data;
}

/** A short name that addresses can hold: `Sales (EU)` → `sales-eu`, and `sales-eu-2` where that is taken. */
function freeId(name: string, taken: readonly string[]): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+|-+$/g, "")
    .slice(0, 40);
  const base = plain === "" ? "source" : plain;
  for (let number = 1; ; number++) {
    const id = number === 1 ? base : `${base}-${number}`;
    if (!taken.includes(id)) return id;
  }
}
