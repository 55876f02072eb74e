import { spawnSync } from "node:child_process";
import { delimiter, dirname } from "node:path";
import { LaunchError, say } from "./terminal.mjs";

/** Settings of the outer npm run that would mislead an inner one about which project it is in. */
const outerRun = /^(npm_package_|npm_lifecycle_|npm_config_local_prefix|npm_command|INIT_CWD)/i;

/** What npm prints, and what it means for the person who waits. */
const faults = [
  [/ENOSPC/, "The disk is full. Free some space and run the command again."],
  [
    /ENOTFOUND|ECONNREFUSED|ECONNRESET|EAI_AGAIN|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|network/i,
    "The npm registry cannot be reached. Check the network or npm's registry and proxy settings, and run the command again.",
  ],
  [
    /EACCES|EPERM|EROFS/,
    "npm may not write here. Make the folder writable for this user and run the command again.",
  ],
  [
    /EUSAGE|EJSONPARSE|EBADLOCK|lock file's|in sync/i,
    'package-lock.json is broken or does not fit package.json. Restore it with "git checkout package-lock.json" and run the command again.',
  ],
];

/**
 * Runs the user's own npm, on the given Node, and waits for it. Throws a LaunchError with one sentence when it fails.
 *
 * @param {string} node the Node program to run npm on, which comes first on the path of install scripts too
 * @param {string[]} options
 * @param {string} folder
 * @param {string} what what is being done, for the error: "Installing packages"
 */
export function runNpm(node, options, folder, what) {
  const environment = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !outerRun.test(name)),
  );
  const npm = process.env.npm_execpath;
  const isNpm = npm !== undefined && /npm-cli\.c?js$/.test(npm);
  const limits = [
    "--fetch-retries=1",
    "--fetch-retry-mintimeout=1000",
    "--loglevel=error",
    "--no-audit",
    "--no-fund",
  ];
  const [program, ...first] = isNpm ? [node, npm] : ["npm"];
  const result = spawnSync(program, [...first, ...options, ...limits], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    stdio: ["ignore", "pipe", "pipe"],
    shell: !isNpm && process.platform === "win32",
    env: { ...environment, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` },
  });
  if (result.status === 0) return;
  if (result.error?.code === "ENOENT") {
    throw new LaunchError(
      `${what} needs npm, which is not on the path. Install npm and run the command again.`,
    );
  }
  const output = `${result.stdout}${result.stderr}${result.error?.message ?? ""}`;
  const fault = faults.find(([sign]) => sign.test(output));
  if (fault === undefined) say(output.trim());
  throw new LaunchError(`${what} failed. ${fault?.[1] ?? "npm's own words are above."}`);
}
