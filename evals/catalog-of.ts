import postgres from "postgres";
import type { Catalog } from "#lib/contracts/catalog.ts";
import { buildCatalog } from "#lib/warehouse/catalog/build-catalog.ts";
import { introspect } from "#lib/warehouse/connectors/postgres/introspect.ts";

/** The catalog of a database as it stands: no semantic model, one clock. `now` is an ISO instant. */
export async function catalogOf(url: string, sourceId: string, now: string): Promise<Catalog> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    return buildCatalog(await introspect(sql, sourceId), null, { now, timeZone: "UTC", fiscalStart: 1 });
  } finally {
    await sql.end({ timeout: 5 });
  }
}
