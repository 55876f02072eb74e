import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { openEmbedder } from "#lib/retrieval/embed/embedder.ts";
import { cachedEmbedder } from "./cached-embedder.ts";
import { readRetrievalDataset } from "./dataset.ts";
import { type MethodReport, type RetrievalReport, runRetrievalEval } from "./run.ts";

const usage = "eval retrieval --dataset DIR [--limit N] [--json]";

/** `eval retrieval`: progress on standard error; the report, and nothing else, on standard output. Returns the exit code. */
export async function evalRetrieval(argv: string[]): Promise<number> {
  const { values } = parseArgs({
    args: argv,
    options: {
      dataset: { type: "string" },
      limit: { type: "string" },
      json: { type: "boolean", default: false },
    },
  });
  if (!values.dataset) throw new Error(`usage: ${usage}`);
  if (values.limit !== undefined && !/^[1-9]\d*$/.test(values.limit))
    throw new Error(`--limit ${values.limit}: not a whole number above 0`);
  const dataset = readRetrievalDataset(values.dataset);
  const model = openEmbedder();
  const kept = join(resolve(process.env.CAUSEWAY_DATA || ".causeway"), "eval");
  const embedder = cachedEmbedder(model, join(kept, `embeddings-${model.id}.bin`));
  try {
    const report = await runRetrievalEval(dataset, {
      folder: join(
        kept,
        `search-${createHash("sha256").update(resolve(values.dataset)).digest("hex").slice(0, 12)}`,
      ),
      embedder,
      ...(values.limit === undefined ? {} : { limit: Number(values.limit) }),
      progress: (line) => process.stderr.write(`${line}\n`),
    });
    process.stdout.write(`${values.json ? JSON.stringify(rounded(report)) : tableOf(report)}\n`);
    return 0;
  } finally {
    await embedder.close();
  }
}

function tableOf({ bm25, vector, fused, ...report }: RetrievalReport): string {
  const line = (name: string, each: MethodReport) =>
    [
      name.padEnd(8),
      ...[each.ndcg10, each.recall10, each.recall100].map((value) => value.toFixed(3).padStart(10)),
      each.p95ms.toFixed(0).padStart(7),
    ].join(" ");
  return [
    `${report.queries} queries over ${report.documents} documents (${report.passages} passages)`,
    "",
    "method      nDCG@10  recall@10 recall@100  p95 ms",
    line("bm25", bm25),
    line("vector", vector),
    line("fused", fused),
    "",
    `Weight of the vectors: ${report.vectorWeight}. ${report.earnedFrom}`,
    `nDCG@10 by weight: ${Object.entries(report.byWeight)
      .map(([weight, value]) => `${weight}: ${value.toFixed(3)}`)
      .join(", ")}`,
  ].join("\n");
}

function rounded(report: RetrievalReport): unknown {
  return JSON.parse(
    JSON.stringify(report, (_, value: unknown) =>
      typeof value === "number" ? Number(value.toFixed(4)) : value,
    ),
  );
}
