import type { SearchDatabase } from "#db/search/client.ts";
import type { ScoredPassage, Searched, SearchResult } from "#lib/contracts/passage.ts";
import { log } from "#lib/telemetry/log.ts";
import type { Embedder } from "./embed/embedder.ts";
import { type Learnt, readLearnt } from "./learnt.ts";
import { corpusSize, findCandidates } from "./rank/candidates.ts";
import { fuse } from "./rank/fuse.ts";
import { order, type RankedCandidate } from "./rank/order.ts";
import { coverageOf, isRelevant, relevanceFor, relevanceSentence, weightsOf } from "./rank/relevance.ts";
import { successionAsOf } from "./rank/succession.ts";
import { readPassages } from "./read.ts";
import type { Scope } from "./scope.ts";
import { queryTerms } from "./terms.ts";

export interface SearchRequest {
  text: string;
  /** Whose rights count. */
  role: string;
  /** Passages above the threshold to give, at most. Default 8. */
  limit?: number;
  collections?: readonly string[] | undefined;
  /** Only documents made of these rows; `column` may be a key or a link column of the collection. */
  rows?: Scope["rows"];
  /** ISO days. */
  published?: Scope["published"];
  /** ISO day: what is in force then, and from when age counts. */
  asOf: string;
}

const LIMIT = 8;
const BELOW = 4;
/** A question, not a document: what goes beyond is not looked up. */
const LONGEST_QUESTION = 2_000;

type Scored = RankedCandidate & { coverage: number };

/** Finds the passages that answer a question, among those that the role may read. */
export async function search(
  db: SearchDatabase,
  embedder: Embedder,
  known: readonly string[],
  request: SearchRequest,
): Promise<SearchResult> {
  const text = request.text.slice(0, LONGEST_QUESTION);
  const { role, collections, rows, published } = request;
  const scope: Scope = { role, collections, rows, published };
  const [corpus, size, learnt, succession] = await Promise.all([
    corpusSize(db, { role }),
    corpusSize(db, { role, collections }),
    readLearnt(db, embedder.id),
    successionAsOf(db, role, request.asOf),
  ]);
  const relevance = relevanceFor(learnt?.noise ?? null);
  const terms = queryTerms(text);
  const vector = size.embedded === 0 ? null : await vectorOf(embedder, text);
  const { candidates, frequency } = await findCandidates(
    db,
    scope,
    terms.map((each) => each.term),
    vector,
    corpus,
  );
  const weights = weightsOf(terms, frequency, corpus.passages);
  const weight = learnt?.vectorWeight ?? 0;
  const ranked: Scored[] = order(fuse(candidates, weight), succession).map((each) => ({
    ...each,
    coverage: coverageOf(each, weights),
  }));
  const relevant = ranked.filter((each) => isRelevant(each, relevance)).slice(0, request.limit ?? LIMIT);
  const chosen = new Set(relevant);
  const close = ranked.filter((each) => !chosen.has(each) && !isRelevant(each, relevance)).slice(0, BELOW);
  const stored = await readPassages(
    db,
    role,
    [...relevant, ...close].map((each) => each.passageId),
    succession,
  );
  const scored = (list: readonly Scored[]) =>
    list.flatMap((each): ScoredPassage[] => {
      const passage = stored.get(each.passageId);
      return passage ? [{ ...passage, coverage: each.coverage, scores: scoresOf(each) }] : [];
    });
  const passages = scored(relevant);
  return {
    passages,
    below: scored(close),
    threshold: { ...relevance, sentence: relevanceSentence(relevance) },
    searched: {
      documents: size.documents,
      passages: size.passages,
      words: terms.map((each) => each.word),
      unknownWords: terms.filter((each) => !frequency.has(each.term)).map((each) => each.word),
      collections: [...(collections ?? known)],
      vectors: { ready: size.embedded, total: size.passages },
      fusion: fusionOf(learnt, vector !== null),
    },
    ...(passages.length === 0 && { none: await reasonFor(db, size.documents, collections) }),
  };
}

/** Words alone find most of it: without the model a search is poorer, not broken. */
async function vectorOf(embedder: Embedder, text: string): Promise<number[] | null> {
  if (text.trim() === "") return null;
  try {
    const [vector] = await embedder.embed([text], { urgent: true });
    return vector!;
  } catch (error) {
    log.warn({ error }, "the question could not be embedded; it is searched by words alone");
    return null;
  }
}

function scoresOf(each: Scored): ScoredPassage["scores"] {
  return {
    bm25: each.bm25,
    cosine: each.cosine,
    fused: each.fused,
    recency: each.recency,
    final: each.final,
  };
}

function fusionOf(learnt: Learnt | null, withVectors: boolean): Searched["fusion"] {
  if (learnt === null || !withVectors)
    return { method: "bm25", vectorWeight: 0, earnedFrom: "Vectors are not ready, so words alone decided." };
  const { vectorWeight, earnedFrom } = learnt;
  return { method: vectorWeight > 0 ? "weighted_sum" : "bm25", vectorWeight, earnedFrom };
}

/** Whether a collection holds anything is no secret; what it holds is. */
async function reasonFor(
  db: SearchDatabase,
  readable: number,
  collections: readonly string[] | undefined,
): Promise<NonNullable<SearchResult["none"]>> {
  if (readable > 0) return "no_match";
  const all = await corpusSize(db, { role: null, collections });
  return all.documents === 0 ? "cold_start" : "denied";
}
