import postgres from "postgres";
import type { Parameter } from "#lib/contracts/reading.ts";
import type { ResultSet } from "./compare.ts";

const statementMs = 10_000;
const mostRows = 200_000;

/** A read-only session on a restored database, for gold statements and predictions alike. */
export interface Session {
  run(statement: string): Promise<{ result: ResultSet } | { error: string }>;
  close(): Promise<void>;
}

/** Opens a session whose every statement is read-only and limited to ten seconds; the zone is UTC, as in the sets. */
export function openSession(url: string): Session {
  const sql = postgres(url, {
    max: 1,
    onnotice: () => undefined,
    connection: {
      statement_timeout: statementMs,
      default_transaction_read_only: true,
      TimeZone: "UTC",
      search_path: "public",
    },
  });
  return {
    async run(statement) {
      try {
        const rows = await sql.unsafe(statement, [], { prepare: false }).raw();
        if (rows.length > mostRows) return { error: `more than ${mostRows} rows` };
        const cells = (rows as unknown as Array<Array<Buffer | null>>).map((row) =>
          row.map((cell) => (cell === null ? null : cell.toString("utf8"))),
        );
        return { result: { columns: rows.columns?.length ?? cells[0]?.length ?? 0, rows: cells } };
      } catch (error) {
        return { error: error instanceof Error ? error.message : String(error) };
      }
    },
    close: () => sql.end({ timeout: 5 }),
  };
}

/** The statement as it would run with its values in place: predictions files hold one text that stands on its own. */
export function inlineParameters(sql: string, params: Parameter[]): string {
  // Quoted texts and names are stepped over: a `$1` inside them is not a placeholder.
  return sql.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\d+)/g, (whole, position: string | undefined) =>
    position === undefined ? whole : literal(params[Number(position) - 1] ?? null),
  );
}

function literal(value: Parameter): string {
  if (value === null) return "NULL";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return `'${value.replaceAll("'", "''")}'`;
}
