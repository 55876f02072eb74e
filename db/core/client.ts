import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { guardTransactions } from "#db/transactions.ts";
import * as schema from "./schema.ts";

export type CoreDatabase = PostgresJsDatabase<typeof schema>;
export type CoreTransaction = Parameters<Parameters<CoreDatabase["transaction"]>[0]>[0];

export interface CoreStore {
  db: CoreDatabase;
  /** For LISTEN, which needs a connection of its own. */
  client: postgres.Sql;
  close(): Promise<void>;
}

/** Opens the core store. Connections are made on first use; a server that is down shows at the first query. */
export function openCore(url: string, options: { max?: number } = {}): CoreStore {
  const client = postgres(url, {
    max: options.max ?? 12,
    connect_timeout: 10,
    connection: { application_name: "causeway-core" },
    onnotice: () => undefined,
  });
  return {
    db: drizzle(guardTransactions(client), { schema }),
    client,
    close: () => client.end({ timeout: 5 }),
  };
}
