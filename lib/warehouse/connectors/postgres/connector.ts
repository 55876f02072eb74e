import { AppError } from "#lib/contracts/errors.ts";
import type { Cell, Estimate, JudgedStatement, ResultColumn } from "#lib/contracts/statement.ts";
import { assertJudged } from "#lib/warehouse/guard/judged.ts";
import type { Connector, QueryOptions, QueryResult, SourceHealth } from "../connector.ts";
import { checkLogin } from "./check.ts";
import { type PlanNode, priceOf } from "./estimate.ts";
import { connectionFault, queryFault } from "./faults.ts";
import { introspect, readNames } from "./introspect.ts";
import { type LoginSessions, type Session, SourceSessions } from "./sessions.ts";
import { resultType } from "./types.ts";

/** Never the simple protocol, which would run a second statement: the driver falls back to it without parameters. */
const EXTENDED = { simple: false } as unknown as { prepare?: boolean };
/** Small, because the byte limit is looked at after each batch, and a cell may be large. */
const BATCH_ROWS = 100;
/** Planning is not free: some statements take memory and time before anything is priced. */
const ESTIMATE_SECONDS = 4;
const LOCK_SECONDS = 5;
const CANCEL_GRACE_MS = 2_000;

export interface PostgresSource {
  id: string;
  name: string;
  /** Address by role. */
  logins: Record<string, string>;
  /** The business's zone: in it a day begins and a month ends, for every query and whoever asks. */
  time_zone: string;
}

/** A PostgreSQL source, one login and its sessions a role. */
export function postgresConnector(source: PostgresSource): Connector {
  const sessions = new SourceSessions(source.name, source.logins);
  return {
    check: (role) => healthOf(sessions, role, source.name),
    introspect: async (role, policy, options) =>
      sessions.of(role).withCatalogClient((sql) => introspect(sql, source.id, policy, options)),
    names: async (role) => sessions.of(role).withCatalogClient(readNames),
    estimate: async (statement, role) =>
      estimate(sessions.of(role), assertJudged(statement), source.time_zone),
    query: async (statement, options) =>
      query(sessions.of(options.role), assertJudged(statement), options, source.time_zone),
    cancel: async (executionId, role) => endSession(sessions.of(role), executionId),
    close: () => sessions.close(),
  };
}

async function healthOf(sessions: SourceSessions, role: string, sourceName: string): Promise<SourceHealth> {
  try {
    return await sessions.of(role).with((session) => checkLogin(session.sql, sourceName, role));
  } catch (error) {
    const fault = error instanceof AppError ? error : connectionFault(error, sourceName);
    return { role, state: "unreachable", sentence: fault.sentence };
  }
}

/** The planner's price. Nothing is executed; the statement is still parsed by the engine, as the asking role. */
async function estimate(
  login: LoginSessions,
  statement: JudgedStatement,
  timeZone: string,
): Promise<Estimate> {
  return login.with(async ({ sql }) => {
    try {
      await beginReadOnly(sql, { timeoutSeconds: ESTIMATE_SECONDS, timeZone });
      const [row] = await sql.unsafe<{ "QUERY PLAN": string }[]>(
        `explain (format json, verbose) ${statement.text}`,
        statement.params as never[],
        EXTENDED,
      );
      const counts = await sql<{ schema: string; name: string; rows: string }[]>`
        select n.nspname as schema, c.relname as name, greatest(c.reltuples, 0)::bigint as rows
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'm', 'p') and n.nspname not in ('pg_catalog', 'information_schema')`;
      await sql.unsafe("rollback");
      const [{ Plan: plan }] = JSON.parse(row!["QUERY PLAN"]) as [{ Plan: PlanNode }];
      const byName = new Map(counts.map((each) => [`${each.schema}.${each.name}`, Number(each.rows)]));
      return priceOf(plan, (schema, table) => byName.get(`${schema}.${table}`));
    } catch (error) {
      throw queryFault(error, ESTIMATE_SECONDS);
    }
  });
}

