import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { hasCode } from "./errors.ts";

/** True while a process with this id exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return hasCode(error, "EPERM");
  }
  // A killed process whose parent has not collected it yet still answers to signal 0.
  return processState(pid) !== "Z";
}

/** The arguments a process was started with, joined by blanks; empty when it does not exist or cannot be read. */
export function commandLine(pid: number): string {
  if (process.platform === "linux") return readOrEmpty(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim();
  return askPs(pid, "command=");
}

/**
 * When a process started, as an opaque text: together with the process id it names one process for good, where the
 * id alone may have gone to another program since. Empty when the process does not exist.
 */
export function startedAt(pid: number): string {
  if (process.platform !== "linux") return askPs(pid, "lstart=");
  const startTicks = statFields(pid)[19];
  if (startTicks === undefined) return "";
  // Ticks count from the machine's start, so the same number may come again after a restart.
  return `${readOrEmpty("/proc/sys/kernel/random/boot_id").trim()}:${startTicks}`;
}

/** Sends a signal; a process that is gone already is not an error. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!hasCode(error, "ESRCH")) throw error;
  }
}

/** Waits until a process is gone; false when it is still there after the limit. */
export async function waitForEnd(pid: number, limitMs: number): Promise<boolean> {
  const deadline = Date.now() + limitMs;
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false;
    await sleep(15);
  }
  return true;
}

/** The processes whose working folder this is, of those that this user may look at. */
export function processesIn(folder: string): number[] {
  if (process.platform !== "linux") return askLsof(folder);
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => Number.isSafeInteger(pid) && workingFolder(pid) === folder);
}

/** The process that started it, or took it over since; 0 when it does not exist. */
export function parentOf(pid: number): number {
  return Number(process.platform === "linux" ? statFields(pid)[1] : askPs(pid, "ppid=")) || 0;
}

function workingFolder(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch (error) {
    if (hasCode(error, "ENOENT", "ESRCH", "EACCES", "EPERM")) return "";
    throw error;
  }
}

function askLsof(folder: string): number[] {
  try {
    const listed = execFileSync("lsof", ["-t", "-a", "-d", "cwd", "--", folder], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return listed.split("\n").filter(Boolean).map(Number);
  } catch (error) {
    // lsof ends with 1 when there is no such process; a machine may be without it.
    if (hasCode(error, "ENOENT") || (error instanceof Error && "status" in error && error.status === 1))
      return [];
    throw error;
  }
}

function processState(pid: number): string | undefined {
  return process.platform === "linux" ? statFields(pid)[0] : askPs(pid, "stat=")[0];
}

/** The fields of `/proc/PID/stat` after the program's name, which may itself hold blanks and brackets. */
function statFields(pid: number): string[] {
  const stat = readOrEmpty(`/proc/${pid}/stat`);
  return stat === "" ? [] : stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT", "ESRCH", "EACCES", "EPERM")) return "";
    throw error;
  }
}

function askPs(pid: number, column: string): string {
  try {
    return execFileSync("ps", ["-o", column, "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch (error) {
    // ps ends with 1 when there is no such process.
    if (error instanceof Error && "status" in error && error.status === 1) return "";
    throw error;
  }
}
