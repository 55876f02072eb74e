import { sql } from "drizzle-orm";
import type { SearchDatabase } from "#db/search/client.ts";
import { documents as d, postings as p, passages as s, windows as w } from "#db/search/schema.ts";
import { listOf, readableBy, type Scope, within } from "../scope.ts";

/** Okapi BM25's usual constants: how soon repetition stops to count, and how much length does. */
const K1 = 1.2;
const B = 0.75;
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
  return {
    documents: row!.documents,
    passages: row!.passages,
    embedded: row!.embedded,
    meanTerms: row!.terms,
  };
}

/**
 * Passages by words and by meaning. BM25 (Robertson & Zaragoza 2009, with Lucene's idf, which is never negative) over
 * an inverted index of our own in plain SQL: the same code, and the same ranking, on the embedded store and on any
 * PostgreSQL, and its statistics cover exactly what the role may read, so that no score tells of a hidden document.
 *
 * @param vector of the question; null where there is none, and passages are found by words alone
 */
export async function findCandidates(
  db: SearchDatabase,
  scope: Scope,
  terms: readonly string[],
  vector: readonly number[] | null,
  size: CorpusSize,
): Promise<Candidates> {
  const byWords = await findByWords(db, scope, terms, size);
  const byMeaning = vector === null ? [] : await findByMeaning(db, scope, vector, byWords.hits);
  const found = new Map<number, Candidate>();
  for (const hit of byWords.hits)
    found.set(hit.passageId, { ...hit, cosine: null, matched: hit.matched.split(" ") });
  for (const near of byMeaning) {
    const known = found.get(near.passageId);
    if (known) known.cosine = near.cosine;
    else found.set(near.passageId, { ...near, bm25: null, matched: [] });
  }
  return { candidates: [...found.values()], frequency: byWords.frequency };
}

interface Place {
  [column: string]: unknown;
  passageId: number;
  documentId: string;
  published: string | null;
  effective: string | null;
}

const place = sql`${s.id} as "passageId", ${s.documentId} as "documentId", ${d.published}, ${d.effective}`;

async function findByWords(db: SearchDatabase, scope: Scope, terms: readonly string[], size: CorpusSize) {
  if (terms.length === 0 || size.passages === 0) return { hits: [], frequency: new Map<string, number>() };
  const [row] = await db.execute<{
    frequency: Record<string, number> | null;
    hits: (Place & { bm25: number; matched: string })[] | null;
  }>(sql`
    with corpus as (
      select count(*)::float as passages, avg(${s.terms})::float as mean
      from ${s} join ${d} on ${d.id} = ${s.documentId} where ${readableBy(scope.role)}),
    hits as materialized (
      select ${p.term}, ${s.id}, ${s.documentId}, ${p.count}::float as count, ${s.terms}::float as terms
      from ${p} join ${s} on ${s.id} = ${p.passageId} join ${d} on ${d.id} = ${s.documentId}
      where ${p.term} in ${listOf(terms)} and ${readableBy(scope.role)}),
    frequency as (select term, count(*)::float as passages from hits group by term),
    scored as (
      select hits.id, string_agg(hits.term, ' ') as matched,
             sum(ln(1 + (corpus.passages - frequency.passages + 0.5) / (frequency.passages + 0.5))
               * hits.count * ${K1 + 1}::float
               / (hits.count + ${K1}::float * (${1 - B}::float + ${B}::float * hits.terms / corpus.mean))) as bm25
      from hits join frequency using (term) cross join corpus group by hits.id),
    best as (
      select ${place}, scored.bm25, scored.matched
      from scored join ${s} on ${s.id} = scored.id join ${d} on ${d.id} = ${s.documentId}
      where ${within(scope)} order by scored.bm25 desc, ${s.id} limit ${DEPTH})
    select (select jsonb_object_agg(term, passages) from frequency) as frequency,
           (select jsonb_agg(best order by bm25 desc) from best) as hits`);
  return { hits: row?.hits ?? [], frequency: new Map(Object.entries(row?.frequency ?? {})) };
}

/**
 * The nearest passages, and the cosine of those found by words. Exact: each readable window is compared, 1.7 ms a
 * thousand, which is below the noise up to some ten thousand, and filters by right lose nothing as they would with an
 * approximate index.
 */
async function findByMeaning(
  db: SearchDatabase,
  scope: Scope,
  vector: readonly number[],
  byWords: readonly { passageId: number }[],
): Promise<(Place & { cosine: number })[]> {
  return db.execute<Place & { cosine: number }>(sql`
    with near as materialized (
      select ${w.passageId} as id, max(-(${w.embedding} <#> ${vectorText(vector)}::text::vector)) as cosine
      from ${w} join ${s} on ${s.id} = ${w.passageId} join ${d} on ${d.id} = ${s.documentId}
      where ${readableBy(scope.role)} and ${within(scope)} group by ${w.passageId}),
    chosen as (
      (select id, cosine from near order by cosine desc, id limit ${DEPTH})
      union
      select id, cosine from near where id in (select jsonb_array_elements_text(${JSON.stringify(byWords.map((each) => each.passageId))}::text::jsonb)::int))
    select ${place}, chosen.cosine::float as cosine
    from chosen join ${s} on ${s.id} = chosen.id join ${d} on ${d.id} = ${s.documentId}`);
}

export function vectorText(vector: readonly number[]): string {
  return `[${vector.map((each) => each.toPrecision(7)).join(",")}]`;
}
