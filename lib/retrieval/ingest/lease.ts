import { sql } from "drizzle-orm";
import type { SearchDatabase } from "#db/search/client.ts";
import { leases } from "#db/search/schema.ts";

const NAME = "ingest";
/** How long a process that died keeps the others from going on. */
const LEASE_SECONDS = 15;

/** Takes or renews the lease; false while another process holds it. */
export async function holdLease(db: SearchDatabase, owner: string): Promise<boolean> {
  const rows = await db.execute(sql`
    insert into ${leases} as lease (name, owner, until) values (${NAME}, ${owner}, now() + make_interval(secs => ${LEASE_SECONDS}))
    on conflict (name) do update set owner = excluded.owner, until = excluded.until
    where lease.owner = excluded.owner or lease.until < now()
    returning 1`);
  return rows.length === 1;
}

export async function releaseLease(db: SearchDatabase, owner: string): Promise<void> {
  await db.delete(leases).where(sql`${leases.name} = ${NAME} and ${leases.owner} = ${owner}`);
}
