import { comparatives, gradable } from "./english/lexicon.ts";
import type { Key, Operator } from "./key.ts";
import type { Token } from "./tokens.ts";

/** `more than 100`, `at least 3`, `between 5 and 10`, `3 or more`, `over $1,000`, `heavier than 20`, `> 5`, `exactly two`. */
export function comparisonAt(tokens: Token[], at: number): { key: Key; length: number } | null {
  const lower = (offset: number) => tokens[at + offset]?.lower ?? "";
  const number = (offset: number) => {
    const token = tokens[at + offset];
    if (token?.kind === "number") return token;
    const value = counts[lower(offset)];
    return value === undefined ? null : { ...token!, value };
  };
  const make = (operator: Operator, offset: number, about: string[] = [], upper?: number) => {
    const token = number(offset)!;
    // `at least twice`, `fewer than 5 times`: how often, whatever is recorded of it.
    const said = /^(once|twice|thrice)$/.test(token.lower);
    const often = said || /^(times|records?|entries|rows|occurrences)$/.test(lower(offset + 1));
    if (often)
      return {
        key: { key: "compare" as const, operator, value: token.value!, about: ["times"], sign: token.sign },
        length: offset + (said ? 1 : 2),
      };
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
    if (!words.every((word, i) => lower(i) === word)) continue;
    if (number(words.length)) return make(operator, words.length);
    // `over a 20000 enrollment`
    if (lower(words.length) === "a" && number(words.length + 1)) return make(operator, words.length + 1);
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
      const found = make(operator, 2 + orEqual, comparative.about ?? []);
      return comparative.perhaps && found.key.about.length === 0
        ? { ...found, key: { ...found.key, perhaps: comparative.perhaps } }
        : found;
    }
  }
  // `greater 30`, `older 40`: the `than` is left out.
  if (comparative && lower(0) !== "more" && lower(0) !== "less" && number(1))
    return make(comparative.over ? ">" : "<", 1, comparative.about ?? []);
  // `more expensive than 5`
  const adjective = gradable[lower(1)];
  if (adjective && (lower(0) === "more" || lower(0) === "less") && lower(2) === "than" && number(3)) {
    return make(lower(0) === "more" ? ">" : "<", 3, adjective.about);
  }
  if (lower(0) === "between" && number(1) && lower(2) === "and" && number(3)) {
    const found = make(">=", 1, [], number(3)!.value!);
    return { key: found.key, length: 4 };
  }
  // `aged 20 to 25`
  if (number(0) && lower(1) === "to" && number(2) && number(0)!.value! < number(2)!.value!) {
    const found = make(">=", 0, [], number(2)!.value!);
    return { key: found.key, length: 3 };
  }
  if (number(0) && lower(1) === "or") {
    if (["more", "greater", "higher", "above", "over", "later", "newer"].includes(lower(2)))
      return { ...make(">=", 0), length: 3 };
    if (["less", "fewer", "lower", "below", "under", "earlier"].includes(lower(2)))
      return { ...make("<=", 0), length: 3 };
    // `25 or younger`
    const side = comparatives[lower(2)];
    if (side) return { ...make(side.over ? ">=" : "<=", 0, side.about ?? []), length: 3 };
  }
  return null;
}

/** Numbers that are none elsewhere: `which one`, `once host cities`. */
const counts: Record<string, number> = Object.assign(Object.create(null), {
  one: 1,
  once: 1,
  twice: 2,
  thrice: 3,
});

const overall: Record<string, "avg" | "max" | "min"> = Object.assign(Object.create(null), {
  average: "avg",
  avg: "avg",
  mean: "avg",
  maximum: "max",
  max: "max",
  minimum: "min",
  min: "min",
});

