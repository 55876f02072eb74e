import type { ChildProcess } from "node:child_process";
import { ensureDataFolder } from "./data-folder.ts";
import { keepTrying, restartOrFail } from "./keep-trying.ts";
import { removeRuntime, stopLeftoverServer, writeRuntime } from "./runtime-file.ts";
import { type RunningDatabase, type Services, startServices } from "./services.ts";
import { CommandError, explain, progress, step, watchForStop } from "./terminal.ts";
import {
  checkPortIsFree,
  host,
  startServer,
  stopServer,
  waitUntilAnswering,
  wantedPort,
} from "./web-server.ts";

const restartsPerMinute = 5;

/**
 * Runs databases and web server until somebody stops it, putting back into service whatever dies on its own. Gives
 * the exit code: 0 when it was asked to stop, 1 when something dies again and again.
 *
 * @param prepare what has to happen before the server starts, such as the build
 */
export async function serve(mode: "start" | "dev", prepare: () => Promise<void>): Promise<number> {
  const stopped = watchForStop();
  const port = wantedPort();
  ensureDataFolder();
  await stopLeftoverServer();
  await checkPortIsFree(port);
  // A stop in mid-build has nothing to put away; later ones end the databases below.
  if ((await Promise.race([prepare().then(() => "prepared" as const), stopped])) !== "prepared") return 0;
  const services = await startServices();
  const supervisor = new Supervisor(mode, port, services);
  try {
    writeRuntime(services.environment);
    return await Promise.race([supervisor.run(), stopped.then(() => 0)]);
  } finally {
    await supervisor.stop();
    removeRuntime();
    progress("Stopped.");
  }
}

class Supervisor {
  private readonly mode: "start" | "dev";
  private readonly port: number;
  private readonly services: Services;
  private readonly restarts: number[] = [];
  private server: ChildProcess | undefined;
  private readonly ending = new AbortController();

  constructor(mode: "start" | "dev", port: number, services: Services) {
    this.mode = mode;
    this.port = port;
    this.services = services;
  }

  /** Resolves only with an exit code, when it gives up. */
  async run(): Promise<number> {
    const { databases } = this.services;
    for (const each of databases) if (each.optional) void keepTrying(each, this.ending.signal);
    const watches = databases.filter((each) => !each.optional).map((each) => this.watchDatabase(each));
    return Promise.race([this.watchServer(), ...watches]);
  }

  async stop(): Promise<void> {
    this.ending.abort();
    if (this.server !== undefined) await stopServer(this.server);
    await this.services.stop();
  }

  private get stopping(): boolean {
    return this.ending.signal.aborted;
  }

  private async watchServer(): Promise<number> {
    for (let starts = 0; ; starts++) {
      const server = startServer(this.mode, this.port, this.services.environment);
      this.server = server;
      const ended = new Promise<void>((resolve) => {
        server.once("error", () => resolve()).once("exit", () => resolve());
      });
      writeRuntime(this.services.environment, server.pid);
      const answers = await step("Starting the server", () => waitUntilAnswering(server, this.port));
      if (answers) process.stdout.write(`Ready on http://${host}:${this.port}\n`);
      if (!answers && starts === 0 && !this.stopping) {
        throw new CommandError("The server could not be started. Its own words are above.");
      }
      await ended;
      if (this.stopping) return 0;
      const reason = server.signalCode ?? `exit code ${server.exitCode}`;
      if (!this.mayRestart()) return this.giveUp("The server", reason);
      progress(`The server ended unexpectedly (${reason}); starting it again.`);
    }
  }

  private async watchDatabase(database: RunningDatabase): Promise<number> {
    const what = `The ${database.name} database`;
    for (;;) {
      await database.exited();
      if (this.stopping) return 0;
      if (!this.mayRestart()) return this.giveUp(what, "it ended");
      progress(`${what} ended unexpectedly; starting it again.`);
      try {
        await restartOrFail(database, this.ending.signal);
      } catch (error) {
        progress(explain(error));
        return 1;
      }
      if (this.stopping) return 0;
      progress(`${what} is back.`);
    }
  }

  private mayRestart(): boolean {
    const now = Date.now();
    this.restarts.push(now);
    return this.restarts.filter((time) => time > now - 60_000).length <= restartsPerMinute;
  }

  private giveUp(what: string, reason: string): number {
    progress(`${what} ended ${restartsPerMinute + 1} times within a minute (${reason}); giving up.`);
    return 1;
  }
}
