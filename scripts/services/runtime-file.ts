import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hasCode } from "#db/embedded/errors.ts";
import { isAlive, signal, startedAt, waitForEnd } from "#db/embedded/processes.ts";
import { inDataFolder } from "./data-folder.ts";
import type { ServiceEnvironment } from "./environment.ts";

interface ProcessMark {
  pid: number;
  startedAt: string;
}

/** What a running `npm start` leaves for the other commands, and for the start after a kill. */
interface RuntimeFile {
  owner: ProcessMark;
  server?: ProcessMark;
  environment: ServiceEnvironment;
}

/** Notes the running services. The file holds passwords: it is for its owner only, and appears whole. */
export function writeRuntime(environment: ServiceEnvironment, serverPid?: number): void {
  const content: RuntimeFile = { owner: mark(process.pid), environment };
  if (serverPid !== undefined) content.server = mark(serverPid);
  const draft = `${path()}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(content, null, 2), { mode: 0o600 });
  renameSync(draft, path());
}

/** Forgets the running services; only their owner does. */
export function removeRuntime(): void {
  if (read()?.owner.pid === process.pid) rmSync(path(), { force: true });
}

/** The environment of the services that another, living process runs over this data folder. */
export function runningEnvironment(): ServiceEnvironment | undefined {
  const runtime = read();
  return runtime !== undefined && isSame(runtime.owner) ? runtime.environment : undefined;
}

/** Ends the web server that a killed `npm start` left behind, which would hold the port. */
export async function stopLeftoverServer(): Promise<void> {
  const runtime = read();
  if (runtime === undefined || isSame(runtime.owner)) return;
  if (runtime.server !== undefined && isSame(runtime.server)) {
    signal(runtime.server.pid, "SIGTERM");
    if (!(await waitForEnd(runtime.server.pid, 5_000))) signal(runtime.server.pid, "SIGKILL");
  }
  rmSync(path(), { force: true });
}

/** Stops the process that runs over this data folder, if there is one. */
export async function stopOwner(): Promise<boolean> {
  const runtime = read();
  if (runtime === undefined || !isSame(runtime.owner)) return false;
  signal(runtime.owner.pid, "SIGTERM");
  return waitForEnd(runtime.owner.pid, 15_000);
}

function path(): string {
  return inDataFolder("runtime.json");
}

function mark(pid: number): ProcessMark {
  return { pid, startedAt: startedAt(pid) };
}

function isSame(found: ProcessMark): boolean {
  return isAlive(found.pid) && startedAt(found.pid) === found.startedAt;
}

/** A file that cannot be read tells nothing about who runs; the databases' locks decide then. */
function read(): RuntimeFile | undefined {
  try {
    const parsed = JSON.parse(readFileSync(path(), "utf8")) as Partial<RuntimeFile>;
    return parsed.owner && parsed.environment ? (parsed as RuntimeFile) : undefined;
  } catch (error) {
    if (hasCode(error, "ENOENT") || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
