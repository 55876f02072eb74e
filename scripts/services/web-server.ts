import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { hasCode } from "#db/embedded/errors.ts";
import { signal, waitForEnd } from "#db/embedded/processes.ts";
import { nextProgram } from "./build.ts";
import type { ServiceEnvironment } from "./environment.ts";
import { CommandError } from "./terminal.ts";

/** Until sign-in exists the server is for this machine only. */
export const host = "127.0.0.1";

const startLimitMs = 60_000;

/** The port to serve on, from `PORT`; 3000 without it. */
export function wantedPort(): number {
  const text = process.env.PORT || "3000";
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new CommandError(
    `PORT is "${text}", which is not a port number. Set it to a number from 1 to 65535.`,
  );
}

/** Fails in one sentence when another program has the port. */
export async function checkPortIsFree(port: number): Promise<void> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once("error", reject).listen(port, host, resolve);
    });
  } catch (error) {
    if (hasCode(error, "EACCES")) {
      throw new CommandError(`This user may not open port ${port}. Set PORT to one above 1023.`);
    }
    if (!hasCode(error, "EADDRINUSE")) throw error;
    throw new CommandError(
      `Port ${port} is taken by another program. Stop it, or choose another with PORT=${port + 1} npm start.`,
    );
  } finally {
    probe.close();
  }
}

/** Starts `next start` or `next dev`; its output goes to the terminal. */
export function startServer(
  mode: "start" | "dev",
  port: number,
  environment: ServiceEnvironment,
): ChildProcess {
  return spawn(process.execPath, [nextProgram, mode, "-H", host, "-p", String(port)], {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...environment, PORT: String(port) },
  });
}

/** Waits until the server answers a request; false when it ended before. */
export async function waitUntilAnswering(server: ChildProcess, port: number): Promise<boolean> {
  const deadline = Date.now() + startLimitMs;
  while (Date.now() < deadline) {
    if (hasEnded(server)) return false;
    if (await answers(port)) return true;
    await sleep(100);
  }
  throw new CommandError(
    `The server does not answer on port ${port} within ${startLimitMs / 1000} seconds. Its own words are above.`,
  );
}

/** Asks the server to end and waits; ends it by force after eight seconds. */
export async function stopServer(server: ChildProcess): Promise<void> {
  if (hasEnded(server) || server.pid === undefined) return;
  signal(server.pid, "SIGTERM");
  if (!(await waitForEnd(server.pid, 8_000))) signal(server.pid, "SIGKILL");
}

function hasEnded(server: ChildProcess): boolean {
  return server.exitCode !== null || server.signalCode !== null;
}

async function answers(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://${host}:${port}/`, {
      redirect: "manual",
      signal: AbortSignal.timeout(20_000),
    });
    await response.body?.cancel();
    return response.status < 500;
  } catch (error) {
    // fetch throws a TypeError while nobody listens, and a TimeoutError when nobody answers.
    if (error instanceof TypeError || (error instanceof DOMException && error.name === "TimeoutError"))
      return false;
    throw error;
  }
}
