import { sql } from "drizzle-orm";
import { isStoreDown, type SearchDatabase, type SearchTransaction } from "#db/search/client.ts";
import { leases } from "#db/search/schema.ts";
import { log } from "#lib/telemetry/log.ts";

const NAME = "ingest";
/** How long a process that died keeps the others from going on. */
const LEASE_SECONDS = 15;
const RENEW_MS = 5_000;

/** What its holder may do while nobody else does. */
export interface Lease {
  /** Comes when another process took the lease over, or the work is to stop. */
  signal: AbortSignal;
  /** One transaction of writes, refused with a {@link LeaseLost} where the lease is another's by now. */
  write(work: (tx: SearchTransaction) => Promise<void>): Promise<void>;
}

/** The lease went to another process: whatever is left to do is its work. */
export class LeaseLost extends Error {
  constructor() {
    super("the lease of the ingestion went to another process");
    this.name = "LeaseLost";
  }
}

/**
 * Does the work while holding the lease, which is renewed for as long as the work takes, however slow a page of it is.
 * `busy` where another process holds it, or took it over: each taking has a number of its own (its epoch), and a
 * holder with an old one can no longer write.
 */
export async function underLease<Result>(
  db: SearchDatabase,
  owner: string,
  stop: AbortSignal,
  work: (lease: Lease) => Promise<Result>,
): Promise<Result | "busy"> {
  stop.throwIfAborted();
  const epoch = await take(db, owner);
  if (epoch === null) return "busy";
  const lost = new AbortController();
  const signal = AbortSignal.any([stop, lost.signal]);
  const renewal = setInterval(() => {
    renew(db, owner, epoch).then(
      (isHeld) => isHeld || lost.abort(new LeaseLost()),
      // The next write meets the same store, and tells.
      (error: unknown) =>
        isStoreDown(error) || log.warn({ error }, "the lease of the ingestion is not renewed"),
    );
  }, RENEW_MS);
  try {
    return await work({
      signal,
      write: (writes) => {
        signal.throwIfAborted();
        return db.transaction(async (tx) => {
          await insistOn(tx, owner, epoch);
          await writes(tx);
        });
      },
    });
  } catch (error) {
    if (stop.aborted) throw error;
    if (lost.signal.aborted || error instanceof LeaseLost) return "busy";
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

/** Gives the lease back, so that nobody has to wait for its end. The row stays: its epochs only grow. */
export async function releaseLease(db: SearchDatabase, owner: string): Promise<void> {
  await db
    .update(leases)
    .set({ until: sql`'-infinity'` })
    .where(sql`${leases.name} = ${NAME} and ${leases.owner} = ${owner}`);
}

async function take(db: SearchDatabase, owner: string): Promise<number | null> {
  const [row] = await db.execute<{ epoch: number }>(sql`
    insert into ${leases} as lease (name, owner, until) values (${NAME}, ${owner}, ${inSeconds()})
    on conflict (name) do update set owner = excluded.owner, until = excluded.until, epoch = lease.epoch + 1
    where lease.owner = excluded.owner or lease.until < now()
    returning epoch`);
  return row?.epoch ?? null;
}

async function renew(db: SearchDatabase, owner: string, epoch: number): Promise<boolean> {
  const rows = await db.execute(sql`
    update ${leases} set until = ${inSeconds()}
    where name = ${NAME} and owner = ${owner} and epoch = ${epoch} returning 1`);
  return rows.length === 1;
}

/** Locked until the transaction ends: nobody takes the lease over between this look and the commit. */
async function insistOn(tx: SearchTransaction, owner: string, epoch: number): Promise<void> {
  const rows = await tx.execute(sql`
    select 1 from ${leases} where name = ${NAME} and owner = ${owner} and epoch = ${epoch} for update`);
  if (rows.length === 0) throw new LeaseLost();
}

function inSeconds() {
  return sql`now() + make_interval(secs => ${LEASE_SECONDS})`;
}
