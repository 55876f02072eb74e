import { type SQL, sql } from "drizzle-orm";
import { documents as d } from "#db/search/schema.ts";

/** A table whose rows documents were made of. Two sources may each have one of the same name. */
export interface TableRef {
  /** The source's id. */
  source: string;
  /** `schema.table` */
  table: string;
}

/** What a search looks through. */
export interface Scope {
  /** Only what this role may read; null for our own bookkeeping, never for a person. */
  role: string | null;
  /** Collection ids; absent for all. */
  collections?: readonly string[] | undefined;
  /** Only documents made of these rows. `column` is a key or link column; absent where any key column may match. */
  rows?: (TableRef & { column?: string; keys: readonly (string | number)[] }) | undefined;
  /** ISO days, both inclusive. */
  published?: { from?: string; to?: string } | undefined;
}

/** The condition on `documents` that keeps from a role what it may not read. Every query on documents carries it. */
export function readableBy(role: string | null): SQL {
  return role === null ? sql`true` : sql`(${d.audience} is null or ${role} = any(${d.audience}))`;
}

/** What narrows the search further, by the asker's wish. */
export function within({ collections, rows, published }: Omit<Scope, "role">): SQL {
  const conditions: SQL[] = [sql`true`];
  if (collections) conditions.push(sql`${d.collection} in ${listOf(collections)}`);
  if (rows) {
    conditions.push(madeOf(rows));
    conditions.push(
      rows.column === undefined
        ? sql`exists (select 1 from jsonb_each_text(${d.row}->'key') k where k.value in ${listOf(rows.keys)})`
        : sql`coalesce(${d.row}->'key'->>${rows.column}, ${d.row}->'links'->>${rows.column}) in ${listOf(rows.keys)}`,
    );
  }
  if (published?.from) conditions.push(sql`${d.published} >= ${published.from}`);
  if (published?.to) conditions.push(sql`${d.published} <= ${published.to}`);
  return sql.join(conditions, sql` and `);
}

/** The documents made of a table's rows. */
export function madeOf({ source, table }: TableRef): SQL {
  return sql`(${d.row}->>'source' = ${source} and ${d.row}->>'table' = ${table})`;
}

/** Texts as a parameter each; an empty list matches nothing. One parameter, since their number has a limit. */
export function listOf(values: readonly (string | number)[]): SQL {
  return sql`(select jsonb_array_elements_text(${JSON.stringify(values.map(String))}::text::jsonb))`;
}

/** The same for our own numbers. */
export function idsOf(ids: readonly number[]): SQL {
  return sql`(select unnest(string_to_array(nullif(${ids.join(" ")}::text, ''), ' ')::int[]))`;
}
