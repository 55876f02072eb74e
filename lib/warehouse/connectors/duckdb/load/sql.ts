import type { DuckDBConnection } from "@duckdb/node-api";

/** A name in double quotes, whatever it holds. */
export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
/** A text literal. Only paths and names of ours are written so. */
export const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** The first row's values as texts and numbers. */
export async function row(connection: DuckDBConnection, sql: string): Promise<unknown[]> {
  const reader = await connection.runAndReadAll(sql);
  return reader.getRows()[0] ?? [];
}

export async function numbers(connection: DuckDBConnection, sql: string): Promise<number[]> {
  return (await row(connection, sql)).map((value) => Number(value ?? 0));
}

export async function texts(connection: DuckDBConnection, sql: string): Promise<string[]> {
  const reader = await connection.runAndReadAll(sql);
  return reader.getRows().map(([value]) => String(value));
}
