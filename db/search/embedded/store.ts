import { type ChildProcess, fork } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { ClusterError, type ClusterErrorCode } from "#db/embedded/errors.ts";
import { signal, waitForEnd } from "#db/embedded/processes.ts";
import type { StoreMessage, StoreOptions } from "./store-process.ts";

export interface SearchStore {
  readonly port: number;
  readonly pid: number;
  readonly url: string;
  /** The files could not be opened and were thrown away: the documents have to be read again. */
  readonly rebuilt: boolean;
  /** Resolves when the process has ended, whether by `stop` or unexpectedly. */
  readonly exited: Promise<void>;
  stop(): Promise<void>;
}

/** The first start sets the files up, which takes seconds on a slow disk. */
const START_LIMIT_MS = 60_000;

/**
 * Starts the embedded search store over a folder (its own; created where missing) and waits until it serves. Takes
 * 0.4 s, the first time 2 to 5, and about 350 MB of memory. Throws a {@link ClusterError} fit for a terminal.
 *
 * @param options.port 0 picks a free one
 */
export async function startSearchStore(options: StoreOptions): Promise<SearchStore> {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  const child = fork(join(process.cwd(), "db", "search", "embedded", "store-process.ts"), [], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    execArgv: [],
    // A process group of its own: Ctrl-C reaches the parent, which stops its services in order.
    detached: true,
  });
  const exited = new Promise<void>((resolve) => {
    child.once("exit", () => resolve()).once("error", () => resolve());
  });
  // The reason of an unexpected end is in the message; a broken backend prints pages.
  child.stderr?.resume();
  const answer = await firstAnswer(child, options, exited);
  if ("fault" in answer) throw new ClusterError(answer.code as ClusterErrorCode, answer.fault);
  const pid = child.pid!;
  return {
    port: answer.port,
    pid,
    url: `postgres://causeway:${options.password}@127.0.0.1:${answer.port}/search`,
    rebuilt: answer.rebuilt,
    exited,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      signal(pid, "SIGTERM");
      if (!(await waitForEnd(pid, 5_000))) signal(pid, "SIGKILL");
      await exited;
    },
  };
}

async function firstAnswer(
  child: ChildProcess,
  options: StoreOptions,
  exited: Promise<void>,
): Promise<StoreMessage> {
  child.send(options);
  const failed: StoreMessage = {
    fault: `The search index in ${options.folder} cannot be started. Delete that folder and start again.`,
    code: "failed",
  };
  const answered = new Promise<StoreMessage>((resolve) => {
    child.once("message", (message) => resolve(message as StoreMessage));
    setTimeout(() => resolve(failed), START_LIMIT_MS).unref();
  });
  const answer = await Promise.race([answered, exited.then(() => failed)]);
  if ("fault" in answer) child.kill("SIGKILL");
  return answer;
}
