import type { Candidate } from "./candidates.ts";
import { functionWords, isSoftVerb, placeVerbs, tradeVerbs } from "./english/lexicon.ts";
import { stem } from "./english/stem.ts";
import type { Key } from "./key.ts";
import { keysAt } from "./keys.ts";
import { linkSpan } from "./links.ts";
import { spelling } from "./nearest.ts";
import type { Calendar, Grain, Period } from "./period.ts";
import { grainWords, periodAt } from "./periods.ts";
import { isTime, type Schema } from "./schema.ts";
import type { Token } from "./tokens.ts";
import { storedValues } from "./value-links.ts";

interface Span {
  /** First token. */
  start: number;
  /** Token after the last. */
  end: number;
  /** The words as written. */
  text: string;
  /** The words right before and right behind, in lower case; empty at either end. */
  before: string;
  after: string;
}

/** A stretch of the question with one meaning, or with several candidates for it. */
export type Chunk = Span &
  (
    | { kind: "link"; candidates: Candidate[] }
    | { kind: "key"; key: Key }
    | { kind: "period"; period: Period }
    | { kind: "grain"; grain: Grain; candidates: Candidate[] }
    | { kind: "number"; value: number }
    | { kind: "quoted" }
    /** A word of content that nothing was found for. */
    | { kind: "unread"; soft: boolean }
  );
export type LinkChunk = Extract<Chunk, { kind: "link" }>;

const longestSpan = 6;

interface Option {
  chunk: Chunk;
  weight: number;
}

/**
 * Cuts the question into chunks: of all ways to lay keys, periods, names and stored values over the tokens, the one
 * with the greatest weight (dynamic programming over end positions). A longer match of equal quality wins, so that
 * `average order value` is a metric before it is an average.
 */
export function chunk(tokens: Token[], text: string, schema: Schema, calendar: Calendar): Chunk[] {
  const best: Array<{ weight: number; previous: number; chunk: Chunk | null }> = [
    { weight: 0, previous: -1, chunk: null },
  ];
  const reach = (from: number, to: number, weight: number, piece: Chunk | null) => {
    const total = best[from]!.weight + weight;
    if (!best[to] || total > best[to].weight + 1e-9)
      best[to] = { weight: total, previous: from, chunk: piece };
  };
  const links = new Map<string, Candidate[]>();
  for (let at = 0; at < tokens.length; at++) {
    if (!best[at]) continue;
    reach(at, at + 1, 0, leftover(tokens, at, text));
    for (const { chunk: piece, weight } of optionsAt(tokens, at, text, schema, calendar, links)) {
      reach(at, piece.end, weight, piece);
    }
  }
  const chunks: Chunk[] = [];
  for (let at = tokens.length; at > 0; at = best[at]!.previous) {
    const piece = best[at]!.chunk;
    if (piece) chunks.unshift(piece);
  }
  return chunks.map((piece) => nearValue(piece, tokens, text, schema));
}

function span(tokens: Token[], start: number, end: number, text: string): Span {
  const words =
    tokens[start]!.kind === "quoted" && end === start + 1
      ? tokens[start]!.text
      : text.slice(tokens[start]!.start, tokens[end - 1]!.end);
  return { start, end, text: words, before: tokens[start - 1]?.lower ?? "", after: tokens[end]?.lower ?? "" };
}

function leftover(tokens: Token[], at: number, text: string): Chunk | null {
  const token = tokens[at]!;
  const place = span(tokens, at, at + 1, text);
  if (token.kind === "number") return { ...place, kind: "number", value: token.value! };
  if (token.kind === "quoted") return { ...place, kind: "quoted" };
  // `the US` is no `us`.
  if (token.kind === "mark" || (functionWords.has(token.lower) && token.text !== "US")) return null;
  const grain = grainWords[token.lower];
  if (grain && token.lower.endsWith("ly")) return { ...place, kind: "grain", grain, candidates: [] };
  return { ...place, kind: "unread", soft: isSoftVerb(token.stem) || placeVerbs.has(token.stem) };
}

