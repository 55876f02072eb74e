import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runNpm } from "./npm.mjs";
import { LaunchError, say } from "./terminal.mjs";

/** Runs `npm ci` where what is installed is not what package-lock.json asks for. */
export function installPackages(root, node) {
  if (isInstalled(root)) return;
  say("Installing packages (about a minute the first time) …");
  const started = Date.now();
  runNpm(node, ["ci"], root, "Installing packages");
  say(`Packages installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

/**
 * True when every package of the lock is installed in its version. npm keeps a list of what it has installed, written
 * at the very end, so a run that was cut short counts as not installed; parts for other platforms are never installed.
 */
function isInstalled(root) {
  const installedList = join(root, "node_modules", ".package-lock.json");
  const wanted = readPackages(join(root, "package-lock.json"));
  if (!existsSync(installedList)) return false;
  const installed = readPackages(installedList);
  return Object.entries(wanted).every(([path, { version, optional, devOptional }]) => {
    if (path === "") return true;
    const found = installed[path];
    return found === undefined ? Boolean(optional || devOptional) : found.version === version;
  });
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8")).packages ?? {};
  } catch (error) {
    throw new LaunchError(
      `${path} cannot be read (${error.message.split("\n")[0]}). Restore it with "git checkout package-lock.json", or delete node_modules, and run the command again.`,
    );
  }
}
