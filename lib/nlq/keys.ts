import { againstAt, averageBoundAt, comparisonAt } from "./comparisons.ts";
import { dictionary } from "./english/dictionary.ts";
import { moneyVerbs, tradeVerbs } from "./english/lexicon.ts";
import type { Key, KeyFound } from "./key.ts";
import { phrasesBy } from "./key-phrases.ts";
import { orderAt } from "./order-phrases.ts";
import type { Aggregate } from "./query.ts";
import { superlativeAt } from "./superlatives.ts";
import type { Token } from "./tokens.ts";

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

/** Things that go by a number. */
const numbered = new Set(
  "phone telephone mobile cell fax contact account room serial flight house invoice tracking registration license card".split(
    " ",
  ),
);

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

  // `phone number of`: a number that is a name.
  if (token.lower === "number" && at > 0 && numbered.has(tokens[at - 1]!.lower)) return [];
  for (const { phrase, length, key } of phrasesBy(token.lower))
    if (words(length) === phrase) add(key, length);
  const order = orderAt(tokens, at);
  if (order) add(order.key, order.length);
  const superlative = superlativeAt(tokens, at);
  // `first` is more often part of a name or a period.
  if (superlative && !(token.lower === "first" && tokens[at + 1]?.lower === "by"))
    add(
      superlative.key,
      superlative.length,
      /^(first|last)$/.test(token.lower) && superlative.length === 1 ? 0.3 : superlative.length * 1.04,
    );
  const average = averageBoundAt(tokens, at);
  if (average) add(average.key, average.length, average.length * 1.12);
  const comparison = comparisonAt(tokens, at);
  if (comparison) add(comparison.key, comparison.length, comparison.length * 1.1);
  const against = average || comparison ? null : againstAt(tokens, at);
  if (against) add(against.key, against.length);
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
