import { type Direction, functionWords, gradable, rankers, superlatives } from "./english/lexicon.ts";
import type { Key } from "./key.ts";
import type { Token } from "./tokens.ts";

/** `top five`, `the five most expensive`, `longest`, `highest`, `most`, `least`. */
export function superlativeAt(tokens: Token[], at: number): { key: Key; length: number } | null {
  const token = tokens[at]!;
  const count = token.kind === "number" && Number.isInteger(token.value) ? token.value! : null;
  // `the five most expensive`: the number belongs to the superlative after it.
  // `course 301 most recently`: behind a noun it is the number of one.
  const ahead = tokens[at - 1];
  const numbered = ahead?.kind === "word" && !functionWords.has(ahead.lower) && count !== null && count > 20;
  const shift = count !== null && count >= 1 && count <= 1_000 && !numbered ? 1 : 0;
  const word = tokens[at + shift]?.lower ?? "";
  const after = tokens[at + shift + 1];
  const counted = (key: Key, length: number) => ({ key, length: length + shift });
  const given = shift === 1 ? count : null;
  if (shift === 0 && ["top", "bottom", "first", "last", "best", "worst"].includes(word)) {
    const number = after?.kind === "number" && Number.isInteger(after.value) ? after.value! : null;
    const direction: Direction = word === "bottom" || word === "worst" ? "asc" : "desc";
    // `the top 3 expensive rooms`, `the 3 top expensive`
    const graded = number === null ? null : gradable[tokens[at + 2]?.lower ?? ""];
    if (graded)
      return {
        key: { key: "superlative", adjective: graded, count: number, word: `most ${tokens[at + 2]!.lower}` },
        length: 3,
      };
    if (number !== null || /^(top|bottom)$/.test(word))
      return { key: { key: "top", direction, count: number }, length: number === null ? 1 : 2 };
  }
  // `the first order`: by when it happened.
  if (shift === 0 && (word === "first" || word === "last") && after?.kind === "word") {
    const adjective = superlatives[word === "first" ? "earliest" : "latest"]!;
    return { key: { key: "superlative", adjective, count: null, word }, length: 1 };
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
    const often = ["common", "commonly", "frequent", "frequently", "popular", "often", "times"].includes(
      after?.lower ?? "",
    );
    const key: Key = { key: "ranker", direction: flip ? "asc" : "desc", fallback: null, count: given, word };
    return counted(key, often ? 2 : 1);
  }
  return null;
}
