import { sql } from "drizzle-orm";
import type { SearchDatabase } from "#db/search/client.ts";
import { documents as d, postings as p, passages as s, windows as w } from "#db/search/schema.ts";
import { idsOf, readableBy, type Scope, within } from "../scope.ts";
import { bm25, type Posting } from "./bm25.ts";

/** How many passages either way of searching may put forward. */
const DEPTH = 200;

export interface Candidate {
  passageId: number;
  documentId: string;
  published: string | null;
  effective: string | null;
  bm25: number | null;
  cosine: number | null;
  /** Terms of the question that stand in it. */
  matched: string[];
}

export interface CorpusSize {
  documents: number;
  passages: number;
  embedded: number;
  /** Mean terms of a passage. */
  meanTerms: number;
}

export interface Candidates {
  candidates: Candidate[];
  /** In how many passages each term stands, among those that the role may read. */
  frequency: Map<string, number>;
}

/** How much there is: all counts are of what the role may read, and only that. */
export async function corpusSize(db: SearchDatabase, scope: Scope): Promise<CorpusSize> {
  const [row] = await db.execute<{
    documents: number;
    passages: number;
    embedded: number;
    terms: number;
  }>(sql`
    select count(distinct ${d.id})::int as documents, count(${s.id})::int as passages,
           count(*) filter (where ${s.embedded})::int as embedded, coalesce(avg(${s.terms}), 0)::float as terms
    from ${d} left join ${s} on ${s.documentId} = ${d.id}
    where ${readableBy(scope.role)} and ${within(scope)}`);
  const { documents, passages, embedded, terms } = row!;
  return { documents, passages, embedded, meanTerms: terms };
}

/**
 * Passages by words and by meaning. Words go through an inverted index of our own, scored here: the same code and
 * the same ranking on the embedded store and on any PostgreSQL, with statistics of exactly what the role may read, so that no score
 * tells of a hidden document.
 *
 * @param vector of the question; null where there is none, and passages are found by words alone
 * @param corpus all that the role may read
 */
export async function findCandidates(
  db: SearchDatabase,
  scope: Scope,
  terms: readonly string[],
  vector: readonly number[] | null,
  corpus: Pick<CorpusSize, "passages" | "meanTerms">,
): Promise<Candidates> {
  const postings = await readPostings(db, scope, terms);
  const hits = bm25(postings, corpus).slice(0, DEPTH);
  const byId = new Map(hits.map((each) => [each.passageId, each]));
  const rows = await readCandidates(db, scope, [...byId.keys()], vector);
  return {
    candidates: rows.map((row) => {
      const hit = byId.get(row.passageId);
      return { ...row, bm25: hit?.bm25 ?? null, matched: hit?.matched ?? [] };
    }),
    frequency: new Map([...postings].map(([term, list]) => [term, list.length])),
  };
}

/** A text a term: thousands of rows take longer to hand over than to find. */
async function readPostings(
  db: SearchDatabase,
  scope: Scope,
  terms: readonly string[],
): Promise<Map<string, Posting[]>> {
  if (terms.length === 0) return new Map();
  const rows = await db.execute<{ term: string; list: string }>(sql`
    select ${p.term}, string_agg(
      concat_ws(' ', ${p.passageId}, ${p.count}, ${s.terms}, (${within(scope)})::int), ',') as list
    from ${p} join ${s} on ${s.id} = ${p.passageId} join ${d} on ${d.id} = ${s.documentId}
    where ${p.term} = any(string_to_array(${terms.join(" ")}::text, ' ')) and ${readableBy(scope.role)}
    group by ${p.term}`);
  const byTerm = new Map(rows.map((each) => [each.term, each.list.split(",").map(postingOf)]));
  // In the question's order, so that sums do not depend on the database's.
  return new Map(terms.flatMap((term) => (byTerm.has(term) ? [[term, byTerm.get(term)!]] : [])));
}

function postingOf(text: string): Posting {
  const [passageId = 0, count = 0, terms = 0, isWanted = 0] = text.split(" ").map(Number);
  return { passageId, count, terms, isWanted: isWanted === 1 };
}

/**
 * The nearest passages and those found by words, with their cosine. Exact: each readable window is compared, 1.7 ms a
 * thousand; filters by right lose nothing, as they would with an approximate index.
 */
async function readCandidates(
  db: SearchDatabase,
  scope: Scope,
  byWords: readonly number[],
  vector: readonly number[] | null,
): Promise<Omit<Candidate, "bm25" | "matched">[]> {
  const near =
    vector === null
      ? sql`select null::int as id, null::float as cosine where false`
      : sql`
      select ${w.passageId} as id, max(-(${w.embedding} <#> ${vectorText(vector)}::text::vector))::float as cosine
      from ${w} join ${s} on ${s.id} = ${w.passageId} join ${d} on ${d.id} = ${s.documentId}
      where ${readableBy(scope.role)} and ${within(scope)} group by ${w.passageId}`;
  return db.execute<Omit<Candidate, "bm25" | "matched"> & Record<string, unknown>>(sql`
    with near as materialized (${near}),
    chosen as (
      select id from (select id from near order by cosine desc, id limit ${DEPTH}) nearest
      union select id from ${s} where id in ${idsOf(byWords)})
    select ${s.id} as "passageId", ${s.documentId} as "documentId", ${d.published}, ${d.effective}, near.cosine
    from chosen join ${s} on ${s.id} = chosen.id join ${d} on ${d.id} = ${s.documentId}
      left join near on near.id = chosen.id
    where ${readableBy(scope.role)}
    order by ${s.id}`);
}

export function vectorText(vector: readonly number[]): string {
  return `[${vector.map((each) => each.toPrecision(7)).join(",")}]`;
}
