import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { takeLock } from "#db/embedded/lock.ts";
import { CommandError, step } from "./terminal.ts";

/** The Next.js program, run on the current Node. */
export const nextProgram = join("node_modules", "next", "dist", "bin", "next");

const stamp = join(".next", "causeway-build");
/** Folders whose content cannot change what is built. */
const unrelated = new Set([
  "node_modules",
  "config",
  "docs",
  "e2e",
  "evals",
  "scripts",
  "test-results",
  "playwright-report",
]);

/** Builds the application where its sources have changed since the last build. */
export async function ensureBuilt(): Promise<void> {
  if (isCurrent(sourceHash())) return;
  // Two copies started at once would build into the same folder.
  const lock = await takeLock(
    join("node_modules", ".causeway-build.lock"),
    "The build of this checkout",
    300_000,
  );
  try {
    const hash = sourceHash();
    if (isCurrent(hash)) return;
    await step("Building the application", build);
    writeFileSync(stamp, hash);
  } finally {
    lock.release();
  }
}

function isCurrent(hash: string): boolean {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === hash;
}

/** Shows the build's own words only when it fails. */
async function build(): Promise<void> {
  const child = spawn(process.execPath, [nextProgram, "build"], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (piece: Buffer) => (output += piece.toString()));
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once("error", reject).once("close", resolve),
  );
  if (code === 0) return;
  if (/ENOSPC/.test(output))
    throw new CommandError(
      "The disk is full, so the application cannot be built. Free some space and start again.",
    );
  process.stderr.write(output);
  throw new CommandError("The application could not be built; the compiler's own words are above.");
}

/** A digest of every file that goes into the build: contents, not times, so that a fresh checkout counts alike. */
export function sourceHash(root = "."): string {
  const hash = createHash("sha256").update(process.versions.node);
  for (const path of sourceFiles(root, root))
    hash.update(`\0${relative(root, path)}\0`).update(readFileSync(path));
  return hash.digest("hex");
}

function* sourceFiles(root: string, folder: string): Generator<string> {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((left, right) =>
    left.name < right.name ? -1 : 1,
  );
  for (const entry of entries) {
    const path = join(folder, entry.name);
    // Hidden folders hold our data, git's and Next's; .env files are read when the server starts.
    if (entry.name.startsWith(".")) continue;
    if (entry.isDirectory()) {
      const isTop = !relative(root, path).includes(sep);
      if (!(isTop && unrelated.has(entry.name))) yield* sourceFiles(root, path);
    } else if (entry.isFile() && !/\.(md|tsbuildinfo)$|\.test\.tsx?$|^next-env\.d\.ts$/.test(entry.name)) {
      yield path;
    }
  }
}