async function query(
  login: LoginSessions,
  statement: JudgedStatement,
  options: QueryOptions,
  timeZone: string,
): Promise<QueryResult> {
  options.signal.throwIfAborted();
  const session = await login.acquire();
  const stop = cancelOnAbort(login, session, options.signal);
  try {
    // It may have been stopped while the session was opened, before anybody listened.
    options.signal.throwIfAborted();
    const { limits, executionId } = options;
    await beginReadOnly(session.sql, { timeoutSeconds: limits.timeoutSeconds, timeZone, executionId });
    await options.onSend?.();
    const result = await fetchRows(session, statement, options);
    await session.sql.unsafe("rollback");
    // A cancel may still be on its way to this session: it must not meet another run's query there.
    if (options.signal.aborted) await login.destroy(session);
    else login.release(session);
    return result;
  } catch (error) {
    await login.destroy(session);
    if (options.signal.aborted) throw options.signal.reason;
    throw queryFault(error, options.limits.timeoutSeconds);
  } finally {
    stop();
  }
}

/**
 * A harmless query comes first: `SET TRANSACTION READ WRITE` as the very first statement would turn read-only off.
 * The search path holds the engine's own functions and operators only, so that none of another schema can shadow one
 * on the gate's list. How values are printed is fixed, whatever the login's defaults. The limits are the session's own; memory and disk limits belong to the login (`ALTER ROLE … SET`).
 */
async function beginReadOnly(
  sql: Session["sql"],
  {
    timeoutSeconds,
    timeZone,
    executionId,
  }: { timeoutSeconds: number; timeZone: string; executionId?: string },
): Promise<void> {
  await sql.unsafe("begin read only");
  await sql`
    select set_config('statement_timeout', ${`${Math.ceil(timeoutSeconds * 1000)}`}, true),
           set_config('lock_timeout', ${`${LOCK_SECONDS * 1000}`}, true),
           set_config('idle_in_transaction_session_timeout', ${`${Math.ceil(timeoutSeconds * 2000)}`}, true),
           set_config('search_path', 'pg_catalog', true),
           set_config('TimeZone', ${timeZone}, true),
           set_config('datestyle', 'ISO, YMD', true), set_config('intervalstyle', 'postgres', true),
           set_config('bytea_output', 'hex', true), set_config('extra_float_digits', '1', true),
           set_config('transform_null_equals', 'off', true),
           set_config('application_name', ${executionId ? `causeway:${executionId}` : "causeway"}, true)`;
}

/** Reads through a cursor until a limit is reached. The extended protocol itself refuses a second statement. */
async function fetchRows(
  { sql }: Session,
  statement: JudgedStatement,
  { limits }: QueryOptions,
): Promise<QueryResult> {
  const params = statement.params as never[];
  const described = await sql.unsafe(statement.text, params, EXTENDED).describe();
  const columns: ResultColumn[] = described.columns.map(({ name, type }) => ({ name, ...resultType(type) }));
  const rows: Cell[][] = [];
  let bytes = 0;
  let truncated = false;
  for await (const batch of sql.unsafe(statement.text, params, EXTENDED).values().cursor(BATCH_ROWS)) {
    for (const values of batch as unknown as unknown[][]) {
      const row = values.map(toCell);
      bytes += row.reduce<number>((size, cell) => size + (cell === null ? 4 : String(cell).length + 2), 2);
      if (rows.length >= limits.maxRows || bytes > limits.maxBytes) {
        truncated = true;
        break;
      }
      rows.push(row);
    }
    if (truncated) break;
  }
  return { columns, rows, rowCount: truncated ? null : rows.length, truncated };
}

function toCell(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString("hex")}`;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Ends the query in the database when the run is stopped: first politely, then with its session. */
function cancelOnAbort(login: LoginSessions, session: Session, signal: AbortSignal): () => void {
  let finished = false;
  const onAbort = async () => {
    if (!finished) await signalBackend(login, "pg_cancel_backend", session.pid);
    await new Promise((resolve) => setTimeout(resolve, CANCEL_GRACE_MS).unref());
    if (!finished) await signalBackend(login, "pg_terminate_backend", session.pid);
  };
  const listener = () => {
    // The query's own rejection carries the outcome; if no second connection can be had, its time limit ends it.
    onAbort().catch(() => session.sql.end({ timeout: 0 }));
  };
  signal.addEventListener("abort", listener, { once: true });
  return () => {
    finished = true;
    signal.removeEventListener("abort", listener);
  };
}

async function signalBackend(
  login: LoginSessions,
  how: "pg_cancel_backend" | "pg_terminate_backend",
  pid: number,
): Promise<void> {
  await login.with(({ sql }) => sql.unsafe(`select ${how}($1::int)`, [pid]));
}

async function endSession(login: LoginSessions, executionId: string): Promise<boolean> {
  const ended = await login.with(
    ({ sql }) => sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = ${`causeway:${executionId}`} and pid <> pg_backend_pid()`,
  );
  return ended.length > 0;
}
