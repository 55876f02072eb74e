import type { QueryTerm } from "../terms.ts";
import { idf } from "./bm25.ts";
import type { Candidate } from "./candidates.ts";

/**
 * What a passage has to reach to count as an answer. Ranking cannot say it: something is always first. Two signs are
 * used, since each fails alone: the share of the question's information that the passage's words cover (a word counts by its rarity, and one that
 * no document has counts most: a question about the weather in Paris stands and falls with "weather"), and the cosine. The more the words cover, the less the meaning
 * has to agree. The noise of the cosine depends on the corpus, so it is measured there: `noise` is what the best passage
 * of *other* documents reaches for sentences taken from this corpus.
 */
export interface Relevance {
  /** Coverage from which words alone are enough. */
  coverage: number;
  /** Cosine that unrelated passages of this corpus do not reach. */
  cosine: number;
}

/** Half of the information: fewer words in common are found between any two texts of one company. */
const COVERED = 0.6;
/** The same for a passage that has no vectors yet to confirm it. */
const COVERED_UNSEEN = 0.5;
/** Where nothing is known about the noise yet. */
const USUAL_NOISE = 0.45;
/** Below this share the words speak about something else, however near the meaning seems. */
const LEAST_COVERED = 0.2;

export function relevanceFor(noise: number | null): Relevance {
  return { coverage: COVERED, cosine: noise ?? USUAL_NOISE };
}

/** True where a candidate answers the question, going by the rule above. */
export function isRelevant(
  candidate: { coverage: number; cosine: number | null },
  relevance: Relevance,
): boolean {
  if (candidate.coverage >= relevance.coverage) return true;
  if (candidate.cosine === null) return candidate.coverage >= COVERED_UNSEEN;
  if (candidate.coverage < LEAST_COVERED) return false;
  // From full noise level at the least coverage to two thirds of it where words nearly suffice.
  const missing = (relevance.coverage - candidate.coverage) / (relevance.coverage - LEAST_COVERED);
  return candidate.cosine >= relevance.cosine * (2 / 3 + missing / 3);
}

/** How much each term of a question tells: Lucene's idf; one that no passage has as much as one that stands in a single passage. */
export function weightsOf(
  terms: readonly QueryTerm[],
  frequency: ReadonlyMap<string, number>,
  passages: number,
): Map<string, number> {
  return new Map(
    terms.map(({ term }) => {
      return [term, idf(Math.max(frequency.get(term) ?? 0, 1), passages)];
    }),
  );
}

/** The share of the question's information that a candidate's words cover, 0 to 1. */
export function coverageOf(candidate: Candidate, weights: ReadonlyMap<string, number>): number {
  let all = 0;
  let covered = 0;
  const matched = new Set(candidate.matched);
  for (const [term, weight] of weights) {
    all += weight;
    if (matched.has(term)) covered += weight;
  }
  return all === 0 ? 0 : covered / all;
}

/** For a person who asks why something was left out. */
export function relevanceSentence({ coverage, cosine }: Relevance): string {
  return `A passage counts when it has at least ${Math.round(coverage * 100)} % of what the question's rare words tell, or fewer and a meaning that is as near (cosine up to ${cosine.toFixed(2)}) as unrelated passages here are not.`;
}
