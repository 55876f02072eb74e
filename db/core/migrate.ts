import { join } from "node:path";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import pg from "pg";
import postgres from "postgres";

/** The schema of the graph's checkpoints, apart from our own tables. */
export const CHECKPOINT_SCHEMA = "causeway_graph";

const MIGRATION_LOCK = 7_254_001;

/**
 * Brings the core store to this version's shape: our tables, then the checkpoint saver's.
 * Several processes may start at once (two of six savers failed with a duplicate key when they set up together),
 * so all of it happens under one advisory lock.
 */
export async function migrateCore(databaseUrl: string): Promise<void> {
  const client = postgres(databaseUrl, { max: 1, connect_timeout: 10, onnotice: () => undefined });
  try {
    await client`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await migrate(drizzle(client), {
      migrationsFolder: join(process.cwd(), "db", "core", "migrations"),
      migrationsSchema: "causeway_migrations",
    });
    await setUpCheckpoints(databaseUrl);
    await client`select pg_advisory_unlock(${MIGRATION_LOCK})`;
  } finally {
    await client.end({ timeout: 5 });
  }
}

async function setUpCheckpoints(databaseUrl: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  // A connection that is being closed may still hear that the server stops; without a listener that ends the process.
  pool.on("error", () => undefined);
  try {
    await new PostgresSaver(pool, undefined, { schema: CHECKPOINT_SCHEMA }).setup();
  } finally {
    await pool.end();
  }
}