function optionsAt(
  tokens: Token[],
  at: number,
  text: string,
  schema: Schema,
  calendar: Calendar,
  links: Map<string, Candidate[]>,
): Option[] {
  const options: Option[] = [];
  for (const { key, length, weight } of keysAt(tokens, at)) {
    options.push({ chunk: { ...span(tokens, at, at + length, text), kind: "key", key }, weight });
  }
  const period = periodAt(tokens, at, calendar);
  if (period) {
    const place = span(tokens, at, at + period.length, text);
    options.push({
      chunk: { ...place, kind: "period", period: period.period },
      weight: period.length * 1.12,
    });
  }
  for (let length = 1; length <= longestSpan && at + length <= tokens.length; length++) {
    const part = tokens.slice(at, at + length);
    if (part.some((token) => token.kind === "mark")) {
      // `Tokyo, Japan` may be stored as it stands; no name has a comma.
      if (part.some((token) => token.kind === "mark" && token.lower !== ",")) break;
      const stored =
        part.at(-1)!.kind === "mark"
          ? []
          : storedValues(span(tokens, at, at + length, text).text, schema, 1.02, true);
      if (stored.length > 0)
        options.push({
          chunk: { ...span(tokens, at, at + length, text), kind: "link", candidates: stored },
          weight: length * 1.1,
        });
      continue;
    }
    if (
      part[0]!.kind !== "quoted" &&
      (isEdge(part[0]!) || isEdge(part.at(-1)!)) &&
      length > 1 &&
      !(part[0]!.capital && at > 0)
    )
      continue;
    const place = span(tokens, at, at + length, text);
    // The same words mean the same at every place but the first, where a capital letter says nothing.
    const key = `${part[0]!.kind}|${at === 0}|${place.text}`;
    if (!links.has(key)) links.set(key, linkSpan(part, schema, place.text));
    const candidates = [...links.get(key)!];
    // `wines scoring more`: a verb after a noun is not the second half of a name.
    if (length > 1 && /ing$/.test(part.at(-1)!.lower) && candidates[0]?.kind === "column") continue;
    let score = candidates[0]?.score ?? 0;
    if (score < 0.7 && length > 1 && length <= 3 && part.every(isContent)) {
      // A value that contains all these words, as `night nurse` does for `Night Ward Nurse`.
      const words = place.text.toLowerCase().split(/\s+/);
      const near = storedValues(place.text, schema, 1, false).filter(({ values, score: fit }) => {
        const stored = values[0]!.toLowerCase().split(/[\s\-_/]+/);
        return fit >= 0.7 && words.every((word) => stored.includes(word));
      });
      if (near.length > 0 && near[0]!.score > score) {
        candidates.unshift(...near);
        score = near[0]!.score + 0.1;
      }
    }
    if (score < 0.45) continue;
    // `first customer`: words of some comment do not make one name of it.
    if (length > 1 && score < 0.7 && /^(first|last|latest|earliest|newest|oldest)$/.test(part[0]!.lower))
      continue;
    // A lower-case function word is never a name by itself, even where a table is called so.
    if (
      length === 1 &&
      functionWords.has(part[0]!.lower) &&
      part[0]!.text !== "US" &&
      (score < 1 || !part[0]!.capital)
    )
      continue;
    const grain = length === 1 ? grainWords[part[0]!.lower.replace(/s$/, "")] : undefined;
    // `orders were placed`: a general verb is not the noun that it shares a stem with.
    if (length === 1 && isSoftVerb(part[0]!.stem)) {
      const participle = /(ed|ing)$/.test(part[0]!.lower);
      // `did they work on`: that some comment has the verb does not make it a column's name.
      const [best] = candidates;
      const told = best?.kind === "column" && !best.column.names.flat().includes(part[0]!.stem);
      // `the courses they attend`: a verb, where no article says that it is a noun.
      const article =
        /^(the|a|an|of|by|each|per|every|their|its|and|,|average|maximum|minimum|max|min|mean|total|highest|lowest|most|least|more|less|fewer)$/.test(
          tokens[at - 1]?.lower ?? "",
        );
      const base = best?.kind === "column" && !article && at > 0 && !/s$/.test(part[0]!.lower);
      if (score < (participle ? 0.9 : told ? 0.6 : base ? 0.75 : 0)) continue;
    }
    // `settlements made`: it says no more than that they were.
    if (length === 1 && /^(made|taken|given|done)$/.test(part[0]!.lower) && candidates[0]?.kind !== "value")
      continue;
    // `how many kinds of enzymes`
    if (
      length === 1 &&
      /^(kinds?|sorts?|varieties)$/.test(part[0]!.lower) &&
      tokens[at + 1]?.lower === "of" &&
      score < 0.9
    )
      continue;
    // `problems reported after …`: what happened, before the status that is called so.
    const next = tokens[at + 1]?.lower ?? "";
    if (
      length === 1 &&
      candidates[0]?.kind === "value" &&
      /^\p{Ll}+ed$/u.test(part[0]!.text) &&
      /^(by|after|before|since|in|on|at|to|from|between|during)$/.test(next)
    )
      continue;
    // `customers who ordered`: the verb, before the noun it shares a stem with.
    const [only] = part;
    const verb =
      length === 1 && candidates[0]?.kind === "table" && /ed$/.test(only!.lower) && tradeVerbs[only!.stem];
    if (verb) score = Math.min(score, 0.85);
    // What glues the words of a name would be read as well without it.
    const glue = /^ids?$/.test(part[0]!.lower)
      ? 0
      : part.slice(1, -1).filter((token) => token.lower === "of").length;
    const filler = part.slice(1, -1).filter((token) => /^(the|an?)$/.test(token.lower)).length;
    const content = length - glue - filler;
    const plain =
      Math.min(score, 1) * content + 1.04 * glue + 0.16 * (content - 1) - (score < 0.6 ? 0.25 : 0);
    // A column that is called `last year` is meant before the year that is past.
    const named = period?.length === length && candidates[0]?.kind === "column" && score >= 0.98;
    const weight = named ? Math.max(plain, length * 1.13) : plain;
    if (grain) options.push({ chunk: { ...place, kind: "grain", grain, candidates }, weight });
    else options.push({ chunk: { ...place, kind: "link", candidates }, weight });
  }
  const grain = grainWords[tokens[at]!.lower.replace(/s$/, "")];
  if (grain && tokens[at]!.kind === "word") {
    const dates = /^dates?$/.test(tokens[at]!.lower) ? datesOf(schema) : [];
    options.push({
      chunk: { ...span(tokens, at, at + 1, text), kind: "grain", grain, candidates: dates },
      weight: 0.5,
    });
  }
  return options;
}

