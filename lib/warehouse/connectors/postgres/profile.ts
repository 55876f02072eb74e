import type postgres from "postgres";
import type { Column, Table } from "#lib/contracts/catalog.ts";
import type { ColumnValues } from "#lib/warehouse/catalog/raw-catalog.ts";

/** Bounds that keep introspection cheap on any database; what they cut is marked, never guessed. */
export const profileLimits = {
  /** Rows read of one table; larger tables are sampled by block. */
  rows: 50_000,
  /** Rows read of a view, whose cost cannot be known beforehand. */
  viewRows: 2_000,
  /** Distinct texts kept of one column. */
  valuesPerColumn: 5_000,
  /** Longer texts are prose, not names: they are counted but not indexed. */
  valueLength: 100,
  /** A column of which more than this share is that long holds prose. */
  proseShare: 0.25,
  /** Rows read and distinct texts kept of all tables together: with many tables each gets less. */
  allRows: 5_000_000,
  allValues: 400_000,
  /** Milliseconds one profiling statement may take; after that the table keeps its structure only. */
  statementMs: 3_000,
};

export interface ProfileTarget {
  table: Table;
  columns: Column[];
  relkind: string;
}

/** What one table may take of the bounds. */
interface Share {
  rows: number;
  valuesPerColumn: number;
}

/**
 * Deals out what all tables together may take: rows evenly, texts by what is left for the text columns still to come,
 * four times an even share, since most of them hold few.
 */
export function shareOf(targets: ProfileTarget[]) {
  const textsOf = ({ columns }: ProfileTarget) => columns.filter(({ kind }) => kind === "text").length;
  const rows = Math.min(profileLimits.rows, Math.floor(profileLimits.allRows / Math.max(1, targets.length)));
  let columnsLeft = targets.reduce((count, target) => count + textsOf(target), 0);
  let valuesLeft = profileLimits.allValues;
  return {
    next(target: ProfileTarget): Share {
      const even = (4 * valuesLeft) / Math.max(1, columnsLeft);
      columnsLeft -= textsOf(target);
      const valuesPerColumn = Math.round(Math.min(profileLimits.valuesPerColumn, Math.max(20, even)));
      return { rows, valuesPerColumn };
    },
    took(values: ColumnValues[]): void {
      valuesLeft = Math.max(0, valuesLeft - values.reduce((count, list) => count + list.values.length, 0));
    },
  };
}

export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
const ordered = new Set(["integer", "decimal", "date", "timestamp", "time"]);
const comparable = new Set([...ordered, "text", "boolean"]);

/**
 * Reads null share, distinct count, range, frequent values and the bounded list of stored texts of one table, in one
 * statement over at most `share.rows` rows. Runs inside the caller's transaction, under a savepoint: a table
 * that is too slow or not readable keeps its structure, and the reason is returned.
 *
 * @returns the texts by column; the columns' profile fields are filled in place
 */
export async function profileTable(
  sql: postgres.TransactionSql,
  { table, columns, relkind }: ProfileTarget,
  share: Share = profileLimits,
): Promise<{ values: ColumnValues[]; skipped?: string }> {
  const wanted = columns.filter((column) => comparable.has(column.kind));
  if (wanted.length === 0) return { values: [] };
  const known = table.rows ?? -1;
  const sampled = relkind !== "v" && relkind !== "f" && known > share.rows;
  const cap = relkind === "v" ? Math.min(profileLimits.viewRows, share.rows) : share.rows;
  const percent = Math.min(100, Math.max(0.01, (120 * cap) / Math.max(known, 1)));
  const source = `${quote(table.schema)}.${quote(table.name)}${sampled ? ` tablesample system (${percent.toFixed(4)})` : ""}`;

  const picked = wanted.map((column, i) => `${quote(column.name)} as c${i}`).join(", ");
  const facts = wanted.map((column, i) => factsOf(column, i, share.valuesPerColumn)).join(", ");
  const statement = `with s as materialized (select ${picked} from ${source} limit ${cap})
    select (select count(*) from s)::int as n, ${facts}`;

  let row: Record<string, unknown>;
  try {
    row = await sql.savepoint(async (inner) => {
      const rows = await inner.unsafe(statement, [], { prepare: true });
      return rows[0] as Record<string, unknown>;
    });
  } catch (error) {
    return { values: [], skipped: error instanceof Error ? error.message : String(error) };
  }

  const read = Number(row.n);
  const complete = !sampled && read < cap;
  const values: ColumnValues[] = [];
  wanted.forEach((column, i) => {
    const found = row[`f${i}`] as {
      nulls: number;
      distinct: number;
      min?: string;
      max?: string;
      top: string[] | null;
    };
    if (read > 0) column.nullShare = found.nulls / read;
    // A distinct count from a block sample would read as a fact about the whole table.
    if (complete) column.distinct = found.distinct;
    if (found.min !== undefined && found.min !== null) column.min = found.min;
    if (found.max !== undefined && found.max !== null) column.max = found.max;
    const top = found.top ?? [];
    column.top = top.slice(0, 10);
    if (column.kind !== "text") return;
    if (hasCaseTwins(top)) column.mixedCase = true;
    const kept = top.filter((value) => value.length <= profileLimits.valueLength && value.trim() !== "");
    // Short letters among long ones are prose, too: no question names them.
    if (kept.length < top.length * (1 - profileLimits.proseShare)) return;
    const cut = top.length >= share.valuesPerColumn;
    if (kept.length > 0) values.push({ column: column.id, values: kept, complete: complete && !cut });
  });
  return { values };
}

function factsOf(column: Column, i: number, mostTexts: number): string {
  const range = ordered.has(column.kind) ? `, 'min', min(c${i})::text, 'max', max(c${i})::text` : "";
  const limit = column.kind === "text" ? mostTexts : 10;
  return `(select json_build_object('nulls', count(*) filter (where c${i} is null), 'distinct', count(distinct c${i})${range},
      'top', (select json_agg(v) from (select c${i}::text as v from s where c${i} is not null
              group by 1 order by count(*) desc, 1 limit ${limit}) q)) from s) as f${i}`;
}

function hasCaseTwins(values: string[]): boolean {
  const seen = new Set<string>();
  for (const value of values) {
    const folded = value.toLowerCase();
    if (seen.has(folded)) return true;
    seen.add(folded);
  }
  return false;
}
