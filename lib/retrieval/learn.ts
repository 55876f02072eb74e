import { sql } from "drizzle-orm";
import type { SearchDatabase } from "#db/search/client.ts";
import { documents as d, passages as s, windows as w } from "#db/search/schema.ts";
import type { Embedder } from "./embed/embedder.ts";
import type { Learnt } from "./learnt.ts";
import { type Candidate, corpusSize, findCandidates, vectorText } from "./rank/candidates.ts";
import { fuse } from "./rank/fuse.ts";
import { queryTerms, termsOf } from "./terms.ts";

/** Passages that queries are made of: few enough for some twenty seconds in the background. */
const SAMPLE = 150;
const WEIGHTS = [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5];
/** What the best weight has to gain over words alone: less is luck at this number of queries. */
const LEAST_GAIN = 0.005;
const LEAST_QUERIES = 12;
/** Of all passages of other documents, the share that is less near than the noise. */
const NOISE_QUANTILE = 0.98;

export interface KnownItem {
  documentId: string;
  /** The passage it was made of, where the document has others to be found by. */
  setAside: number | null;
  /** A sentence of the document with the rarer half of its words left out: who asks does not know its words. */
  query: string;
  sentence: string;
}

interface Sampled {
  documentId: string;
  text: string;
  setAside: number | null;
}

/**
 * Earns the vectors' weight on the corpus itself. Questions whose answer is known are made of its sentences; the weight
 * under which their documents rank best (mean reciprocal rank) is taken, and none where vectors do not help: the
 * embedding model is weak on specialist text, and a fixed weight can be worse than words alone there. The passage that
 * a sentence comes from is set aside (an inverse cloze task, Lee et al. 2019): it would be found by its own words, and
 * who asks does not have them; its document has to be found by the other passages. Repeatable: the sample goes by a digest.
 */
export async function learn(db: SearchDatabase, embedder: Embedder, signal: AbortSignal): Promise<Learnt> {
  const [size, newest] = [await corpusSize(db, { role: null }), await newestPassage(db)];
  const items = knownItems(await sample(db));
  const pools: { documentId: string; candidates: Candidate[] }[] = [];
  const noises: number[] = [];
  for (const { documentId, query, sentence, setAside } of items) {
    signal.throwIfAborted();
    const [vector, whole] = await embedder.embed([query, sentence]);
    const terms = queryTerms(query).map((each) => each.term);
    const { candidates } = await findCandidates(db, { role: null }, terms, vector!, size);
    pools.push({ documentId, candidates: candidates.filter((each) => each.passageId !== setAside) });
    const noise = await noiseOf(db, whole!, documentId);
    if (noise !== null) noises.push(noise);
  }
  const learnt = {
    model: embedder.id,
    passages: size.passages,
    newest,
    noise: noises.length < LEAST_QUERIES ? null : mean(noises),
  };
  if (items.length < LEAST_QUERIES)
    return {
      ...learnt,
      vectorWeight: 0,
      earnedFrom: `Only ${items.length} test queries could be made, so words alone decide.`,
    };
  const scores = WEIGHTS.map((weight) => ({ weight, score: meanReciprocalRank(pools, weight) }));
  const { weight, score } = choose(scores);
  const alone = scores[0]!.score;
  return {
    ...learnt,
    vectorWeight: weight,
    earnedFrom:
      weight > 0
        ? `${items.length} queries made of its own sentences: mean reciprocal rank ${score.toFixed(3)}, against ${alone.toFixed(3)} by words alone.`
        : `${items.length} queries made of its own sentences: vectors did not better the ${alone.toFixed(3)} of words alone.`,
  };
}

/** The best weight, where it betters words alone by more than luck; else none. The lighter of two equal ones. */
export function choose(scores: readonly { weight: number; score: number }[]): {
  weight: number;
  score: number;
} {
  const alone = scores[0]!;
  const best = scores.reduce((found, each) => (each.score > found.score ? each : found));
  return best.score >= alone.score + LEAST_GAIN ? best : alone;
}

