import type { DuckDBConnection } from "@duckdb/node-api";
import { FILES_SCHEMA } from "../load/schema.ts";
import { literal, quote } from "../load/sql.ts";
import type { ColumnProfile } from "./messages.ts";

/** Distinct texts of a column that are kept to recognise names by. */
const MOST_VALUES = 5_000;
const TOP = 10;
/** A range or a frequent value that is longer says nothing to a reader. */
const LONGEST_VALUE = 200;
/** Above so many rows a sample stands for the table. */
const WHOLE_ROWS = 5_000_000;
const RANGED =
  /^(BIGINT|INTEGER|SMALLINT|TINYINT|UBIGINT|UINTEGER|HUGEINT|DECIMAL|DOUBLE|FLOAT|DATE|TIMESTAMP|TIME)/;

/** Looks at every column of every table that is not left out (ids of tables and of columns, without the schema). */
export async function profileTables(
  connection: DuckDBConnection,
  leftOut: ReadonlySet<string>,
): Promise<ColumnProfile[]> {
  const found = await connection.runAndReadAll(
    `SELECT table_name, column_name, data_type FROM duckdb_columns() WHERE schema_name = '${FILES_SCHEMA}' ORDER BY table_name, column_index`,
  );
  const profiles: ColumnProfile[] = [];
  for (const [table, name, type] of found
    .getRows()
    .map((row) => row.map(String) as [string, string, string])) {
    if (leftOut.has(table) || leftOut.has(`${table}.${name}`)) continue;
    profiles.push(await profileColumn(connection, table, name, type));
  }
  return profiles;
}

async function profileColumn(
  connection: DuckDBConnection,
  table: string,
  name: string,
  type: string,
): Promise<ColumnProfile> {
  const of = `${FILES_SCHEMA}.${quote(table)}`;
  const c = quote(name);
  const ranged = RANGED.test(type);
  const counted = await connection.runAndReadAll(
    `SELECT count(*), count(${c}), count(DISTINCT ${c}), ${ranged ? `CAST(min(${c}) AS VARCHAR), CAST(max(${c}) AS VARCHAR)` : "NULL, NULL"} FROM (SELECT ${c} FROM ${of} LIMIT ${WHOLE_ROWS})`,
  );
  const [rows, filled, distinct, min, max] = counted.getRows()[0]!;
  const profile = {
    table,
    name,
    type,
    nullShare: Number(rows) === 0 ? 0 : 1 - Number(filled) / Number(rows),
    distinct: Number(distinct),
    min: min === null ? null : String(min),
    max: max === null ? null : String(max),
  };
  const isText = type === "VARCHAR";
  if (!isText && !(type === "BOOLEAN" || (Number(distinct) <= TOP && ranged)))
    return { ...profile, top: [], values: null };
  const frequent = await connection.runAndReadAll(
    `SELECT CAST(${c} AS VARCHAR) AS v FROM ${of} WHERE ${c} IS NOT NULL AND length(CAST(${c} AS VARCHAR)) <= ${literal(String(LONGEST_VALUE))}::INT GROUP BY v ORDER BY count(*) DESC, v LIMIT ${isText ? MOST_VALUES : TOP}`,
  );
  const list = frequent.getRows().map(([value]) => String(value));
  return {
    ...profile,
    top: list.slice(0, TOP),
    values: isText ? { list, complete: list.length === Number(distinct) && Number(rows) < WHOLE_ROWS } : null,
  };
}
