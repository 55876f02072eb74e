import porter2 from "wink-porter2-stemmer";
import { dictionary } from "./dictionary.ts";

/** Forms that no stemmer connects with their base. */
const irregular = dictionary<string>({
  people: "person",
  persons: "person",
  children: "child",
  men: "man",
  women: "woman",
  feet: "foot",
  mice: "mouse",
  criteria: "criterion",
  indices: "index",
  staff: "staff",
  sold: "sell",
  bought: "buy",
  spent: "spend",
  made: "make",
  paid: "pay",
  took: "take",
  taken: "take",
  taught: "teach",
  won: "win",
  wrote: "write",
  written: "write",
  ran: "run",
  held: "hold",
  gave: "give",
  given: "give",
  began: "begin",
  born: "birth",
  left: "leave",
  lost: "lose",
  had: "have",
  has: "have",
  having: "have",
  came: "come",
  went: "go",
  sent: "send",
  built: "build",
  brought: "bring",
  got: "get",
  grew: "grow",
  lives: "live",
  lived: "live",
  living: "live",
  sales: "sale",
  earnings: "earning",
  data: "data",
});

/** Longer ones are no words of a language, and the stemmer's time grows with the square of their length. */
const LONGEST_WORD = 40;

const cache = new Map<string, string>();

const roots = new Map<string, string>();

/**
 * What a stem comes from, for words that are related but not the same: `rating`, `rated` and `rater` come from `rate`.
 * Weaker evidence than a stem.
 */
export function rootOf(stemmed: string): string {
  const known = roots.get(stemmed);
  if (known !== undefined) return known;
  const noun = /^([a-z]{3,})(?:ing|er|or)$/.exec(stemmed);
  const root = porter2(
    noun
      ? porter2(noun[1]!.length > 3 && /([^aeioulsz])\1$/.test(noun[1]!) ? noun[1]!.slice(0, -1) : noun[1]!)
      : stemmed,
  ).replace(/(ion|e|i)$/, "");
  if (roots.size < 50_000) roots.set(stemmed, root);
  return root;
}

/**
 * The stem under which a word is compared: irregular forms by list, the rest by Porter's second stemmer, so that
 * `countries` and `country` meet. Words with digits stay as they are, and so do those beyond 40 characters.
 */
export function stem(word: string): string {
  if (word.length > LONGEST_WORD) return word.toLowerCase();
  const known = cache.get(word);
  if (known !== undefined) return known;
  const lower = word.toLowerCase();
  const base = irregular[lower] ?? lower;
  // A booking is no book, a rating no rate and a reviewer no review: nouns in -ing, -er and -or keep their ending.
  const noun = /^([a-z]{2,}ing)s?$/.exec(base) ?? /^([a-z]{3,}(?:er|or))s?$/.exec(base);
  const stemmed = noun ? noun[1]! : /^[a-z]+$/.test(base) ? porter2(base) : base;
  // Words come from questions too: the memory they take is bounded.
  if (cache.size < 50_000) cache.set(word, stemmed);
  return stemmed;
}
