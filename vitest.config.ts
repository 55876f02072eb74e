import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{app,components,agents,lib,db,evals,scripts}/**/*.test.{ts,tsx}"],
    // Integration tests start a database server each; loading the demo company takes seconds.
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
