import { moneyCandidates } from "./amount-links.ts";
import { type Candidate, ranked } from "./candidates.ts";
import { moneyWords } from "./english/lexicon.ts";
import { rootOf, stem } from "./english/stem.ts";
import { hasWords, isGlue, joining, nameCandidates, phraseFit } from "./name-links.ts";
import { singular, splitJoined } from "./names.ts";
import { rolesNamed } from "./roles.ts";
import { phraseStems, type Schema } from "./schema.ts";
import type { Token } from "./tokens.ts";
import { sexCandidates, storedValues, valueCandidates } from "./value-links.ts";

/**
 * What a span of the question may mean, best first. Scores: 1 for a name word by word, a little less for a declared
 * synonym, 0.6 to 0.8 for part of a name or a general synonym, about 0.5 for words of a comment.
 */
export function linkSpan(tokens: Token[], schema: Schema, text: string): Candidate[] {
  const deed = tellsDeed(tokens);
  const stems = tokens
    .filter((token) => token.kind === "word" && !isGlue(token) && !(deed && auxiliaries.has(token.lower)))
    .map((token) => token.stem);
  const found: Candidate[] = [...valueCandidates(tokens, schema, text)];
  if (tokens.length === 1) found.push(...sexCandidates(tokens[0]!.lower, schema));
  if (stems.length > 0 && tokens.every((token) => token.kind === "word")) {
    const within = tokens.map(({ lower }) => lower).filter((word) => joining.has(word));
    const named = nameCandidates(stems, schema, !/s$/.test(tokens[0]!.lower));
    found.push(
      ...(within.length === 0
        ? named
        : named.filter((one) => one.kind === "column" && hasWords(one.column, within))),
      ...metricCandidates(stems, schema),
      ...roleCandidates(stems, schema),
      ...glossaryCandidates(stems, schema),
    );
    if (found.length === 0 && stems.length === 1) found.push(...joinedCandidates(tokens[0]!, schema));
    if (found.length === 0) found.push(...relatedCandidates(stems, tokens, schema));
    if (stems.length === 1 && moneyWords.has(stems[0]!)) found.push(...moneyCandidates(schema));
  }
  // What is called so itself goes before rows that are each one of them.
  if (!found.some(({ kind, because }) => kind !== "value" && !because.includes("synonym")))
    found.push(...pluralValues(tokens, schema, text));
  return ranked(found);
}

const auxiliaries = new Set("was were is are been be being it he she they has have had that when".split(" "));

/** `the date the claim was made`, `the year they were built`: one name, told as a clause. */
function tellsDeed(tokens: Token[]): boolean {
  const last = tokens.at(-1)!;
  return (
    tokens.length >= 3 &&
    /^(date|dates|time|times|year|years|day|days|amount|amounts|number|place|location|city|price|reason)$/.test(
      tokens[0]!.lower,
    ) &&
    /(ed|en|made|held|sold|built|left|born|paid|sent|won)$/.test(last.lower) &&
    tokens.some(({ lower }) => /^(was|were|is|are|been)$/.test(lower))
  );
}

/** `engineers`, where the job is stored as `engineer`: those who are one. */
function pluralValues(tokens: Token[], schema: Schema, text: string): Candidate[] {
  const last = tokens.at(-1)!;
  if (tokens.some(({ kind }) => kind !== "word") || !/[^s]s$/.test(last.lower) || tokens.length > 3)
    return [];
  const one = singular(text.toLowerCase());
  if (one.length < 4 || schema.catalog.values.lookup(text, true).length > 0) return [];
  return storedValues(one, schema, 0.84, true).map((hit) => ({
    ...hit,
    because: `${hit.because}, in the singular`,
  }));
}

/** As sure as part of a name at the most: `rated` may be about ratings. */
const relatedFactor = 0.68;

/** `usernames`, where the column is called `user_name`. */
function joinedCandidates(token: Token, schema: Schema): Candidate[] {
  const parts = splitJoined(singular(token.lower));
  if (parts.length < 2) return [];
  return nameCandidates(parts.map(stem), schema, false)
    .filter(({ score }) => score >= 0.9)
    .map((one) => ({ ...one, score: one.score * 0.95 }));
}

/** What is called by a related word, where nothing is called by this one; of `opening year` that of the first. */
function relatedCandidates(stems: string[], tokens: Token[], schema: Schema): Candidate[] {
  const [first, ...rest] = stems;
  if (!first || rest.length > 1 || first.length < 4) return [];
  const related = [...(schema.byRoot.get(rootOf(first)) ?? [])].filter((word) => word !== first);
  // A verb is about the things that a table keeps, and asks for no column.
  const verb = rest.length === 0 && /(ed|ing)$/.test(tokens.at(-1)!.lower);
  const factor = rest.length === 0 ? relatedFactor : 0.85;
  return related
    .flatMap((word) => nameCandidates([word, ...rest], schema, false))
    .filter(({ kind }) => !verb || kind === "table")
    .map((one) => ({ ...one, score: one.score * factor, because: "by a related word" }));
}

/** Surer than part of a column's name, less sure than a name of its own. */
const roleScore = 0.84;

function roleCandidates(stems: string[], schema: Schema): Candidate[] {
  return rolesNamed(stems, schema).map(({ table, own }) => ({
    kind: "table",
    table,
    score: own ? roleScore : roleScore * 0.9,
    because: "by the name of a key",
  }));
}

function metricCandidates(stems: string[], schema: Schema): Candidate[] {
  return schema.metrics.flatMap(({ metric, names, owner }): Candidate[] => {
    const fit = Math.max(...names.map((name) => phraseFit(stems, name)));
    // A metric was defined by people who know: it goes before a column of the same name.
    return fit >= 0.6
      ? [
          {
            kind: "metric",
            metric,
            owner,
            score: fit === 1 ? 1.1 : fit * 0.8,
            because: "defined as a metric",
          },
        ]
      : [];
  });
}

function glossaryCandidates(stems: string[], schema: Schema): Candidate[] {
  return schema.catalog.glossary.flatMap(({ term, synonyms, binding }): Candidate[] => {
    const named = [term, ...synonyms].some((name) => phraseFit(stems, phraseStems(name)) === 1);
    if (!named) return [];
    const base = { score: 1.08, because: "by the glossary" };
    if (binding.kind === "table") {
      const table = schema.tableById.get(binding.table);
      return table ? [{ ...base, kind: "table", table }] : [];
    }
    if (binding.kind === "metric") {
      const known = schema.metrics.find(({ metric }) => metric.id === binding.metric);
      return known ? [{ ...base, kind: "metric", metric: known.metric, owner: known.owner }] : [];
    }
    const column = schema.columnById.get(binding.column);
    if (!column) return [];
    return binding.kind === "column"
      ? [{ ...base, kind: "column", column }]
      : [{ ...base, kind: "value", column, values: [binding.value] }];
  });
}