/** Any date, for a `date` that no column is called by. */
function datesOf(schema: Schema): Candidate[] {
  return schema.tables.flatMap(({ columns }) =>
    columns
      .filter(({ column }) => isTime(column))
      .map((column) => ({ kind: "column", column, score: 0.6, because: "a date" })),
  );
}

function isContent(token: Token): boolean {
  return token.kind === "word" && !functionWords.has(token.lower);
}

function isEdge(token: Token): boolean {
  return token.kind === "word" && functionWords.has(token.lower);
}

/** A name that is stored nowhere as written: near spellings, at a price. */
function nearValue(piece: Chunk, tokens: Token[], text: string, schema: Schema): Chunk {
  // Quoted text is meant letter by letter.
  if (piece.kind !== "unread") return piece;
  // An ordinary word is rarely a misspelt name; a capital letter makes it likelier.
  const least = /^\p{Lu}/u.test(piece.text) ? 0.68 : 0.76;
  const candidates = storedValues(piece.text, schema, 0.95, false).filter((hit) => hit.score >= least);
  if (candidates.length === 0) return nearName(piece, tokens, schema);
  return { ...span(tokens, piece.start, piece.end, text), kind: "link", candidates };
}

/** So unsure that a reading over a misspelt name is always asked about. */
const misspelt = 0.45;

/** A misspelt word of the catalog's own names: what the right spelling names. */
function nearName(piece: Extract<Chunk, { kind: "unread" }>, tokens: Token[], schema: Schema): Chunk {
  // Written like a name within the sentence, it is one, and no table is called so: Paris is no misspelt `parts`.
  const isName = piece.start > 0 && /^\p{Lu}/u.test(piece.text);
  const known = piece.soft || isName ? null : spelling(piece.text, schema);
  if (known === null) return piece;
  const token = { ...tokens[piece.start]!, text: known, lower: known, stem: stem(known) };
  const candidates = linkSpan([token], schema, known).flatMap((one) =>
    one.kind === "value"
      ? []
      : { ...one, score: one.score * misspelt, because: `as the nearest name, “${known}”` },
  );
  if (candidates.length === 0) return piece;
  const { start, end, text, before, after } = piece;
  return { start, end, text, before, after, kind: "link", candidates };
}
