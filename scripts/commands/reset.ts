import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { stopAbandoned } from "#db/embedded/leftover.ts";
import { clusterFolders } from "#db/embedded/location.ts";
import { takeLock } from "#db/embedded/lock.ts";
import { dataFolder, inDataFolder } from "#scripts/services/data-folder.ts";
import { stopLeftoverServer, stopOwner } from "#scripts/services/runtime-file.ts";
import { progress } from "#scripts/services/terminal.ts";

/** `npm run reset [-- --yes]`: stops what runs over the data folder and deletes it, after asking. */
export async function run(options: string[]): Promise<number> {
  const folder = dataFolder();
  const clusters = ["core", "demo"];
  const folders = [...clusters.map(inDataFolder).flatMap(clusterFolders), folder].filter((path) =>
    existsSync(path),
  );
  if (folders.length === 0) {
    progress(`There is nothing to delete: ${folder} does not exist.`);
    return 0;
  }
  if (
    !options.includes("--yes") &&
    !(await confirm(`Delete ${folder} with all conversations and the demo data? [y/N] `))
  ) {
    progress("Nothing was deleted.");
    return 1;
  }
  if (await stopOwner()) progress("The running copy was stopped.");
  await stopLeftoverServer();
  for (const cluster of clusters) await stopAbandoned(cluster, inDataFolder(cluster));
  await waitForSearchStore(inDataFolder("search"));
  for (const path of folders) rmSync(path, { recursive: true, force: true });
  progress(`Deleted ${folder}.`);
  return 0;
}

/** The search store of a killed copy ends by itself, in a moment. */
async function waitForSearchStore(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const lock = await takeLock(join(folder, "lock"), `The folder of the search index, ${folder},`, 5_000);
  lock.release();
}

async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(question)).trim());
  } finally {
    terminal.close();
  }
}
