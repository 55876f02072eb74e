import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { LaunchOptions } from "@playwright/test";

const QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];
const INSTALLED = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The browser that is installed, or else the one that comes as a package: no download of Playwright's own. */
export async function findBrowser(root: string): Promise<LaunchOptions> {
  const installed = INSTALLED.find((path) => starts(path));
  return installed === undefined ? packagedBrowser(root) : { executablePath: installed, args: QUIET };
}

/** Whether it tells its version: a path may be a stub that only says how to install the browser. */
function starts(path: string, environment: NodeJS.ProcessEnv = process.env): boolean {
  try {
    const options = { env: environment, encoding: "utf8", stdio: "pipe", timeout: 20_000 } as const;
    return /Chrom/.test(execFileSync(path, ["--version"], options));
  } catch {
    // No such file, a stub, another user's file or a library that is missing: the next one is tried.
    return false;
  }
}

/**
 * The package unpacks into the temporary folder, for its first user only, and brings the libraries and fonts that a slim
 * image lacks but sets them up on one host alone. So it gets a folder of this repository's and this user's, and what it
 * brings where the machine has none.
 */
async function packagedBrowser(root: string): Promise<LaunchOptions> {
  const place = resolve(root, "node_modules", "@sparticuz", "chromium");
  const { version } = JSON.parse(readFileSync(join(place, "package.json"), "utf8")) as { version: string };
  const folder = resolve(root, "node_modules", ".cache", "causeway-browser", owned(version));
  const environment = { ...process.env, ...fontsOf(folder) };
  const libraries = [join(folder, "al2023", "lib"), process.env.LD_LIBRARY_PATH].filter(Boolean).join(":");
  const withLibraries = { ...environment, LD_LIBRARY_PATH: libraries };
  // A second round where the first unpacking was cut short.
  for (const round of [1, 2]) {
    const { executablePath, args } = await unpack(place, folder);
    const env = [environment, withLibraries].find((each) => starts(executablePath, each));
    if (env !== undefined) return { executablePath, args: [...args, ...QUIET], env: defined(env) };
    if (round === 1) rmSync(folder, { recursive: true, force: true });
  }
  throw new Error(
    `No browser starts: neither ${INSTALLED.join(", ")} nor the packaged one. Install Chromium and try again.`,
  );
}

async function unpack(place: string, folder: string): Promise<{ executablePath: string; args: string[] }> {
  mkdirSync(folder, { recursive: true });
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    const { default: packaged, inflate } = await import("@sparticuz/chromium");
    await inflate(join(place, "bin", "al2023.tar.br"));
    const fonts = `<dir>${join(folder, "fonts")}</dir><cachedir>${join(folder, "fonts-cache")}</cachedir>`;
    writeFileSync(join(folder, "fonts.conf"), `<?xml version="1.0"?><fontconfig>${fonts}</fontconfig>`);
    return { executablePath: await packaged.executablePath(), args: packaged.args };
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

function owned(name: string): string {
  return `${name}-${process.getuid?.() ?? "user"}`;
}

/** Its own list of fonts names another place than the one it was unpacked to. */
function fontsOf(folder: string): { FONTCONFIG_FILE?: string } {
  if (existsSync("/etc/fonts/fonts.conf")) return {};
  return { FONTCONFIG_FILE: join(folder, "fonts.conf") };
}

function defined(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