/** `above average`, `more than the average`, `older than the mean`, `below the maximum`: bounded by a figure over all rows. */
export function averageBoundAt(tokens: Token[], at: number): { key: Key; length: number } | null {
  const no = /^(no|not)$/.test(tokens[at]?.lower ?? "") ? 1 : 0;
  const lower = (offset: number) => tokens[at + offset]?.lower ?? "";
  const behind = (offset: number) => tokens[at + no + offset]?.lower ?? "";
  const side = sideAt(behind) ?? (no === 1 ? null : sideBefore(behind));
  if (!side) return null;
  let length = side.length + no;
  while (["the", "all", "overall", "their", "its"].includes(lower(length))) length++;
  const fn = overall[lower(length)];
  // `more than an average of 5` bounds an average instead.
  if (!fn || tokens[at + length + 1]?.kind === "number" || lower(length + 1) === "of") {
    const counted = fn && lower(length + 1) === "of" && tokens[at + length + 2]?.kind !== "number";
    if (!counted) return null;
  }
  const of = lower(length + 1) === "of" ? 1 : 0;
  return {
    key: {
      key: "average-bound",
      operator: no === 1 ? (side.over ? "<=" : ">=") : side.over ? ">" : "<",
      fn: fn!,
      about: side.about,
    },
    length: length + 1 + of,
  };
}

/** `more pages than …`, from `than` on: the noun stays to be read. */
function sideBefore(
  lower: (offset: number) => string,
): { over: boolean; about: string[]; length: number } | null {
  if (lower(0) !== "than" || !/^(more|greater|higher|larger|less|fewer|lower|smaller)$/.test(lower(-2)))
    return null;
  return { over: /^(more|greater|higher|larger)$/.test(lower(-2)), about: [], length: 1 };
}

/** `above`, `exceeding`, `older than`, `more expensive than`: which side, and what it is about. */
function sideAt(
  lower: (offset: number) => string,
): { over: boolean; about: string[]; length: number } | null {
  const first = lower(0);
  if (/^(above|over|exceed(s|ing)?)$/.test(first)) return { over: true, about: [], length: 1 };
  if (/^(below|under|beneath)$/.test(first)) return { over: false, about: [], length: 1 };
  const comparative = comparatives[first];
  if (comparative && lower(1) === "than")
    return { over: comparative.over, about: comparative.about ?? [], length: 2 };
  const adjective = gradable[lower(1)];
  if (adjective && (first === "more" || first === "less") && lower(2) === "than")
    return { over: first === "more", about: adjective.about, length: 3 };
  return null;
}

const numbers = new Set(Object.keys(counts));

/** `larger than the revenue of some company`: a comparison with something that is told, not with a number. */
export function againstAt(tokens: Token[], at: number): { key: Key; length: number } | null {
  const lower = (offset: number) => tokens[at + offset]?.lower ?? "";
  const side = sideAt(lower) ?? sideFurtherBefore(lower);
  if (!side || !/^than$/.test(lower(side.length - 1))) return null;
  const next = tokens[at + side.length];
  if (next?.kind !== "word" || (numbers.has(next.lower) && lower(side.length + 1) !== "of")) return null;
  const some = /^(some|any|one|another)$/;
  const words = [0, 1, 2, 3, 4, 5].map((step) => lower(side.length + step));
  // `than the revenue of all`, `than that of any`: which of them stands within a few words.
  const quantifier = words.find(
    (word, i) =>
      /^(all|every|each)$/.test(word) || some.test(word) || (word === "at" && words[i + 1] === "least"),
  );
  // `higher than any` is higher than all of them; `than some` than one.
  const isSome = quantifier !== undefined && /^(some|one|another|at)$/.test(quantifier);
  return {
    key: { key: "against", operator: side.over ? ">" : "<", about: side.about, some: isSome },
    length: side.length,
  };
}

/** `a higher balance than …`, `lower in March than …`: the comparative stands some words before. */
function sideFurtherBefore(
  lower: (offset: number) => string,
): { over: boolean; about: string[]; length: number } | null {
  if (lower(0) !== "than") return null;
  for (const back of [-2, -3, -4, -5]) {
    const known = comparatives[lower(back)];
    if (known) return { over: known.over, about: [], length: 1 };
  }
  return null;
}
