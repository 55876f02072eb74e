/**
 * The embedded search store, a process of its own: PGlite over one folder, served on 127.0.0.1. It may be killed at any
 * time. Started by `startSearchStore`, which hands over folder, port and password and waits for the port; ends when
 * its parent does.
 */
import { existsSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { ClusterError, hasCode } from "#db/embedded/errors.ts";
import { takeLock } from "#db/embedded/lock.ts";
import { Multiplexer } from "./multiplexer.ts";

export interface StoreOptions {
  folder: string;
  /** 0 picks a free one. */
  port: number;
  password: string;
}

/** What the process tells its parent, once. */
export type StoreMessage = { port: number; rebuilt: boolean } | { fault: string; code: string };

/** A parent that was killed a moment ago still has its store, which ends as soon as it notices. */
const LOCK_WAIT_MS = 5_000;

process.once("message", (options: StoreOptions) => {
  serve(options).then(tell, (error: unknown) => {
    tell(faultOf(error, options.folder));
    process.exit(1);
  });
});

async function serve({ folder, port, password }: StoreOptions): Promise<StoreMessage> {
  const lock = await takeLock(
    join(folder, "lock"),
    `The folder of the search index, ${folder},`,
    LOCK_WAIT_MS,
  );
  const { store, rebuilt } = await open(join(folder, "pg"));
  const multiplexer = new Multiplexer(store, password);
  const server = createServer((socket) => multiplexer.serve(socket));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, "127.0.0.1", resolve);
  });
  const stop = () => {
    server.close();
    // What was committed is on the disk; closing only spares the next start a recovery.
    store.close().finally(() => {
      lock.release();
      process.exit(0);
    });
    setTimeout(() => process.exit(0), 3_000).unref();
  };
  for (const name of ["SIGTERM", "SIGINT", "disconnect"]) process.once(name, stop);
  return { port: (server.address() as { port: number }).port, rebuilt };
}

/** Files that cannot be opened are thrown away: everything in them comes from the documents and is read again. */
async function open(files: string): Promise<{ store: PGlite; rebuilt: boolean }> {
  const isNew = !existsSync(files);
  try {
    return { store: await create(files), rebuilt: false };
  } catch (error) {
    if (isNew || hasCode(error, "ENOSPC", "EACCES", "EPERM", "EROFS")) throw error;
    rmSync(files, { recursive: true, force: true });
    return { store: await create(files), rebuilt: true };
  }
}

async function create(files: string): Promise<PGlite> {
  const store = await PGlite.create(files, { extensions: { vector } });
  await store.query("select 1");
  return store;
}

function tell(message: StoreMessage): void {
  process.send?.(message);
}

/** PGlite's own words are a page of compressed source. */
function faultOf(error: unknown, folder: string): StoreMessage {
  if (error instanceof ClusterError) return { fault: error.message, code: error.code };
  if (hasCode(error, "ENOSPC"))
    return {
      fault: `The disk that holds ${folder} is full. Free some space and start again.`,
      code: "disk-full",
    };
  if (hasCode(error, "EACCES", "EPERM", "EROFS"))
    return {
      fault: `The folder of the search index, ${folder}, cannot be written by this user.`,
      code: "not-permitted",
    };
  if (hasCode(error, "EADDRINUSE"))
    return { fault: "The port of the search index is taken by another program.", code: "port-taken" };
  return {
    fault: `The search index in ${folder} cannot be started. Delete that folder and start again.`,
    code: "failed",
  };
}
