import postgres from "postgres";
import { ClusterError } from "#db/embedded/errors.ts";
import { startSearchStore } from "#db/search/embedded/store.ts";
import { migrateSearch } from "#db/search/migrate.ts";
import { type Environment, parseConfig, readConfig } from "#lib/config/load.ts";
import { inDataFolder, keptSecret } from "./data-folder.ts";
import type { RunningDatabase } from "./services.ts";
import { CommandError, progress } from "./terminal.ts";

/** Stands for the addresses of the demo warehouse, which are not known before it is started. */
const NOT_YET = "postgres://demo@demo.invalid/demo";

/** True where the configuration names documents; the search store is started only then. Throws `E_CONFIG`. */
export function usesDocuments(environment: Environment = process.env): boolean {
  const config = parseConfig(readConfig(environment), {
    CAUSEWAY_DEMO_GLOBAL_URL: NOT_YET,
    CAUSEWAY_DEMO_EMEA_URL: NOT_YET,
    ...environment,
  });
  return config.documents.length > 0;
}

/**
 * Starts the embedded search store; its address, or nothing where it cannot run: questions to databases are answered all the same,
 * and what is wrong is told here and on the page. Another copy that uses the folder is an error, as with the other databases.
 */
export async function startSearch(databases: RunningDatabase[]): Promise<string | undefined> {
  const options = { folder: inDataFolder("search"), password: keptSecret("search-password") };
  try {
    let store = await startSearchStore({ ...options, port: 0 });
    databases.push({
      name: "search",
      optional: true,
      exited: () => store.exited,
      stop: () => store.stop(),
      restart: async () => {
        // It may run where only its new shape could not be given to it.
        await store.stop();
        store = await startSearchStore({ ...options, port: store.port });
        if (store.rebuilt) await migrateSearch(store.url);
      },
    });
    if (store.rebuilt)
      progress(
        "The search index could not be opened, so it was thrown away and is built again from the documents.",
      );
    await migrateSearch(store.url);
    return store.url;
  } catch (error) {
    if (!(error instanceof ClusterError) || error.code === "in-use") throw error;
    progress(`${error.message} Documents are not searched until then.`);
    return undefined;
  }
}

/** Brings a search store on the user's own server to this version's shape; each fault in one sentence. */
export async function migrateOwnSearch(url: string): Promise<void> {
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url))
    throw new CommandError(
      "SEARCH_DATABASE_URL is not an address of the form postgres://user:password@host:5432/database. Correct it and start again.",
    );
  try {
    await insistOnVectors(url);
    await migrateSearch(url);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(
      `The search store at ${new URL(url).host} cannot be used: ${error instanceof Error ? (error.cause instanceof Error ? error.cause : error).message : String(error)}. Check SEARCH_DATABASE_URL.`,
      { cause: error },
    );
  }
}

async function insistOnVectors(url: string): Promise<void> {
  const server = postgres(url, { max: 1, connect_timeout: 10, onnotice: () => undefined });
  try {
    const [row] = await server`select 1 from pg_available_extensions where name = 'vector'`;
    if (!row)
      throw new CommandError(
        `The server of SEARCH_DATABASE_URL (${new URL(url).host}) has no pgvector. Install it there, or leave SEARCH_DATABASE_URL out to use the embedded search store.`,
      );
  } finally {
    await server.end({ timeout: 5 });
  }
}
