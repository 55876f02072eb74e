import { extname } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { AppError } from "#lib/contracts/errors.ts";
import type { FileReport, FileTable, RejectedRow } from "#lib/contracts/file-report.ts";
import { textFacts } from "#lib/warehouse/files/encoding.ts";
import { checkContent, checkSize, fileKind } from "#lib/warehouse/files/file-kind.ts";
import { type FolderFile, head } from "#lib/warehouse/files/folder.ts";
import { defaultFileLimits, rejectedShown } from "#lib/warehouse/files/limits.ts";
import { cleanName, uniqueName } from "#lib/warehouse/files/names.ts";
import type { RawTable } from "#lib/warehouse/files/raw-table.ts";
import { readDelimited } from "#lib/warehouse/files/read-delimited.ts";
import { readJson } from "#lib/warehouse/files/read-json.ts";
import { readPage } from "#lib/warehouse/files/read-page.ts";
import { readWorkbook } from "#lib/warehouse/files/read-workbook.ts";
import { FILES_SCHEMA } from "./schema.ts";
import { literal, numbers, quote } from "./sql.ts";
import { staged, stageRows } from "./stage-rows.ts";
import { typeColumns } from "./type-columns.ts";

const STAGING = "staging";

/** Makes tables of a file and says what became of it; a file that cannot be read is a report with the reason. */
export async function loadFile(
  connection: DuckDBConnection,
  file: FolderFile,
  taken: Set<string>,
): Promise<FileReport> {
  const report = { file: file.name, bytes: file.bytes, notes: [] };
  try {
    const kind = fileKind(file.name);
    checkSize(file.name, kind, file.bytes, defaultFileLimits);
    checkContent(file.name, kind, await head(file.path));
    const base = cleanName(file.name.slice(0, -extname(file.name).length)) || "file";
    if (kind === "parquet")
      return { ...report, tables: [await loadParquet(connection, file, uniqueName(base, taken))] };
    const tables: FileTable[] = [];
    for (const raw of await rawTables(file, kind)) {
      const name = raw.name === null ? base : `${base}_${cleanName(raw.name) || "table"}`;
      tables.push(await loadTable(connection, raw, uniqueName(name, taken)));
    }
    return { ...report, tables };
  } catch (error) {
    const fault =
      error instanceof AppError
        ? { code: error.code, sentence: error.sentence }
        : { code: "E_FILE_BROKEN", sentence: `${file.name} could not be read. Export it again, or as CSV.` };
    return { ...report, tables: [], fault };
  }
}

async function rawTables(
  file: FolderFile,
  kind: "delimited" | "json" | "workbook" | "page",
): Promise<RawTable[]> {
  switch (kind) {
    case "delimited":
      return [
        await readDelimited(file.path, file.name, await textFacts(file.path, file.name), defaultFileLimits),
      ];
    case "json":
      await textFacts(file.path, file.name);
      return [await readJson(file.path, file.name, defaultFileLimits)];
    case "workbook":
      return readWorkbook(file.path, file.name, defaultFileLimits);
    case "page":
      return readPage(
        file.path,
        file.name,
        (await textFacts(file.path, file.name)).encoding,
        defaultFileLimits,
      );
  }
}

async function loadParquet(connection: DuckDBConnection, file: FolderFile, name: string): Promise<FileTable> {
  const table = `${FILES_SCHEMA}.${quote(name)}`;
  try {
    await connection.run(`CREATE TABLE ${table} AS SELECT * FROM read_parquet(${literal(file.path)})`);
  } catch (cause) {
    throw new AppError(
      "E_FILE_BROKEN",
      `${file.name} is no Parquet file that can be read, or only a part of one.`,
      { cause },
    );
  }
  const [rows = 0] = await numbers(connection, `SELECT count(*) FROM ${table}`);
  const described = await connection.runAndReadAll(`DESCRIBE ${table}`);
  const columns = described.getRows().map(([column, type]) => ({ name: String(column), type: String(type) }));
  return { table: name, rows, columns, rejectedRows: 0, rejected: [], notes: [] };
}

async function loadTable(connection: DuckDBConnection, raw: RawTable, name: string): Promise<FileTable> {
  const names = raw.columns.map((column) => column.name);
  try {
    await stageRows(connection, STAGING, raw);
    const semicolon = raw.notes.some((note) => note.includes("semicolons"));
    const typed = await typeColumns(connection, STAGING, names, {
      plainNumbers: raw.plainNumbers,
      delimiterIsSemicolon: semicolon,
    });
    const misfits = typed.flatMap(({ misfit }) => (misfit === null ? [] : [`(${misfit})`]));
    const rejected = [...raw.rejections.shown];
    let rejectedRows = raw.rejections.count;
    if (misfits.length > 0) {
      const found = await misfitRows(connection, typed, names.length);
      rejected.push(...found.rows);
      rejectedRows += found.count;
    }
    const kept = misfits.length > 0 ? ` WHERE NOT coalesce(${misfits.join(" OR ")}, false)` : "";
    const table = `${FILES_SCHEMA}.${quote(name)}`;
    const values = typed.map((column) => `${column.expression} AS ${quote(column.name)}`).join(", ");
    await connection.run(`CREATE TABLE ${table} AS SELECT ${values} FROM ${STAGING}${kept} ORDER BY line`);
    const [rows = 0] = await numbers(connection, `SELECT count(*) FROM ${table}`);
    return {
      table: name,
      rows,
      columns: typed.map((column, at) => {
        const heading = raw.columns[at]!.heading;
        return {
          name: column.name,
          ...(heading !== null && heading !== column.name ? { heading } : {}),
          type: column.type,
        };
      }),
      rejectedRows,
      rejected: rejected.sort((a, b) => a.line - b.line).slice(0, rejectedShown),
      notes: [
        ...raw.notes,
        ...typed.flatMap(({ notes }) => notes),
        ...(rows === 0 ? ["The table has columns and no rows."] : []),
      ],
    };
  } finally {
    await connection.run(`DROP TABLE IF EXISTS ${STAGING}`);
  }
}

async function misfitRows(
  connection: DuckDBConnection,
  typed: Awaited<ReturnType<typeof typeColumns>>,
  width: number,
): Promise<{ rows: RejectedRow[]; count: number }> {
  const checks = typed.filter(({ misfit }) => misfit !== null);
  const any = checks.map(({ misfit }) => `(${misfit})`).join(" OR ");
  const [count = 0] = await numbers(connection, `SELECT count(*) FROM ${STAGING} WHERE ${any}`);
  const which = checks.map(
    ({ misfit, name, type }) => `WHEN ${misfit} THEN ${literal(`${name} is no ${plainType(type)}`)}`,
  );
  const cells = Array.from({ length: width }, (_, at) => `coalesce(${staged(at)}, '')`).join(", ");
  const found = await connection.runAndReadAll(
    `SELECT line, CASE ${which.join(" ")} END, left(concat_ws(' · ', ${cells}), 200) FROM ${STAGING} WHERE ${any} ORDER BY line LIMIT ${rejectedShown}`,
  );
  const rows = found
    .getRows()
    .map(([line, reason, text]) => ({ line: Number(line), reason: String(reason), text: String(text) }));
  return { rows, count };
}

function plainType(type: string): string {
  if (/^(BIGINT|DECIMAL|DOUBLE)/.test(type)) return "number";
  return (
    (
      {
        DATE: "date",
        TIMESTAMP: "date with a time",
        TIMESTAMPTZ: "date with a time",
        TIME: "time",
      } as Record<string, string>
    )[type] ?? "yes or no"
  );
}
