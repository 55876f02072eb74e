import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";
import { findBrowser } from "./browser.ts";
import { writeTestConfig } from "./test-config.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const port = process.env.CAUSEWAY_E2E_PORT ?? "3199";
const dataFolder = process.env.CAUSEWAY_E2E_DATA ?? resolve(root, ".causeway-e2e");

export default defineConfig({
  testDir: ".",
  // Screenshots are made when asked for, and then nothing else.
  testMatch: process.env.CAUSEWAY_SCREENSHOTS ? "screenshots.spec.ts" : "*.spec.ts",
  testIgnore: process.env.CAUSEWAY_SCREENSHOTS ? [] : "screenshots.spec.ts",
  outputDir: resolve(root, "test-results"),
  // All tests share one server and its databases; two browsers at once would only fight for two cores.
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [["list"], ["json"]] : "list",
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    launchOptions: await findBrowser(root),
    trace: "retain-on-failure",
  },
  webServer: {
    command: "node scripts/launcher.mjs start",
    cwd: root,
    url: `http://127.0.0.1:${port}`,
    env: { PORT: port, CAUSEWAY_DATA: dataFolder, CAUSEWAY_CONFIG: writeTestConfig(root, dataFolder) },
    // A first start builds the application and loads the demo company.
    timeout: 300_000,
    stdout: "pipe",
    gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 },
  },
});