/** Test queries for passages: for each, of its most telling sentence, the commoner half of the words. */
export function knownItems(sampled: readonly Sampled[]): KnownItem[] {
  const spread = new Map<string, number>();
  for (const { text } of sampled)
    for (const term of new Set(termsOf(text))) spread.set(term, (spread.get(term) ?? 0) + 1);
  const rarity = (term: string) => Math.log(sampled.length / (spread.get(term) ?? 1));
  const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
  return sampled.flatMap(({ documentId, text, setAside }): KnownItem[] => {
    const sentences = [...segmenter.segment(text)]
      .map(({ segment }) => segment.trim())
      .filter((sentence) => {
        const words = queryTerms(sentence).length;
        return words >= 6 && words <= 30 && !sentence.includes("|");
      })
      .map((sentence) => ({ sentence, tells: sum(queryTerms(sentence).map((each) => rarity(each.term))) }));
    const best = sentences.toSorted((a, b) => b.tells - a.tells)[0];
    if (!best) return [];
    const words = queryTerms(best.sentence);
    const common = words
      .toSorted((a, b) => rarity(a.term) - rarity(b.term))
      .slice(0, Math.max(3, Math.ceil(words.length / 2)));
    const kept = words.filter((each) => common.includes(each)).map((each) => each.word);
    return [{ documentId, setAside, query: kept.join(" "), sentence: best.sentence }];
  });
}

function meanReciprocalRank(
  pools: readonly { documentId: string; candidates: Candidate[] }[],
  weight: number,
): number {
  return mean(
    pools.map(({ documentId, candidates }) => {
      const order = [...new Set(fuse(candidates, weight).map((each) => each.documentId))];
      const rank = order.indexOf(documentId);
      return rank < 0 ? 0 : 1 / (rank + 1);
    }),
  );
}

/** Passages of documents that have several, where there are enough of them; else any. */
async function sample(db: SearchDatabase): Promise<Sampled[]> {
  const several = await samplePassages(db, true);
  return several.length >= SAMPLE / 3 ? several : samplePassages(db, false);
}

async function samplePassages(db: SearchDatabase, ofSeveral: boolean): Promise<Sampled[]> {
  const rows = await db.execute<{
    id: number;
    documentId: string;
    text: string;
    start: number;
    end: number;
  }>(sql`
    select ${s.id}, ${s.documentId} as "documentId", ${d.text}, ${s.start}, ${s.end}
    from ${s} join ${d} on ${d.id} = ${s.documentId}
    where ${s.embedded} and not ${s.suspicious}
      and (${!ofSeveral} or exists (select 1 from ${s} other where other.document_id = ${s.documentId} and other.id <> ${s.id}))
    order by md5(${s.documentId} || ' ' || ${s.chunk}) limit ${SAMPLE}`);
  return rows.map(({ id, documentId, text, start, end }) => ({
    documentId,
    text: text.slice(start, end),
    setAside: ofSeveral ? id : null,
  }));
}

async function noiseOf(
  db: SearchDatabase,
  vector: readonly number[],
  documentId: string,
): Promise<number | null> {
  const [row] = await db.execute<{ noise: number | null }>(sql`
    with near as (
      select max(-(${w.embedding} <#> ${vectorText(vector)}::text::vector)) as cosine
      from ${w} join ${s} on ${s.id} = ${w.passageId} where ${s.documentId} <> ${documentId} group by ${w.passageId})
    select percentile_cont(${NOISE_QUANTILE}::float) within group (order by cosine) as noise from near`);
  return row?.noise ?? null;
}

/** Grows with every passage written, so that two equal counts of different passages do not look alike. */
export async function newestPassage(db: SearchDatabase): Promise<number> {
  const [row] = await db.execute<{ newest: number }>(
    sql`select coalesce(max(${s.id}), 0)::int as newest from ${s}`,
  );
  return row!.newest;
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : sum(values) / values.length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0);
}
