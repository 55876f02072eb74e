import { mkdirSync } from "node:fs";
import { openSearchClient } from "#db/search/client.ts";
import { startSearchStore } from "#db/search/embedded/store.ts";
import { migrateSearch } from "#db/search/migrate.ts";
import type { Embedder } from "#lib/retrieval/embed/embedder.ts";
import type { CollectionReader, Reading } from "#lib/retrieval/ingest/reading.ts";
import { readLearnt } from "#lib/retrieval/learnt.ts";
import { normalise } from "#lib/retrieval/parse/blocks.ts";
import { paragraphs, versionOf } from "#lib/retrieval/parse/parse-file.ts";
import { type Candidate, corpusSize, findCandidates } from "#lib/retrieval/rank/candidates.ts";
import { fuse } from "#lib/retrieval/rank/fuse.ts";
import { openRetrievalOver } from "#lib/retrieval/retrieval.ts";
import { queryTerms } from "#lib/retrieval/terms.ts";
import type { RetrievalDataset } from "./dataset.ts";
import { mean, ndcg, percentile, recall } from "./measure.ts";

export interface MethodReport {
  ndcg10: number;
  recall10: number;
  recall100: number;
  p95ms: number;
}

export interface RetrievalReport {
  bm25: MethodReport;
  vector: MethodReport;
  fused: MethodReport;
  documents: number;
  passages: number;
  queries: number;
  vectorWeight: number;
  earnedFrom: string;
  /** nDCG@10 under other weights: what could have been earned. Not used for anything. */
  byWeight: Record<string, number>;
}

type Ranker = (query: string) => Promise<string[]>;

export interface RunOptions {
  /** Where the store and its index lie; what was indexed there is not indexed again. */
  folder: string;
  embedder: Embedder;
  limit?: number;
  progress: (line: string) => void;
}

/** Indexes the corpus with the application's own ingestion and asks each query in each way of searching. */
export async function runRetrievalEval(
  dataset: RetrievalDataset,
  options: RunOptions,
): Promise<RetrievalReport> {
  const { folder, embedder, progress } = options;
  mkdirSync(folder, { recursive: true });
  const store = await startSearchStore({ folder, port: 0, password: "benchmark" });
  const client = openSearchClient(store.url);
  try {
    await migrateSearch(store.url);
    const retrieval = openRetrievalOver(store.url, [readerOf(dataset)], embedder);
    progress(`Indexing ${dataset.documents.length} documents …`);
    await retrieval.ingest(new AbortController().signal, "vectors");
    const { db } = client;
    const size = await corpusSize(db, { role: null });
    const learnt = await readLearnt(db, embedder.id);
    const weight = learnt?.vectorWeight ?? 0;
    const find = async (query: string, withWords: boolean, withVector: boolean): Promise<Candidate[]> => {
      const terms = withWords ? queryTerms(query).map((each) => each.term) : [];
      const vector = withVector ? (await embedder.embed([query], { urgent: true }))[0]! : null;
      return (await findCandidates(db, { role: null }, terms, vector, size)).candidates;
    };
    const pools = new Map<string, Candidate[]>();
    const rankers: Record<"bm25" | "vector" | "fused", Ranker> = {
      bm25: async (query) => documentsOf(await find(query, true, false), 0),
      vector: async (query) => documentsOf(await find(query, false, true), 1),
      fused: async (query) => {
        const candidates = await find(query, true, true);
        pools.set(query, candidates);
        return documentsOf(candidates, weight);
      },
    };
    const queries = dataset.queries.slice(0, options.limit);
    // Computing the questions' vectors beforehand keeps the model out of the search's own time; the report says so.
    await embedder.embed(queries.map((each) => each.text));
    const report = {} as Record<"bm25" | "vector" | "fused", MethodReport>;
    for (const name of ["bm25", "vector", "fused"] as const) {
      progress(`Asking ${queries.length} queries by ${name} …`);
      report[name] = await measure(rankers[name], queries, dataset.relevance);
    }
    const byWeight = Object.fromEntries(
      [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.7, 1].map((each) => [
        String(each),
        mean(
          queries.map(({ _id, text }) =>
            ndcg(documentsOf(pools.get(text) ?? [], each), dataset.relevance.get(_id)!, 10),
          ),
        ),
      ]),
    );
    return {
      ...report,
      documents: size.documents,
      passages: size.passages,
      queries: queries.length,
      vectorWeight: weight,
      earnedFrom: learnt?.earnedFrom ?? "",
      byWeight,
    };
  } finally {
    await client.close();
    await store.stop();
  }
}

/** Documents in the order of their best passages. */
function documentsOf(candidates: readonly Candidate[], vectorWeight: number): string[] {
  return [...new Set(fuse(candidates, vectorWeight).map((each) => each.documentId.slice("corpus/".length)))];
}

async function measure(
  rank: Ranker,
  queries: RetrievalDataset["queries"],
  relevance: RetrievalDataset["relevance"],
): Promise<MethodReport> {
  const rows: (MethodReport & { ms: number })[] = [];
  for (const { _id, text } of queries) {
    const started = performance.now();
    const ranking = await rank(text);
    const ms = performance.now() - started;
    const judged = relevance.get(_id)!;
    rows.push({
      ndcg10: ndcg(ranking, judged, 10),
      recall10: recall(ranking, judged, 10),
      recall100: recall(ranking, judged, 100),
      p95ms: 0,
      ms,
    });
  }
  return {
    ndcg10: mean(rows.map((each) => each.ndcg10)),
    recall10: mean(rows.map((each) => each.recall10)),
    recall100: mean(rows.map((each) => each.recall100)),
    p95ms: percentile(
      rows.map((each) => each.ms),
      0.95,
    ),
  };
}

function readerOf({ documents }: RetrievalDataset): CollectionReader {
  return {
    id: "corpus",
    name: "Benchmark",
    async *read(known): AsyncGenerator<Reading> {
      for (const { _id, title, text } of documents) {
        const id = `corpus/${_id}`;
        const version = versionOf(title, text);
        const normalised = normalise(paragraphs(text));
        if (known.get(id) === version) yield { kind: "unchanged", id };
        else if (normalised.text !== "")
          yield {
            kind: "document",
            document: { id, collection: "corpus", version, meta: { title }, ...normalised },
          };
      }
    },
  };
}
