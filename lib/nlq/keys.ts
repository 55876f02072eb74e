import { dictionary } from "./english/dictionary.ts";
import {
  type Adjective,
  comparatives,
  type Direction,
  gradable,
  moneyVerbs,
  rankers,
  superlatives,
  tradeVerbs,
} from "./english/lexicon.ts";
import { phrases } from "./key-phrases.ts";
import type { Aggregate } from "./query.ts";
import type { Token } from "./tokens.ts";

export type Operator = "=" | "<>" | "<" | "<=" | ">" | ">=";

/** A word or phrase that steers how a question is built, whatever the database is about. */
export type Key =
  | { key: "count" }
  | { key: "aggregate"; fn: Exclude<Aggregate, "count"> }
  /** `top five`, `first 10`: ranks what it stands before, by what is said elsewhere. */
  | { key: "top"; direction: Direction; count: number | null }
  /** `longest`, `most expensive`: ranks by what the adjective is about. */
  | { key: "superlative"; adjective: Adjective; count: number | null; word: string }
  /** `highest`, `most`: ranks by what follows. */
  | { key: "ranker"; direction: Direction; fallback: Adjective | null; count: number | null; word: string }
  | {
      key: "compare";
      operator: Operator;
      value: number;
      upper?: number;
      about: string[];
      sign?: "currency" | "percent" | undefined;
      each?: boolean;
    }
  /** `above average`, `more than the average`. */
  | { key: "average-bound"; operator: "<" | ">" }
  | { key: "by" }
  | { key: "where"; word: string }
  | { key: "order"; direction: Direction | null; expects: boolean }
  | { key: "not" }
  | { key: "yet" }
  | { key: "both" }
  | { key: "share" }
  | { key: "distinct" }
  | { key: "ask"; word: "who" | "which" | "what" | "list" | "where" | "when" }
  | { key: "money"; ranks: Direction | null }
  | { key: "trade"; nouns: string[] }
  | { key: "contains"; mode: "contains" | "starts" | "ends" }
  | { key: "and" }
  | { key: "or" }
  | { key: "stop" };

export interface KeyFound {
  key: Key;
  length: number;
  weight: number;
}

const aggregates = dictionary<Exclude<Aggregate, "count">>({
  total: "sum",
  sum: "sum",
  combined: "sum",
  average: "avg",
  avg: "avg",
  mean: "avg",
  maximum: "max",
  max: "max",
  minimum: "min",
  min: "min",
});

/** Keys that may start at a token, longest first; empty where the word steers nothing. */
export function keysAt(tokens: Token[], at: number): KeyFound[] {
  const words = (count: number) =>
    tokens
      .slice(at, at + count)
      .map((token) => token.lower)
      .join(" ");
  const token = tokens[at]!;
  if (token.kind === "quoted") return [];
  const found: KeyFound[] = [];
  const add = (key: Key, length: number, weight = length * 1.04) => found.push({ key, length, weight });

  for (const [phrase, key] of phrases) {
    const length = phrase.split(" ").length;
    if (words(length) !== phrase) continue;
    add(key, length);
  }
  const superlative = superlativeAt(tokens, at);
  if (superlative) add(superlative.key, superlative.length);
  const comparison = comparisonAt(tokens, at);
  if (comparison) add(comparison.key, comparison.length, comparison.length * 1.1);
  const fn = aggregates[token.lower];
  if (fn) add({ key: "aggregate", fn }, tokens[at + 1]?.lower === "of" ? 2 : 1, 1.04);
  if (moneyVerbs.has(token.stem) && token.lower !== "pay") add({ key: "money", ranks: null }, 1, 1.02);
  const nouns = tradeVerbs[token.stem];
  if (
    nouns &&
    /(ed|en|ing)$|^(sold|bought|paid|sell|buy|pay|rent|order|purchase|visit|book)$/.test(token.lower)
  ) {
    add({ key: "trade", nouns }, 1, 0.9);
  }
  return found.sort((a, b) => b.length - a.length);
}

