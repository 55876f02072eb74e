import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: "./db/core/schema.ts",
  out: "./db/core/migrations",
  schemaFilter: ["causeway"],
});
