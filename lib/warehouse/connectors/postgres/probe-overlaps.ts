import type postgres from "postgres";
import { joinCandidates, type Side } from "#lib/warehouse/catalog/infer-joins.ts";
import type { ProbedOverlap, RawCatalog } from "#lib/warehouse/catalog/raw-catalog.ts";
import { quote } from "./profile.ts";

/** Rows of the referring side looked at, and different values of them looked up. */
const ROWS = 5_000;
const VALUES = 200;
/** Pairs asked about, and milliseconds all of them may take. */
const PAIRS = 300;
const BUDGET_MS = 30_000;

interface ProbeRow {
  sampled: number;
  found: number;
  matches: number;
}

/**
 * Looks up a bounded sample of referring values on the referred side, for pairs that names suggest and whose complete
 * values are not known: ids of large tables above all. A pair that takes too long is left unknown.
 *
 * @param within runs one statement in a read-only transaction of its own, under a time limit
 */
export async function probeOverlaps(
  raw: RawCatalog,
  within: <T>(work: (tx: postgres.TransactionSql) => Promise<T>) => Promise<T>,
  signal?: AbortSignal,
): Promise<ProbedOverlap[]> {
  const found: ProbedOverlap[] = [];
  const until = performance.now() + BUDGET_MS;
  for (const { from, to } of joinCandidates(raw).slice(0, PAIRS)) {
    signal?.throwIfAborted();
    if (performance.now() > until) break;
    try {
      const [row] = await within((tx) => tx.unsafe<ProbeRow[]>(probeOf(from, to)));
      const { sampled, found: there, matches } = row!;
      found.push({ from: from.column.id, to: to.column.id, sampled, found: there, repeats: matches > there });
    } catch (error) {
      // A connection that is gone ends the reading with the next statement; a slow pair stays unknown.
      if ((error as { code?: string }).code?.startsWith("CONNECTION")) throw error;
    }
  }
  return found;
}

function probeOf(from: Side, to: Side): string {
  const key = `t.${quote(to.column.name)}`;
  return `
    with sampled as (
      select distinct v from (
        select ${quote(from.column.name)} as v from ${nameOf(from)} where ${quote(from.column.name)} is not null
        limit ${ROWS}) s
      limit ${VALUES})
    select count(distinct s.v)::int as sampled, count(distinct ${key})::int as found, count(${key})::int as matches
    from sampled s left join ${nameOf(to)} t on ${key} = s.v`;
}

const nameOf = ({ table }: Side) => `${quote(table.schema)}.${quote(table.name)}`;
