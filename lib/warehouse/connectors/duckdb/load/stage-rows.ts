import { BIGINT, type DuckDBConnection, DuckDBDataChunk, VARCHAR } from "@duckdb/node-api";
import type { RawRow, RawTable } from "#lib/warehouse/files/raw-table.ts";

/** The engine's own vector size. */
const CHUNK_ROWS = 2_048;
/** Cells of one chunk: a very wide table goes in thinner ones. */
const CHUNK_CELLS = 262_144;

/** Columns of the staging table: `line`, then `c0` … in the table's order. */
export const staged = (index: number) => `c${index}`;

/** Puts a table's rows, all as text with their line, into a temporary table of that name. */
export async function stageRows(connection: DuckDBConnection, name: string, table: RawTable): Promise<void> {
  const width = table.columns.length;
  const columns = Array.from({ length: width }, (_, i) => `${staged(i)} VARCHAR`);
  await connection.run(`CREATE TABLE ${name} (${["line BIGINT", ...columns].join(", ")})`);
  const appender = await connection.createAppender(name);
  const types = [BIGINT, ...columns.map(() => VARCHAR)];
  const most = Math.max(1, Math.min(CHUNK_ROWS, Math.floor(CHUNK_CELLS / (width + 1))));
  const append = (rows: RawRow[]) => {
    const chunk = DuckDBDataChunk.create(types, rows.length);
    chunk.setColumnValues(
      0,
      rows.map(({ line }) => BigInt(line)),
    );
    for (let i = 0; i < width; i++)
      chunk.setColumnValues(
        i + 1,
        rows.map(({ cells }) => cells[i] ?? null),
      );
    appender.appendDataChunk(chunk);
  };
  let waiting: RawRow[] = [];
  for await (const rows of table.rows) {
    waiting = waiting.length === 0 ? rows : waiting.concat(rows);
    let at = 0;
    for (; waiting.length - at >= most; at += most) append(waiting.slice(at, at + most));
    waiting = waiting.slice(at);
  }
  if (waiting.length > 0) append(waiting);
  appender.closeSync();
}