/** `top five`, `the five most expensive`, `longest`, `highest`, `most`, `least`. */
function superlativeAt(tokens: Token[], at: number): { key: Key; length: number } | null {
  const token = tokens[at]!;
  const count = token.kind === "number" && Number.isInteger(token.value) ? token.value! : null;
  // `the five most expensive`: the number belongs to the superlative after it.
  const shift = count !== null && count >= 1 && count <= 1_000 ? 1 : 0;
  const word = tokens[at + shift]?.lower ?? "";
  const after = tokens[at + shift + 1];
  const counted = (key: Key, length: number) => ({ key, length: length + shift });
  const given = shift === 1 ? count : null;
  if (shift === 0 && ["top", "bottom", "first", "last", "best", "worst"].includes(word)) {
    const number = after?.kind === "number" && Number.isInteger(after.value) ? after.value! : null;
    if (number === null && !["top", "bottom"].includes(word)) return null;
    const direction: Direction = word === "bottom" || word === "worst" ? "asc" : "desc";
    return { key: { key: "top", direction, count: number }, length: number === null ? 1 : 2 };
  }
  const own = superlatives[word];
  if (own) return counted({ key: "superlative", adjective: own, count: given, word }, 1);
  const ranker = rankers[word];
  if (ranker && !(word === "maximum" || word === "minimum")) {
    return counted(
      { key: "ranker", direction: ranker.direction, fallback: ranker.fallback, count: given, word },
      1,
    );
  }
  if (word === "most" || word === "least" || word === "fewest") {
    const adjective = gradable[after?.lower ?? ""];
    const flip = word !== "most";
    if (adjective) {
      const direction: Direction = flip
        ? adjective.direction === "desc"
          ? "asc"
          : "desc"
        : adjective.direction;
      return counted(
        {
          key: "superlative",
          adjective: { ...adjective, direction },
          count: given,
          word: `${word} ${after!.lower}`,
        },
        2,
      );
    }
    // `the most common`: what occurs most often.
    const often = ["common", "frequent", "frequently", "popular", "often"].includes(after?.lower ?? "");
    const key: Key = { key: "ranker", direction: flip ? "asc" : "desc", fallback: null, count: given, word };
    return counted(key, often ? 2 : 1);
  }
  return null;
}

/** `more than 100`, `at least 3`, `between 5 and 10`, `3 or more`, `over $1,000`, `heavier than 20`, `> 5`, `exactly two`. */
function comparisonAt(tokens: Token[], at: number): { key: Key; length: number } | null {
  const lower = (offset: number) => tokens[at + offset]?.lower ?? "";
  const number = (offset: number) => {
    const token = tokens[at + offset];
    return token?.kind === "number" ? token : lower(offset) === "one" ? { ...token!, value: 1 } : null;
  };
  const make = (operator: Operator, offset: number, about: string[] = [], upper?: number) => {
    const token = number(offset)!;
    return {
      key: {
        key: "compare" as const,
        operator,
        value: token.value!,
        about,
        sign: token.sign,
        ...(upper === undefined ? {} : { upper }),
      },
      length: offset + 1,
    };
  };
  const simple: Array<[string[], Operator]> = [
    [["at", "least"], ">="],
    [["no", "less", "than"], ">="],
    [["no", "fewer", "than"], ">="],
    [["a", "minimum", "of"], ">="],
    [["at", "most"], "<="],
    [["no", "more", "than"], "<="],
    [["up", "to"], "<="],
    [["exactly"], "="],
    [["equal", "to"], "="],
    [["equals"], "="],
    [["above"], ">"],
    [["over"], ">"],
    [["exceeding"], ">"],
    [["exceeds"], ">"],
    [["exceed"], ">"],
    [["below"], "<"],
    [["under"], "<"],
    [[">"], ">"],
    [[">="], ">="],
    [["<"], "<"],
    [["<="], "<="],
    [["="], "="],
  ];
  for (const [words, operator] of simple) {
    if (words.every((word, i) => lower(i) === word) && number(words.length))
      return make(operator, words.length);
  }
  // `out of stock`: nothing of it is left.
  if (lower(0) === "out" && lower(1) === "of" && (lower(2) === "stock" || lower(2) === "inventory")) {
    return { key: { key: "compare", operator: "<=", value: 0, about: [] }, length: 2 };
  }
  const comparative = comparatives[lower(0)];
  if (comparative && lower(1) === "than") {
    const orEqual = lower(2) === "or" && lower(3) === "equal" && lower(4) === "to" ? 3 : 0;
    if (number(2 + orEqual)) {
      const operator = comparative.over ? (orEqual ? ">=" : ">") : orEqual ? "<=" : "<";
      return make(operator, 2 + orEqual, comparative.about ?? []);
    }
  }
  // `more expensive than 5`
  const adjective = gradable[lower(1)];
  if (adjective && (lower(0) === "more" || lower(0) === "less") && lower(2) === "than" && number(3)) {
    return make(lower(0) === "more" ? ">" : "<", 3, adjective.about);
  }
  if (lower(0) === "between" && number(1) && lower(2) === "and" && number(3)) {
    const found = make(">=", 1, [], number(3)!.value!);
    return { key: found.key, length: 4 };
  }
  if (number(0) && lower(1) === "or") {
    if (["more", "greater", "higher", "above", "older", "longer"].includes(lower(2)))
      return { ...make(">=", 0), length: 3 };
    if (["less", "fewer", "lower", "below"].includes(lower(2))) return { ...make("<=", 0), length: 3 };
  }
  return null;
}
