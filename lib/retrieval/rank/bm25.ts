/** Okapi BM25's usual constants: how soon repetition stops to count, and how much length does. */
const K1 = 1.2;
const B = 0.75;

/** A term's occurrence in a passage. */
export interface Posting {
  passageId: number;
  count: number;
  /** Length of the passage in terms. */
  terms: number;
  /** False where it counts for the term's frequency only. */
  isWanted: boolean;
}

export interface WordHit {
  passageId: number;
  bm25: number;
  /** Terms of the question that stand in it. */
  matched: string[];
}

/** How much a term tells, by the number of passages it stands in: Lucene's idf, which is never negative. */
export function idf(frequency: number, passages: number): number {
  return Math.log(1 + (Math.max(passages - frequency, 0) + 0.5) / (frequency + 0.5));
}

/**
 * Scores passages by the terms they have in common with a question (Robertson & Zaragoza 2009), best first.
 *
 * @param postings by term
 * @param corpus number of passages, and their mean length in terms
 */
export function bm25(
  postings: ReadonlyMap<string, readonly Posting[]>,
  corpus: { passages: number; meanTerms: number },
): WordHit[] {
  const hits = new Map<number, WordHit>();
  for (const [term, list] of postings) {
    const weight = idf(list.length, corpus.passages);
    for (const { passageId, count, terms, isWanted } of list) {
      if (!isWanted) continue;
      const length = 1 - B + B * (terms / Math.max(corpus.meanTerms, 1));
      const score = (weight * count * (K1 + 1)) / (count + K1 * length);
      const hit = hits.get(passageId);
      if (hit) {
        hit.bm25 += score;
        hit.matched.push(term);
      } else hits.set(passageId, { passageId, bm25: score, matched: [term] });
    }
  }
  return [...hits.values()].sort((a, b) => b.bm25 - a.bm25 || a.passageId - b.passageId);
}
