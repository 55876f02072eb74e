import { distance } from "fastest-levenshtein";
import type { ValueHit, ValueIndex } from "#lib/contracts/catalog.ts";
import { fold } from "./fold.ts";
import type { ColumnValues } from "./raw-catalog.ts";

/** Below this a near value is no longer worth showing to a person. */
const leastSimilarity = 0.6;
const mostHits = 12;
/** Trigrams in more values than this say nothing about which value is meant. */
const commonTrigram = 4_000;

/**
 * Builds the in-memory index of stored texts. Exact look-up (but for letter case and spacing) is one map access; near
 * look-up takes candidates that share trigrams, then orders them by edit distance, with texts that contain all words
 * of the question's text close behind.
 */
export function buildValueIndex(lists: ColumnValues[]): ValueIndex {
  const texts: string[] = [];
  const entries = new Map<string, Array<{ column: string; value: string }>>();
  const byTrigram = new Map<string, number[]>();
  for (const { column, values } of lists) {
    for (const value of values) {
      const key = fold(value);
      const known = entries.get(key);
      if (known) {
        known.push({ column, value });
        continue;
      }
      entries.set(key, [{ column, value }]);
      for (const trigram of trigrams(key)) {
        const list = byTrigram.get(trigram);
        if (list) list.push(texts.length);
        else byTrigram.set(trigram, [texts.length]);
      }
      texts.push(key);
    }
  }

  const hitsOf = (key: string, similarity: number): ValueHit[] =>
    (entries.get(key) ?? []).map(({ column, value }) => ({ column, value, similarity }));

  return {
    lookup(text, exactOnly = false) {
      const key = fold(text);
      if (key === "") return [];
      const exact = hitsOf(key, 1);
      if (exact.length > 0 || exactOnly || key.length < 4 || key.length > 60) return exact;
      return near(key, texts, byTrigram).flatMap(({ text: found, similarity }) => hitsOf(found, similarity));
    },
  };
}

function near(key: string, texts: string[], byTrigram: Map<string, number[]>) {
  const shared = new Map<number, number>();
  const asked = trigrams(key);
  for (const trigram of asked) {
    const list = byTrigram.get(trigram);
    if (!list || list.length > commonTrigram) continue;
    for (const position of list) shared.set(position, (shared.get(position) ?? 0) + 1);
  }
  const least = Math.max(1, Math.floor(asked.length * 0.3));
  const found: Array<{ text: string; similarity: number }> = [];
  for (const [position, count] of shared) {
    if (count < least) continue;
    const text = texts[position]!;
    const similarity = similarityOf(key, text);
    if (similarity >= leastSimilarity) found.push({ text, similarity });
  }
  found.sort((a, b) => b.similarity - a.similarity || (a.text < b.text ? -1 : 1));
  return found.slice(0, mostHits);
}

function similarityOf(key: string, text: string): number {
  const longest = Math.max(key.length, text.length);
  const bySpelling = Math.abs(key.length - text.length) > longest / 2 ? 0 : 1 - distance(key, text) / longest;
  const words = key.split(" ");
  const stored = new Set(text.split(/[\s\-_/]+/));
  const byWords = words.every((word) => stored.has(word)) ? 0.7 + 0.2 * (words.length / stored.size) : 0;
  return Math.max(bySpelling, byWords);
}

function trigrams(key: string): string[] {
  const padded = ` ${key} `;
  const found = new Set<string>();
  for (let i = 0; i + 3 <= padded.length; i++) found.add(padded.slice(i, i + 3));
  return [...found];
}
