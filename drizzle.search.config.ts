import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: "./db/search/schema.ts",
  out: "./db/search/migrations",
  schemaFilter: ["causeway_search"],
});
