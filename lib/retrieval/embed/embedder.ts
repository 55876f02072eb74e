import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { EmbedRequest, EmbedResponse } from "./worker.ts";

/** Turns texts into vectors of length 1, so that their scalar product is their cosine. */
export interface Embedder {
  /** Names the model; vectors of two models cannot be compared. */
  readonly id: string;
  readonly dimensions: number;
  /**
   * In the texts' order; an empty text gives zeros. A question (`urgent`) goes before what waits.
   * Rejects where the model cannot be loaded.
   */
  embed(texts: readonly string[], options?: { urgent?: boolean }): Promise<number[][]>;
  close(): Promise<void>;
}

/** Small, so that a question waits for one batch of at most a fifth of a second. */
const BATCH = 4;
const DIMENSIONS = 512;

interface Job {
  texts: string[];
  resolve(vectors: number[][]): void;
  reject(error: Error): void;
}

/**
 * The model that comes with its package (Universal Sentence Encoder, English, Apache-2.0): no network, no key. It runs
 * in a thread of its own, started with the first text: 0.2 to 1.2 s, and about 200 MB.
 */
export function openEmbedder(): Embedder {
  const urgent: Job[] = [];
  const patient: Job[] = [];
  let worker: Worker | null = null;
  let running: { id: number; job: Job } | null = null;
  let lastId = 0;

  const next = () => {
    if (running) return;
    const job = urgent.shift() ?? patient.shift();
    if (!job) return;
    worker ??= startWorker();
    running = { id: ++lastId, job };
    worker.ref();
    worker.postMessage({ id: running.id, texts: job.texts } satisfies EmbedRequest);
  };
  const settle = (finish: (job: Job) => void) => {
    const settled = running;
    running = null;
    worker?.unref();
    if (settled) finish(settled.job);
    next();
  };
  const startWorker = () => {
    const started = new Worker(
      join(/* turbopackIgnore: true */ process.cwd(), "lib", "retrieval", "embed", "worker.ts"),
    );
    started.on("message", (answer: EmbedResponse) =>
      settle((job) =>
        "vectors" in answer ? job.resolve(answer.vectors) : job.reject(new Error(answer.fault)),
      ),
    );
    // A thread that died is started again for the next batch; the one it died of fails.
    started.on("error", (error: unknown) => {
      worker = null;
      settle((job) => job.reject(error instanceof Error ? error : new Error(String(error))));
    });
    return started;
  };
  const embedBatch = (texts: string[], queue: Job[]) =>
    new Promise<number[][]>((resolve, reject) => {
      queue.push({ texts, resolve, reject });
      next();
    });

  return {
    id: "use-lite-en-0.2.0",
    dimensions: DIMENSIONS,
    async embed(texts, options = {}) {
      const vectors: number[][] = texts.map(() => new Array<number>(DIMENSIONS).fill(0));
      const filled = texts.flatMap((text, at) => (text.trim() === "" ? [] : [{ text, at }]));
      for (let from = 0; from < filled.length; from += BATCH) {
        const batch = filled.slice(from, from + BATCH);
        const found = await embedBatch(
          batch.map((each) => each.text),
          options.urgent ? urgent : patient,
        );
        batch.forEach(({ at }, index) => {
          vectors[at] = found[index]!;
        });
      }
      return vectors;
    },
    async close() {
      await worker?.terminate();
      worker = null;
    },
  };
}
