import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { guardTransactions } from "#db/transactions.ts";
import * as schema from "./schema.ts";

export type SearchDatabase = PostgresJsDatabase<typeof schema>;
export type SearchTransaction = Parameters<Parameters<SearchDatabase["transaction"]>[0]>[0];

export interface SearchClient {
  db: SearchDatabase;
  close(): Promise<void>;
}

/**
 * Opens the search store, ours or a PostgreSQL server with pgvector; the same statements run on both. Connections are
 * made on first use; a store that is down shows at the first query.
 */
export function openSearchClient(url: string, options: { max?: number } = {}): SearchClient {
  const client = postgres(url, {
    max: options.max ?? 4,
    connect_timeout: 10,
    // The embedded store is started again when it dies: soon, not after the default's growing pauses.
    backoff: () => 0.25,
    fetch_types: false,
    onnotice: () => undefined,
  });
  return { db: drizzle(guardTransactions(client), { schema }), close: () => client.end({ timeout: 5 }) };
}

/** Of the network, of the driver, and PostgreSQL's own: lost or refused connections, logins, a database that is not there. */
const UNREACHED =
  /^(E(CONN|PIPE|HOSTUNREACH|NETUNREACH|NOTFOUND|TIMEDOUT|AI_AGAIN)|CONNECT|08|28|3D000|53300|57P0|25P03)/;

/** True where a statement failed because the store is not there, now: it may be tried again. */
export function isStoreDown(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code } = each as Error & { code?: unknown };
    if (UNREACHED.test(String(code))) return true;
  }
  return false;
}
