import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { ClusterError, hasCode } from "./errors.ts";
import { isAlive, startedAt } from "./processes.ts";

export interface Lock {
  release(): void;
}

interface LockOwner {
  pid: number;
  startedAt: string;
}

/**
 * Takes the lock file at `path` for this process. A lock whose owner is gone is taken over; one whose owner is alive
 * makes this wait for at most `waitMs` and then fail with `in-use`. The file appears whole or not at all, so a lock
 * that cannot be read was damaged by something else and is left for a person to judge (`lock-broken`).
 *
 * @param what names the locked thing in the error, such as "The core database's folder /data/core".
 */
export async function takeLock(path: string, what: string, waitMs = 0): Promise<Lock> {
  const deadline = Date.now() + waitMs;
  const mine = JSON.stringify({ pid: process.pid, startedAt: startedAt(process.pid) } satisfies LockOwner);
  for (;;) {
    if (createWhole(path, mine)) return { release: () => releaseIfMine(path, mine) };
    const found = readIfPresent(path);
    if (found === undefined) continue;
    const owner = parseOwner(found, path, what);
    if (!isOwnerAlive(owner)) {
      removeStale(path, found);
      continue;
    }
    if (Date.now() >= deadline) {
      throw new ClusterError(
        "in-use",
        `${what} is in use by another running copy (process ${owner.pid}). Stop that one, or set CAUSEWAY_DATA to another folder.`,
      );
    }
    await sleep(100);
  }
}

/** A hard link is made in one step: of two processes that try, exactly one succeeds, and nobody sees half a file. */
function createWhole(path: string, content: string): boolean {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, content, { mode: 0o600 });
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Moves a dead owner's lock aside, and puts it back when another process has taken it over in between. */
function removeStale(path: string, stale: string): void {
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return;
    throw error;
  }
  if (readFileSync(aside, "utf8") !== stale) renameSync(aside, path);
  else rmSync(aside);
}

function releaseIfMine(path: string, mine: string): void {
  if (readIfPresent(path) === mine) rmSync(path, { force: true });
}

function isOwnerAlive(owner: LockOwner): boolean {
  return isAlive(owner.pid) && startedAt(owner.pid) === owner.startedAt;
}

function parseOwner(text: string, path: string, what: string): LockOwner {
  const broken = new ClusterError(
    "lock-broken",
    `${what} has a lock file that cannot be read. If no other copy is running, delete ${path} and start again.`,
  );
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    broken.cause = error;
    throw broken;
  }
  if (typeof parsed !== "object" || parsed === null) throw broken;
  const { pid, startedAt } = parsed as Partial<LockOwner>;
  if (!Number.isSafeInteger(pid) || typeof startedAt !== "string") throw broken;
  return { pid: pid as number, startedAt };
}

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}
