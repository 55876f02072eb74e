import { distance } from "fastest-levenshtein";
import { plainName } from "./names.ts";
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
