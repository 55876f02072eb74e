import { join } from "node:path";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";

/** Brings the search store to this version's shape. Throws the driver's error; `42501` and `0A000` mean that pgvector is missing. */
export async function migrateSearch(url: string): Promise<void> {
  const client = postgres(url, {
    max: 1,
    connect_timeout: 10,
    fetch_types: false,
    onnotice: () => undefined,
  });
  try {
    const db = drizzle(client);
    await migrate(db, {
      migrationsFolder: join(process.cwd(), "db", "search", "migrations"),
      migrationsSchema: "causeway_search_migrations",
    });
    await db.execute(sql`analyze`);
  } finally {
    await client.end({ timeout: 5 });
  }
}
