import postgres from "postgres";
import { migrateCore } from "#db/core/migrate.ts";
import type { Cluster } from "#db/embedded/cluster.ts";
import { keptSecret } from "./data-folder.ts";
import { CommandError } from "./terminal.ts";

const name = "causeway";
const oldestServer = 150_000;

/** The core store's database in its embedded cluster, owned by a login of its own; its address. */
export async function ensureCoreDatabase(cluster: Cluster): Promise<string> {
  const password = keptSecret("core-password");
  const admin = postgres(cluster.adminUrl, { max: 1, onnotice: () => undefined });
  try {
    const [role] = await admin`select 1 from pg_roles where rolname = ${name}`;
    // Neither statement takes parameters; the password is base64url and needs no quoting.
    await admin.unsafe(`${role ? "alter" : "create"} role ${name} login password '${password}'`);
    const [database] = await admin`select 1 from pg_database where datname = ${name}`;
    if (!database) await admin.unsafe(`create database ${name} owner ${name}`);
    return cluster.url(name, password, name);
  } finally {
    await admin.end();
  }
}

/** Brings the core store to this version's shape; for the user's own server, each fault in one sentence. */
export async function migrate(databaseUrl: string): Promise<void> {
  try {
    await checkServer(databaseUrl);
    await migrateCore(databaseUrl);
  } catch (error) {
    throw explainDatabaseFault(error, databaseUrl);
  }
}

async function checkServer(databaseUrl: string): Promise<void> {
  if (!/^postgres(ql)?:\/\//.test(databaseUrl) || !URL.canParse(databaseUrl)) {
    throw new CommandError(
      "DATABASE_URL is not an address of the form postgres://user:password@host:5432/database. Correct it and start again.",
    );
  }
  const server = postgres(databaseUrl, { max: 1, connect_timeout: 10, onnotice: () => undefined });
  try {
    const [row] = await server<{ version: number; text: string }[]>`
      select current_setting('server_version_num')::int as version, current_setting('server_version') as text`;
    if (row !== undefined && row.version < oldestServer) {
      throw new CommandError(
        `The server of DATABASE_URL is PostgreSQL ${row.text}; Causeway needs 15 or newer.`,
      );
    }
  } finally {
    await server.end({ timeout: 5 });
  }
}

/** PostgreSQL's and the network's codes, and what each asks of the person who set DATABASE_URL. */
function explainDatabaseFault(error: unknown, databaseUrl: string): unknown {
  if (!(error instanceof Error) || error instanceof CommandError) return error;
  const cause = error.cause instanceof Error && !("code" in error) ? error.cause : error;
  const { host, username, pathname } = new URL(databaseUrl);
  const database = decodeURIComponent(pathname.slice(1));
  const sentences: Record<string, string> = {
    ECONNREFUSED: `No PostgreSQL server answers at ${host}. Start it, or correct DATABASE_URL.`,
    ENOTFOUND: `The host ${host} of DATABASE_URL is not known. Correct the address.`,
    EAI_AGAIN: `The host ${host} of DATABASE_URL cannot be looked up now. Check the network and start again.`,
    CONNECT_TIMEOUT: `The server at ${host} does not answer within 10 seconds. Check the address and the firewall.`,
    "28P01": `The server at ${host} refuses the password of "${username}". Correct it in DATABASE_URL.`,
    "28000": `The server at ${host} does not let "${username}" in. Check the user in DATABASE_URL and the server's pg_hba.conf.`,
    "3D000": `The server at ${host} has no database "${database}". Create it, or correct DATABASE_URL.`,
    "42501": `"${username}" may not create tables in the database "${database}". Make it the owner of that database.`,
    "53100": `The disk of the database server at ${host} is full. Free some space there and start again.`,
    "53300": `The server at ${host} has no connection left. Raise its max_connections or close other programs.`,
    "25006": `The database "${database}" at ${host} is read-only. Point DATABASE_URL at one that can be written to.`,
  };
  const sentence = "code" in cause ? sentences[String(cause.code)] : undefined;
  return sentence === undefined ? error : new CommandError(sentence, { cause: error });
}
