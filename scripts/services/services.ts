import { mkdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureDemo, warehouseSettings } from "#db/demo/load.ts";
import { type Cluster, type ClusterOptions, startCluster } from "#db/embedded/cluster.ts";
import { ClusterError, hasCode } from "#db/embedded/errors.ts";
import { ensureCoreDatabase, migrate } from "./core-database.ts";
import { dataFolder, ensureDataFolder, inDataFolder } from "./data-folder.ts";
import { commandEnvironment, type ServiceEnvironment } from "./environment.ts";
import { runningEnvironment } from "./runtime-file.ts";
import { checkSources, usesDemo } from "./sources.ts";
import { CommandError, progress, step } from "./terminal.ts";

export interface RunningCluster {
  cluster: Cluster;
  options: ClusterOptions;
}

export interface Services {
  environment: ServiceEnvironment;
  /** The embedded databases that this process started itself. */
  clusters: RunningCluster[];
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
    if (environment !== undefined) return { environment, clusters: [], stop: async () => undefined };
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
 * Starts the core store (unless DATABASE_URL points to one) and the demo warehouse (where the configuration uses it),
 * and checks every source.
 */
export async function startServices(): Promise<Services> {
  ensureDataFolder();
  // Read first: a configuration that cannot be used should not cost the time of starting databases.
  const withDemo = usesDemo();
  const clusters: RunningCluster[] = [];
  const stop = async () => {
    await Promise.all(clusters.map(({ cluster }) => cluster.stop()));
  };
  try {
    const databaseUrl =
      process.env.DATABASE_URL || (await step("Starting the core database", () => startCore(clusters)));
    await migrate(databaseUrl);
    const demo = withDemo
      ? await step("Starting the demo warehouse", () => startWarehouse(clusters))
      : undefined;
    const environment = commandEnvironment({
      DATABASE_URL: databaseUrl,
      ...(demo && { CAUSEWAY_DEMO_GLOBAL_URL: demo.globalUrl, CAUSEWAY_DEMO_EMEA_URL: demo.emeaUrl }),
    });
    await checkSources(environment);
    return { environment, clusters, stop };
  } catch (error) {
    await stop();
    throw explainFileFault(error);
  }
}

/** Puts a cluster that died back into service on its old port, where the server's pools look for it. */
export async function restartCluster(running: RunningCluster): Promise<void> {
  await running.cluster.stop();
  running.cluster = await startCluster({ ...running.options, port: running.cluster.port });
}

async function startCore(clusters: RunningCluster[]): Promise<string> {
  const options = { name: "core", dataFolder: inDataFolder("core") };
  const cluster = await startCluster(options);
  clusters.push({ cluster, options });
  return ensureCoreDatabase(cluster);
}

async function startWarehouse(clusters: RunningCluster[]) {
  const folder = inDataFolder("demo");
  mkdirSync(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const options = { name: "demo", dataFolder: folder, settings: warehouseSettings };
  const cluster = await startCluster(options);
  clusters.push({ cluster, options });
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
