import { createHash } from "node:crypto";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import type { Embedder } from "#lib/retrieval/embed/embedder.ts";

const HASH_BYTES = 16;

/**
 * Remembers vectors by model and text in a file that only grows, so that a benchmark embeds its corpus once. A run
 * that was cut off goes on where it was; half a record at the end is left out.
 */
export function cachedEmbedder(embedder: Embedder, file: string): Embedder {
  mkdirSync(dirname(file), { recursive: true });
  const size = HASH_BYTES + embedder.dimensions * 4;
  const known = new Map<string, Buffer>();
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  const whole = bytes.length - (bytes.length % size);
  for (let at = 0; at < whole; at += size)
    known.set(bytes.toString("hex", at, at + HASH_BYTES), bytes.subarray(at + HASH_BYTES, at + size));
  const output = openSync(file, existsSync(file) ? "r+" : "w+");
  let end = whole;

  return {
    ...embedder,
    async embed(texts, options) {
      const keys = texts.map((text) => keyOf(embedder.id, text));
      const missing = texts.filter((_, at) => !known.has(keys[at]!));
      const computed = await embedder.embed(missing, options);
      missing.forEach((text, at) => {
        const key = keyOf(embedder.id, text);
        const vector = Buffer.from(new Float32Array(computed[at]!).buffer);
        known.set(key, vector);
        end += writeSync(output, Buffer.concat([Buffer.from(key, "hex"), vector]), 0, size, end);
      });
      return keys.map((key) => vectorOf(known.get(key)!));
    },
    async close() {
      closeSync(output);
      await embedder.close();
    },
  };
}

function keyOf(model: string, text: string): string {
  return createHash("sha256")
    .update(model)
    .update("\0")
    .update(text)
    .digest("hex")
    .slice(0, HASH_BYTES * 2);
}

function vectorOf(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(at * 4));
}
