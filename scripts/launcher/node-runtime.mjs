import { accessSync, constants, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { runNpm } from "./npm.mjs";
import { LaunchError, say } from "./terminal.mjs";

/** Several parts need Node 22.12 or newer and the scripts are TypeScript, which Node 24 runs as it is. */
const wantedMajor = 24;
const wantedVersion = "24.21.0";

/**
 * The path of a Node 24 (or newer): the running one where it is new enough, else one that is fetched once from the
 * npm registry into the user's cache.
 */
export function findNode24(root) {
  if (Number(process.versions.node.split(".")[0]) >= wantedMajor) return process.execPath;
  const folder = join(cacheFolder(root), `node-${wantedVersion}`);
  const program = join(
    folder,
    "node_modules",
    "node",
    "bin",
    process.platform === "win32" ? "node.exe" : "node",
  );
  if (!existsSync(program)) fetchNode(folder);
  if (!existsSync(program)) {
    throw new LaunchError(
      `Node ${wantedVersion} could not be set up in ${folder}. Install Node 24 and run the command again.`,
    );
  }
  return program;
}

/** Filled under another name and renamed, so that a fetch that was cut short is never taken for a whole one. */
function fetchNode(folder) {
  say(`Fetching Node ${wantedVersion}, as this machine has ${process.version} …`);
  const draft = `${folder}.${process.pid}`;
  try {
    mkdirSync(draft, { recursive: true });
    const description = {
      private: true,
      allowScripts: { node: true },
      dependencies: { node: wantedVersion },
    };
    writeFileSync(join(draft, "package.json"), JSON.stringify(description));
    runNpm(process.execPath, ["install"], draft, `Fetching Node ${wantedVersion}`);
    if (!existsSync(folder)) renameSync(draft, folder);
  } catch (error) {
    if (error instanceof LaunchError) throw error;
    throw new LaunchError(`Node ${wantedVersion} could not be put into ${folder}: ${error.message}.`);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** One cache for all copies of the project; inside the project where the user has no home to write to. */
function cacheFolder(root) {
  for (const folder of [process.env.XDG_CACHE_HOME, join(homedir(), ".cache")]) {
    if (folder === undefined || folder === "") continue;
    try {
      mkdirSync(folder, { recursive: true });
      accessSync(folder, constants.W_OK);
      return join(folder, "causeway");
    } catch (error) {
      if (!["EACCES", "EPERM", "EROFS", "ENOENT", "ENOTDIR", "EEXIST", "ENOSPC"].includes(error.code))
        throw error;
    }
  }
  return join(root, ".causeway", "toolchain");
}
