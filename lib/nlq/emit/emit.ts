import type { Dialect } from "#lib/contracts/catalog.ts";
import type { Parameter } from "#lib/contracts/reading.ts";
import type { Query } from "../query.ts";
import type { DialectRules } from "./dialect-rules.ts";
import { duckdbRules } from "./duckdb.ts";
import { mysqlRules } from "./mysql.ts";
import { postgresRules } from "./postgres.ts";
import { Writer } from "./writer.ts";

const rules: Record<Dialect, DialectRules> = {
  postgres: postgresRules,
  duckdb: duckdbRules,
  mysql: mysqlRules,
};

/**
 * Writes a query in an engine's SQL. Values become parameters; what steers the statement (units of time, positions, the
 * limit) stays in the text, because a parameter there changes or breaks it.
 */
export function emit(query: Query, dialect: Dialect): { sql: string; params: Parameter[] } {
  const writer = new Writer(rules[dialect]);
  return writer.finish(writer.query(query));
}
