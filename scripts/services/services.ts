import { mkdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureDemo, warehouseSettings } from "#db/demo/load.ts";
import { type Cluster, type ClusterOptions, startCluster } from "#db/embedded/cluster.ts";
import { ClusterError, hasCode } from "#db/embedded/errors.ts";
import { ensureCoreDatabase, migrate } from "./core-database.ts";
import { dataFolder, ensureDataFolder, inDataFolder } from "./data-folder.ts";
import { commandEnvironment, type ServiceEnvironment } from "./environment.ts";
import { runningEnvironment } from "./runtime-file.ts";
import { migrateOwnSearch, startSearch, usesDocuments } from "./search-store.ts";
import { checkSources, usesDemo } from "./sources.ts";
import { CommandError, progress, step } from "./terminal.ts";

/** An embedded database that this process runs and puts back into service when it dies. */
export interface RunningDatabase {
  name: string;
  /** The server goes on without it: questions that need it are told so. */
  optional?: true;
  /** Resolves when the present process of it has ended. */
  exited(): Promise<void>;
  /** On its old port, where the server's pools look for it. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface Services {
  environment: ServiceEnvironment;
  /** The embedded databases that this process started itself. */
  databases: RunningDatabase[];
  stop(): Promise<void>;
}

/**
 * The databases of this data folder: those of a running `npm start` where there is one, else started for this process
 * (two commands at once take turns). Call `stop` at the end; it leaves another process's databases alone.
 */
export async function openServices(): Promise<Services> {
  ensureDataFolder();
  const deadline = Date.now() + 120_000;
  for (let round = 0; ; round++) {
    const environment = runningEnvironment();
    if (environment !== undefined) return { environment, databases: [], stop: async () => undefined };
    try {
      return await startServices();
    } catch (error) {
      if (!(error instanceof ClusterError) || error.code !== "in-use" || Date.now() > deadline) throw error;
      if (round === 0) progress("Another command uses the databases; waiting for it …");
      await sleep(500);
    }
  }
}

/**
 * Starts the core store (unless DATABASE_URL points to one), the demo warehouse and the search store (where the
 * configuration uses them), and checks every source.
 */
export async function startServices(): Promise<Services> {
  ensureDataFolder();
  // Read first: a configuration that cannot be used should not cost the time of starting databases.
  const withDemo = usesDemo();
  const withDocuments = usesDocuments();
  const databases: RunningDatabase[] = [];
  const stop = async () => {
    await Promise.all(databases.map((each) => each.stop()));
  };
  try {
    const databaseUrl =
      process.env.DATABASE_URL || (await step("Starting the core database", () => startCore(databases)));
    await migrate(databaseUrl);
    const demo = withDemo
      ? await step("Starting the demo warehouse", () => startWarehouse(databases))
      : undefined;
    const searchUrl = withDocuments ? await openSearch(databases) : undefined;
    const environment = commandEnvironment({
      DATABASE_URL: databaseUrl,
      ...(searchUrl && { SEARCH_DATABASE_URL: searchUrl }),
      ...(demo && { CAUSEWAY_DEMO_GLOBAL_URL: demo.globalUrl, CAUSEWAY_DEMO_EMEA_URL: demo.emeaUrl }),
    });
    await checkSources(environment);
    return { environment, databases, stop };
  } catch (error) {
    await stop();
    throw explainFileFault(error);
  }
}

async function openSearch(databases: RunningDatabase[]): Promise<string | undefined> {
  const own = process.env.SEARCH_DATABASE_URL;
  if (!own) return step("Starting the search store", () => startSearch(databases));
  await migrateOwnSearch(own);
  return own;
}

function running(cluster: Cluster, options: ClusterOptions): RunningDatabase {
  let current = cluster;
  return {
    name: options.name,
    exited: () => current.exited,
    stop: () => current.stop(),
    restart: async () => {
      await current.stop();
      current = await startCluster({ ...options, port: current.port });
    },
  };
}

async function startCore(databases: RunningDatabase[]): Promise<string> {
  const options = { name: "core", dataFolder: inDataFolder("core") };
  const cluster = await startCluster(options);
  databases.push(running(cluster, options));
  return ensureCoreDatabase(cluster);
}

async function startWarehouse(databases: RunningDatabase[]) {
  const folder = inDataFolder("demo");
  mkdirSync(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const options = { name: "demo", dataFolder: folder, settings: warehouseSettings };
  const cluster = await startCluster(options);
  // Whoever asks about other sources, or reads an old answer, needs no warehouse.
  databases.push({ ...running(cluster, options), optional: true });
  return ensureDemo(cluster, { folder, onProgress: (what) => progress(`${what} (some 15 seconds, once) …`) });
}

function explainFileFault(error: unknown): unknown {
  // 53100 is PostgreSQL's own code for a full disk.
  if (hasCode(error, "ENOSPC", "53100")) {
    return new CommandError(`The disk that holds ${dataFolder()} is full. Free some space and start again.`, {
      cause: error,
    });
  }
  if (hasCode(error, "EACCES", "EPERM", "EROFS")) {
    return new CommandError(
      `The data folder ${dataFolder()} cannot be written by this user. Set CAUSEWAY_DATA to another folder, or give this one back to the user who runs Causeway.`,
      { cause: error },
    );
  }
  return error;
}
