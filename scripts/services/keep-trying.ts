import { setTimeout as sleep } from "node:timers/promises";
import type { RunningDatabase } from "./services.ts";
import { explain, progress } from "./terminal.ts";

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
/** Having run for so long, it counts as healthy again. */
const HEALTHY_MS = 10 * 60_000;

/**
 * Puts a database that the server can do without back into service whenever it dies, and where it cannot be started keeps
 * trying, ever more seldom. Each outage is told once. Ends with the signal only.
 */
export async function keepTrying(database: RunningDatabase, signal: AbortSignal): Promise<void> {
  const what = `The ${database.name} database`;
  let pause = 0;
  for (;;) {
    const since = Date.now();
    await database.exited();
    if (signal.aborted) return;
    if (Date.now() - since > HEALTHY_MS) pause = 0;
    progress(`${what} ended unexpectedly; starting it again. What needs it waits until then.`);
    let isTold = false;
    for (let isBack = false; !isBack; ) {
      if (pause > 0) await sleep(pause, null, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      pause = Math.min(Math.max(FIRST_PAUSE_MS, pause * 2), LONGEST_PAUSE_MS);
      try {
        await database.restart();
        isBack = true;
      } catch (error) {
        if (!isTold) progress(`${explain(error)} It is tried again, ever more seldom.`);
        isTold = true;
      }
    }
    progress(`${what} is back.`);
  }
}

/** Seconds of waiting before each attempt: half a minute in all, as long as a killed server's remains may take to go. */
const PAUSES = [0, 1, 2, 4, 8, 16];

/**
 * Starts a database that the server cannot do without again, several times where it fails. Throws what the last attempt met;
 * ends early, without an error, when the signal comes.
 */
export async function restartOrFail(database: RunningDatabase, signal: AbortSignal): Promise<void> {
  for (const [attempt, pause] of PAUSES.entries()) {
    if (pause > 0) await sleep(pause * 1_000, null, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    try {
      return await database.restart();
    } catch (error) {
      if (attempt === PAUSES.length - 1) throw error;
      if (attempt === 0) progress(`${explain(error)} It is tried again for half a minute.`);
    }
  }
}
