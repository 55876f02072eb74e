import { existsSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ClusterError } from "./errors.ts";
import { clusterFolders } from "./location.ts";
import { takeLock } from "./lock.ts";
import { commandLine, isAlive, parentOf, processesIn, signal, waitForEnd } from "./processes.ts";

const stopLimitMs = 8_000;
const orphanLimitMs = 2_000;

/**
 * Stops the server that a killed process left running over a cluster's data folder, so that the folder can be deleted.
 * Throws `in-use` when a living process owns it.
 */
export async function stopAbandoned(name: string, dataFolder: string): Promise<void> {
  if (!existsSync(dataFolder)) return;
  const lock = await takeLock(
    join(dataFolder, "lock"),
    `The folder of the ${name} database, ${dataFolder},`,
  ).catch((error: unknown) => {
    // The folder is about to go, and its unreadable lock with it.
    if (error instanceof ClusterError && error.code === "lock-broken") return undefined;
    throw error;
  });
  for (const folder of clusterFolders(dataFolder)) await stopLeftover(join(folder, "pg"));
  lock?.release();
}

/** Stops a server whose parent was killed, so that it cannot hold the files or the port. */
export async function stopLeftover(files: string): Promise<void> {
  const pidFile = join(files, "postmaster.pid");
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, "utf8").split("\n", 1)[0]);
  // The id may belong to another program by now: only one that was started on these files is ours.
  if (Number.isSafeInteger(pid) && pid > 1 && isAlive(pid) && commandLine(pid).includes(files)) {
    await endServer(pid);
    return;
  }
  // PostgreSQL would take a living stranger of the same user for a server and refuse to start.
  rmSync(pidFile, { force: true });
}

/**
 * Ends the sessions that outlived their server: one in the middle of a long computation does not notice that the server was
 * killed, and keeps the shared memory that a new server of the same files needs.
 */
export async function endOrphanedSessions(files: string): Promise<void> {
  const inside = processesIn(realpathSync(files));
  // A shell may stand in the folder too, and the sessions of a server that lives are its own.
  const orphans = inside.filter(
    (pid) => commandLine(pid).startsWith("postgres:") && !inside.includes(parentOf(pid)),
  );
  for (const pid of orphans) signal(pid, "SIGQUIT");
  for (const pid of orphans) if (!(await waitForEnd(pid, orphanLimitMs))) signal(pid, "SIGKILL");
}

/** SIGINT rolls sessions back and writes a clean state; the stronger signals are for a server that hangs. */
export async function endServer(pid: number): Promise<void> {
  for (const name of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    signal(pid, name);
    if (await waitForEnd(pid, stopLimitMs)) return;
  }
  throw new ClusterError(
    "failed",
    `A database server (process ${pid}) does not end. Stop it by hand and start again.`,
  );
}
