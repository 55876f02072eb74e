import { closeSync, existsSync, fstatSync, openSync, readSync, statSync, truncateSync } from "node:fs";
import { ClusterError } from "./errors.ts";

const maximumLogBytes = 5_000_000;
const shownLogBytes = 16_000;

/** Opens the server's log for appending, emptied where it has grown too long; gives the offset of what comes next. */
export function openLog(path: string): { descriptor: number; offset: number } {
  if (existsSync(path) && statSync(path).size > maximumLogBytes) truncateSync(path);
  const descriptor = openSync(path, "a", 0o600);
  return { descriptor, offset: fstatSync(descriptor).size };
}

/** What the server wrote to its log since `offset`, at most the last 16 kB. */
export function readLogSince(path: string, offset: number): string {
  const descriptor = openSync(path, "r");
  try {
    const start = Math.max(offset, fstatSync(descriptor).size - shownLogBytes);
    const buffer = Buffer.alloc(shownLogBytes);
    return buffer.toString("utf8", 0, readSync(descriptor, buffer, 0, shownLogBytes, start));
  } finally {
    closeSync(descriptor);
  }
}

/** True when a server that was killed just before still holds its shared memory: trying again shortly helps. */
export function isLeftoverConflict(log: string): boolean {
  return /pre-existing shared memory block|lock file .* already exists/.test(log);
}

/** Turns the log of a failed start or set-up into an error that a person can act on. */
export function explainFailure(label: string, folder: string, port: number, log: string): ClusterError {
  if (/No space left on device|disk quota exceeded/i.test(log)) {
    return new ClusterError(
      "disk-full",
      `The disk is full, so ${label} cannot start. Free some space on the disk that holds ${folder} and start again.`,
      log,
    );
  }
  if (/Address already in use|could not create any TCP\/IP sockets/.test(log)) {
    return new ClusterError(
      "port-taken",
      `Port ${port}, which ${label} needs, is taken by another program. Stop that program, or choose another port.`,
      log,
    );
  }
  if (/Permission denied|Read-only file system/.test(log)) {
    return new ClusterError(
      "not-permitted",
      `The files of ${label} in ${folder} cannot be written. Give the folder back to the user who runs Causeway, or set CAUSEWAY_DATA to another folder.`,
      log,
    );
  }
  const reason = reasonIn(log);
  if (
    /database files are incompatible|PG_VERSION|pg_control|not a valid data directory|invalid checkpoint|could not locate a valid checkpoint|could not (open|read|access|find) (file|directory)|PANIC/.test(
      log,
    )
  ) {
    return damaged(label, folder, reason, log);
  }
  return new ClusterError(
    "failed",
    `PostgreSQL could not start ${label}${reason}. Its log is beside the files in ${folder}.`,
    log,
  );
}

/** The error for a cluster whose files cannot be used any more. */
export function damaged(label: string, folder: string, reason: string, cause?: unknown): ClusterError {
  return new ClusterError(
    "damaged",
    `The files of ${label} in ${folder} are damaged${reason}. Restore them from a backup, or run "npm run reset" to start with an empty one.`,
    cause,
  );
}

/** The server's own FATAL and HINT lines, which are the part worth showing. */
function reasonIn(log: string): string {
  const lines = log.split("\n").flatMap((line) => /(?:FATAL|PANIC|HINT|error):\s+(.*)/.exec(line)?.[1] ?? []);
  return lines.length === 0 ? "" : ` (${[...new Set(lines)].slice(0, 3).join("; ")})`;
}
