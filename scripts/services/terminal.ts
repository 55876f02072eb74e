import { ClusterError } from "#db/embedded/errors.ts";

/** A failure of a command whose message is one sentence for the person at the terminal. */
export class CommandError extends Error {}

/** A line on standard error: standard output belongs to what a command answers. */
export function progress(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Says what is being done, does it, and says how long it took when that was long. */
export async function step<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  progress(`${what} …`);
  const started = performance.now();
  const result = await work();
  const seconds = (performance.now() - started) / 1000;
  if (seconds > 2) progress(`${what}: done in ${seconds.toFixed(0)} s.`);
  return result;
}

/** One sentence for an expected failure; the whole error, with its place, for one that nobody expected. */
export function explain(error: unknown): string {
  if (error instanceof CommandError || error instanceof ClusterError) return error.message;
  // The core's own errors carry a code beside a sentence that was written for people.
  if (error instanceof Error && "code" in error && String(error.code).startsWith("E_")) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/**
 * Resolves when somebody wants this process to stop: Ctrl-C, a kill, or the death of the launcher (which a SIGKILL
 * leaves no chance to pass anything on).
 */
export function watchForStop(): Promise<void> {
  const parent = process.ppid;
  return new Promise((resolve) => {
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => resolve());
    const watch = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(watch);
      resolve();
    }, 300);
    watch.unref();
  });
}
