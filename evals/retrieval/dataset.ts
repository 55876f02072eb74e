import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const documentSchema = z.object({ _id: z.string(), title: z.string().default(""), text: z.string() });
const querySchema = z.object({ _id: z.string(), text: z.string() });

export interface RetrievalDataset {
  documents: z.infer<typeof documentSchema>[];
  queries: z.infer<typeof querySchema>[];
  /** Relevance by query id, then document id; only what is above 0. */
  relevance: Map<string, Map<string, number>>;
}

/** Reads a folder in BEIR's layout: `corpus.jsonl`, `queries.jsonl`, `qrels.tsv`. Queries without judgements are left out. */
export function readRetrievalDataset(folder: string): RetrievalDataset {
  const relevance = new Map<string, Map<string, number>>();
  for (const line of linesOf(folder, "qrels.tsv")) {
    const [query, document, score] = line.split("\t");
    if (query === undefined || document === undefined || !(Number(score) > 0)) continue;
    if (!relevance.has(query)) relevance.set(query, new Map());
    relevance.get(query)!.set(document, Number(score));
  }
  return {
    documents: linesOf(folder, "corpus.jsonl").map((line) => documentSchema.parse(JSON.parse(line))),
    queries: linesOf(folder, "queries.jsonl")
      .map((line) => querySchema.parse(JSON.parse(line)))
      .filter((each) => relevance.has(each._id)),
    relevance,
  };
}

function linesOf(folder: string, name: string): string[] {
  const file = join(folder, name);
  if (!existsSync(file))
    throw new Error(`${folder} has no ${name}: a set needs corpus.jsonl, queries.jsonl, qrels.tsv`);
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");
}
