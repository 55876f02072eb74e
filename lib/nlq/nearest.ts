import { distance } from "fastest-levenshtein";
import { stem } from "./english/stem.ts";
import { plainName, plural, singular } from "./names.ts";
import type { Schema } from "./schema.ts";

const known = new WeakMap<Schema["columnById"], string[]>();

/** All names of a catalog for people, put together once. */
function namesOf(schema: Schema): string[] {
  const before = known.get(schema.columnById);
  if (before) return before;
  const names = new Set<string>();
  for (const { metric } of schema.metrics) names.add(metric.name);
  for (const { table } of schema.tables) names.add(plainName(table.name));
  for (const { column } of schema.columnById.values()) names.add(plainName(column.name));
  known.set(schema.columnById, [...names]);
  return [...names];
}

const longestName = 40;

/** Names of the catalog that look or sound like a word nothing was found for, best first. */
export function nearestNames(word: string, schema: Schema, most = 3): string[] {
  const asked = word.toLowerCase();
  const scored = namesOf(schema).flatMap((name) => {
    const words = [name, ...name.split(" ")];
    const best = Math.max(
      ...words.map((part) => 1 - distance(asked, part) / Math.max(asked.length, part.length)),
    );
    return best >= 0.6 ? [{ name, best }] : [];
  });
  const values = schema.catalog.values.lookup(word).slice(0, most);
  // A whole sentence that is stored somewhere is no name.
  const near = values
    .filter(({ similarity, value }) => similarity >= 0.6 && value.length <= longestName)
    .map(({ value }) => value);
  scored.sort((a, b) => b.best - a.best || (a.name < b.name ? -1 : 1));
  return [...new Set([...scored.map(({ name }) => name), ...near])].slice(0, most);
}

const shortest = 5;
/** From this length on, two letters may be wrong. */
const long = 8;
const spellings = new WeakMap<Schema["columnById"], string[]>();

/** Every word of a catalog's names, in the singular and the plural. */
function wordsOf(schema: Schema): string[] {
  const before = spellings.get(schema.columnById);
  if (before) return before;
  const names = [...namesOf(schema), ...schema.metrics.flatMap(({ metric }) => metric.synonyms)];
  const words = names.flatMap((name) => name.toLowerCase().split(" "));
  const all = [...new Set(words.flatMap((word) => [word, singular(word), plural(word)]))];
  const made = all.filter((word) => word.length >= shortest);
  spellings.set(schema.columnById, made);
  return made;
}

/**
 * The word of the catalog's names that a word is a misspelling of: `revenue` for `revnue`. Null unless exactly one is
 * that near: one letter off, two in long words or where two are swapped, and the same first letter.
 */
export function spelling(word: string, schema: Schema): string | null {
  const asked = word.toLowerCase();
  if (asked.length < shortest || !/^\p{L}+$/u.test(asked)) return null;
  const sorted = (text: string) => [...text].sort().join("");
  const near = wordsOf(schema).flatMap((known) => {
    if (known[0] !== asked[0] || Math.abs(known.length - asked.length) > 2) return [];
    const off = distance(asked, known);
    const swapped = off === 2 && sorted(known) === sorted(asked);
    return off <= (asked.length >= long ? 2 : 1) || swapped ? [{ known, off: swapped ? 1 : off }] : [];
  });
  const [best] = near.sort((a, b) => a.off - b.off);
  return best && new Set(near.map(({ known }) => stem(known))).size === 1 ? best.known : null;
}
