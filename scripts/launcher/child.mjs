import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, dirname } from "node:path";

const patienceMs = 15_000;

/**
 * Runs a command in a process group of its own and gives its exit code.
 *
 * Ctrl-C or a kill asks the command to stop and waits for it; a second one ends it and all that it started at once.
 * A signal to `npm` or to its shell never arrives here, so the parent's death counts as one too. Whatever the command
 * leaves behind when it dies is ended with it.
 */
export function runChild(program, args) {
  const hasGroups = process.platform !== "win32";
  const child = spawn(program, args, {
    stdio: "inherit",
    detached: hasGroups,
    env: { ...process.env, PATH: `${dirname(program)}${delimiter}${process.env.PATH}` },
  });
  const signalGroup = (name) => {
    try {
      if (hasGroups) process.kill(-child.pid, name);
      else child.kill(name);
    } catch (error) {
      if (error.code !== "ESRCH") throw error;
    }
  };

  let stopping = false;
  const stop = (name) => {
    if (stopping) return signalGroup("SIGKILL");
    stopping = true;
    child.kill(name);
    setTimeout(() => signalGroup("SIGKILL"), patienceMs).unref();
  };
  process.on("SIGINT", () => stop("SIGINT"));
  process.on("SIGTERM", () => stop("SIGTERM"));
  process.on("SIGHUP", () => stop("SIGTERM"));
  const ancestors = callers();
  const watch = setInterval(() => {
    if (!stopping && callers() !== ancestors) stop("SIGTERM");
  }, 300);

  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      clearInterval(watch);
      if (code === null)
        process.stderr.write(`The command was ended by ${signal}; ending what it had started.\n`);
      // SIGINT is the signal on which PostgreSQL rolls back and closes its files.
      signalGroup("SIGINT");
      setTimeout(() => signalGroup("SIGKILL"), code === null ? 1500 : 200);
      setTimeout(() => resolve(code ?? 1), code === null ? 1600 : 0);
    });
  });
}

/**
 * Who called this process: its parent and, under npm (which starts scripts through a shell that outlives a killed npm),
 * the parent's parent. The text changes when one of them dies.
 */
function callers() {
  const stat = `/proc/${process.ppid}/stat`;
  if (process.env.npm_lifecycle_event === undefined || !existsSync(stat)) return String(process.ppid);
  try {
    // The program's name comes before, in brackets, and may hold blanks itself.
    const [, grandparent] = readFileSync(stat, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return `${process.ppid} ${grandparent}`;
  } catch (error) {
    if (error.code !== "ENOENT" && error.code !== "ESRCH") throw error;
    return "gone";
  }
}
