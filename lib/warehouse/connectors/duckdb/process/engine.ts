import { rmSync } from "node:fs";
import { type DuckDBConnection, DuckDBInstance, type DuckDBValue } from "@duckdb/node-api";
import type { FileReport } from "#lib/contracts/file-report.ts";
import { cellOf, columnOf } from "../cells.ts";
import { loadFile } from "../load/load-file.ts";
import { FILES_SCHEMA } from "../load/schema.ts";
import { literal } from "../load/sql.ts";
import type { ExplainAnswer, OpenRequest, QueryAnswer, WorkRequest } from "./messages.ts";
import { profileTables } from "./profile.ts";

const THREADS = "2";

/**
 * Loads the files into a database of ours, then opens that to be read and nothing else: no file outside, no extension,
 * no setting can be reached any more, whatever a statement says.
 */
export async function openEngine(
  request: OpenRequest,
): Promise<{ instance: DuckDBInstance; reports: FileReport[] }> {
  const { database, files, memoryMegabytes, temporaryMegabytes, timeZone } = request;
  rmSync(database, { force: true });
  const bounds = {
    threads: THREADS,
    memory_limit: `${memoryMegabytes}MB`,
    temp_directory: `${database}.tmp`,
    max_temp_directory_size: `${temporaryMegabytes}MB`,
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
  };
  const loading = await DuckDBInstance.create(database, bounds);
  const connection = await loading.connect();
  await connection.run(`CREATE SCHEMA ${FILES_SCHEMA}`);
  const taken = new Set<string>();
  const reports: FileReport[] = [];
  for (const file of files) reports.push(await loadFile(connection, file, taken));
  connection.closeSync();
  loading.closeSync();

  const instance = await DuckDBInstance.create(database, {
    ...bounds,
    access_mode: "READ_ONLY",
    enable_external_access: "false",
  });
  const settings = await instance.connect();
  await settings.run(`SET GLOBAL TimeZone = ${literal(timeZone)}`);
  await settings.run("SET lock_configuration = true");
  settings.closeSync();
  return { instance, reports };
}

/** Carries out one request on a connection of its own. */
export async function work(
  connection: DuckDBConnection,
  request: WorkRequest,
  timeZone: string,
): Promise<QueryAnswer | ExplainAnswer | Awaited<ReturnType<typeof profileTables>>> {
  switch (request.kind) {
    case "query":
      return query(connection, request, timeZone);
    case "explain":
      return explain(connection, request);
    case "profile":
      return profileTables(connection, new Set(request.leftOut));
  }
}

async function query(
  connection: DuckDBConnection,
  { text, params, maxRows, maxBytes }: Extract<WorkRequest, { kind: "query" }>,
  timeZone: string,
): Promise<QueryAnswer> {
  const result = await connection.stream(text, [...params] as DuckDBValue[]);
  const types = result.columnTypes().map(String);
  const columns = result.columnNames().map((name, at) => columnOf(name, types[at]!));
  const rows: QueryAnswer["rows"] = [];
  let bytes = 0;
  for await (const chunk of result.yieldRowsJson())
    for (const values of chunk) {
      const row = values.map((value, at) => cellOf(value, types[at]!, timeZone));
      bytes += row.reduce<number>((size, cell) => size + (cell === null ? 4 : String(cell).length + 2), 2);
      if (rows.length >= maxRows || bytes > maxBytes) return { columns, rows, truncated: true };
      rows.push(row);
    }
  return { columns, rows, truncated: false };
}

async function explain(
  connection: DuckDBConnection,
  { text, params }: Extract<WorkRequest, { kind: "explain" }>,
): Promise<ExplainAnswer> {
  const explained = await connection.runAndReadAll(`EXPLAIN (FORMAT json) ${text}`, [
    ...params,
  ] as DuckDBValue[]);
  const counts = await connection.runAndReadAll(
    `SELECT table_name, estimated_size FROM duckdb_tables() WHERE schema_name = '${FILES_SCHEMA}'`,
  );
  return {
    plan: String(explained.getRows()[0]?.[1] ?? "[]"),
    rows: Object.fromEntries(counts.getRows().map(([name, rows]) => [String(name), Number(rows)])),
  };
}
