import type { Candidate, CandidateOf } from "./candidates.ts";
import { functionWords } from "./english/lexicon.ts";
import { nationsOf } from "./english/nations.ts";
import { plainName, plural, singular } from "./names.ts";
import type { Schema } from "./schema.ts";
import type { Token } from "./tokens.ts";

/** Letters by which data people code the sexes. */
const sexes: Record<string, string[]> = Object.assign(Object.create(null), {
  male: ["M", "male"],
  males: ["M", "male"],
  men: ["M", "male"],
  female: ["F", "female"],
  females: ["F", "female"],
  women: ["F", "female"],
});

/** `female students`, where the sex is stored as a letter. */
export function sexCandidates(word: string, schema: Schema): Candidate[] {
  return (sexes[word] ?? []).flatMap((code) =>
    schema.catalog.values.lookup(code, true).flatMap(({ column: id, value }): Candidate[] => {
      const column = schema.columnById.get(id);
      const named = column?.names.some((name) => name.includes("sex") || name.includes("gender"));
      return column && named
        ? [
            {
              kind: "value",
              column,
              values: [value],
              score: 1,
              because: `how ${plainName(column.column.name)} is coded`,
            },
          ]
        : [];
    }),
  );
}

/** Columns that store what the span says. */
export function valueCandidates(tokens: Token[], schema: Schema, text: string): Candidate[] {
  const first = tokens[0]!;
  const last = tokens.at(-1)!;
  const nations = nationsOf(text);
  if (
    nations.length > 0 &&
    (text !== "us" || first.text === "US") &&
    schema.catalog.values.lookup(text, true).length === 0
  ) {
    // What is stored is the country, or who is from there.
    for (const [i, other] of nations.entries()) {
      const stored = storedValues(other, schema, i === 0 ? 0.95 : 0.93, true);
      if (stored.length > 0)
        return stored.map((hit) => ({ ...hit, because: `${hit.because}, as another name of it` }));
    }
  }
  const quoted = tokens.length === 1 && first.kind === "quoted";
  if (!quoted) {
    if (tokens.every((token) => token.kind === "number")) return [];
    if (functionWords.has(first.lower) && !(first.capital && tokens.length > 1 && first.start > 0)) return [];
    if (functionWords.has(last.lower) && tokens.length > 1) return [];
    if (last.kind === "mark" || first.kind === "mark") return [];
    if (tokens.length === 1 && first.text.length < 2 && !(first.capital && first.start > 0)) return [];
  }
  // The first word has a capital letter anyway, but `EMEA` is written like a name even there.
  const letters = tokens.length === 1 && /^[\p{Lu}\d&]{2,}$/u.test(first.text) && !/^\d+$/.test(first.text);
  const named = quoted || letters || (first.capital && (first.start > 0 || tokens.length > 1));
  // A bare number in quotes is stored in many columns, and proves none of them.
  const score = quoted && /^[\d.,]+$/.test(first.text) ? 0.6 : named ? 1.02 : tokens.length > 1 ? 0.97 : 0.86;
  const exact = storedValues(text, schema, score, true);
  if (exact.length > 0 || !quoted || /\s/.test(text)) return exact;
  // A quoted word in the plural, or in the singular.
  const other = singular(text) === text ? plural(text) : singular(text);
  return storedValues(other, schema, 0.88, true);
}

/** Columns that store a text, one candidate a column; without `exactOnly` near spellings too, at a lower score. */
export function storedValues(
  text: string,
  schema: Schema,
  score: number,
  exactOnly: boolean,
): CandidateOf<"value">[] {
  const byColumn = new Map<string, CandidateOf<"value">>();
  for (const hit of schema.catalog.values.lookup(text, exactOnly)) {
    const column = schema.columnById.get(hit.column);
    if (!column) continue;
    const known = byColumn.get(hit.column);
    if (known) {
      // Of near values only the nearest counts; equal ones that differ by letter case are all meant.
      if (hit.similarity === 1) known.values.push(hit.value);
      continue;
    }
    const view = column.owner.table.kind === "view" ? 0.93 : 1;
    // Where it is the name of a row, the row is meant rather than one that mentions it.
    const named = column.owner.label.includes(column.column) ? 0.05 : 0;
    const prose = (column.column.distinct ?? 0) > 2_000 ? 0.97 : 1;
    byColumn.set(hit.column, {
      kind: "value",
      column,
      values: [hit.value],
      score: (score + named) * view * prose * (hit.similarity === 1 ? 1 : hit.similarity * 0.9),
      because:
        hit.similarity === 1
          ? `stored in ${plainName(column.owner.table.name)}`
          : `nearest stored value to “${text}”`,
    });
  }
  return [...byColumn.values()];
}
