import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { nextProgram } from "./build.ts";
import { progress } from "./terminal.ts";

interface Tool {
  what: string;
  /** The program, as a path inside node_modules, and its options. */
  program: string;
  options: string[];
}

const inModules = (...path: string[]) => join("node_modules", ...path);

/** What `npm run check` runs, in order: format and lint, types, the import rule, unused code. */
const checks: Tool[] = [
  {
    what: "Format and lint",
    program: inModules("@biomejs", "biome", "bin", "biome"),
    options: ["check", "--error-on-warnings"],
  },
  { what: "Types", program: inModules("typescript", "bin", "tsc"), options: ["--noEmit"] },
  {
    what: "Import rule",
    program: inModules("dependency-cruiser", "bin", "dependency-cruiser.mjs"),
    options: importRuleOptions(),
  },
  { what: "Unused code", program: inModules("knip", "bin", "knip.js"), options: ["--no-progress"] },
];

/** Runs a tool quietly, showing its output where it fails; true when it passed. */
async function runQuietly({ what, program, options }: Tool): Promise<boolean> {
  const started = performance.now();
  const child = spawn(process.execPath, [program, ...options], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (piece: Buffer) => (output += piece.toString()));
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once("error", reject).once("close", resolve),
  );
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  progress(`${code === 0 ? "passed" : "FAILED"}  ${what} (${seconds} s)`);
  if (code !== 0) process.stderr.write(output);
  return code === 0;
}

/** Runs a tool with its output on the terminal; its exit code. */
export async function runShown(
  program: string,
  options: string[],
  environment: Record<string, string> = {},
): Promise<number> {
  const child = spawn(process.execPath, [program, ...options], {
    stdio: ["ignore", 2, 2],
    env: { ...process.env, ...environment },
  });
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once("error", reject).once("close", resolve),
  );
  return code ?? 1;
}

/** Runs every check, also after one has failed, so that one run shows all there is to mend. */
export async function runChecks(): Promise<boolean> {
  let passed = true;
  // The types of Next's own imports and routes are generated, and not in the repository.
  if (existsSync("app"))
    passed = await runQuietly({ what: "Route types", program: nextProgram, options: ["typegen"] });
  for (const check of checks) passed = (await runQuietly(check)) && passed;
  return passed;
}

function importRuleOptions(): string[] {
  const folders = ["app", "components", "agents", "lib", "db", "evals", "scripts"].filter((folder) =>
    existsSync(folder),
  );
  return ["--config", ".dependency-cruiser.cjs", "--output-type", "err", ...folders];
}
