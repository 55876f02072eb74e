import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "#db/embedded/cluster.ts";
import { clusterFolders } from "#db/embedded/location.ts";
import { ensureBuilt } from "#scripts/services/build.ts";
import { progress, watchForStop } from "#scripts/services/terminal.ts";
import { runChecks, runShown } from "#scripts/services/tools.ts";

interface Counts {
  passed: number;
  failed: number;
}

/** `npm test`: the checks, unit and integration tests, then the production build in a real browser. */
export async function run(options: string[]): Promise<number> {
  return Promise.race([runAll(options), watchForStop().then(() => 130)]);
}

async function runAll(options: string[]): Promise<number> {
  const results = mkdtempSync(join(tmpdir(), "causeway-results-"));
  try {
    const isChecked = await runChecks();
    const unit = await runUnitTests(join(results, "vitest.json"), options);
    // The browser tests take longest and tell little while the rest is broken.
    const browser =
      isChecked && unit.failed === 0 ? await runBrowserTests(join(results, "playwright.json")) : none;
    if (!isChecked) progress("The checks failed; see above.");
    process.stdout.write(`${unit.passed + browser.passed} passed, ${unit.failed + browser.failed} failed\n`);
    return isChecked && unit.failed + browser.failed === 0 ? 0 : 1;
  } finally {
    rmSync(results, { recursive: true, force: true });
  }
}

const none: Counts = { passed: 0, failed: 0 };

async function runUnitTests(report: string, options: string[]): Promise<Counts> {
  progress("Unit and integration tests …");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const code = await runShown(join("node_modules", "vitest", "vitest.mjs"), [
    "run",
    ...reporters,
    ...options,
  ]);
  return counted(code, report, (content: { numPassedTests: number; numFailedTests: number }) => ({
    passed: content.numPassedTests,
    failed: content.numFailedTests,
  }));
}

/** On a free port and an empty data folder of their own, as on a fresh machine. */
async function runBrowserTests(report: string): Promise<Counts> {
  await ensureBuilt();
  progress("Browser tests …");
  const folder = mkdtempSync(join(tmpdir(), "causeway-e2e-"));
  try {
    const code = await runShown(
      join("node_modules", "@playwright", "test", "cli.js"),
      ["test", "--config=e2e/playwright.config.ts"],
      {
        CAUSEWAY_E2E_DATA: folder,
        CAUSEWAY_E2E_PORT: String(await freePort()),
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      },
    );
    return counted(
      code,
      report,
      ({ stats }: { stats: { expected: number; flaky: number; unexpected: number } }) => ({
        passed: stats.expected + stats.flaky,
        failed: stats.unexpected,
      }),
    );
  } finally {
    for (const path of ["core", "demo"].flatMap((name) => clusterFolders(join(folder, name)))) {
      rmSync(path, { recursive: true, force: true });
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A run that failed without a failing test (a broken configuration, no test at all) counts as one failure. */
function counted<Report>(code: number, report: string, count: (content: Report) => Counts): Counts {
  const counts = existsSync(report) ? count(JSON.parse(readFileSync(report, "utf8")) as Report) : none;
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}
