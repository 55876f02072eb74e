import { distance } from "fastest-levenshtein";
import { fold } from "./fold.ts";

/** What tells one column from another, whichever of its names it has. */
export interface Likeness {
  name: string;
  kind: string;
  /** Place in its table, from 0, and how many columns that has. */
  position: number;
  of: number;
  min?: string | undefined;
  max?: string | undefined;
  /** Some stored texts; empty where none are known. */
  values: readonly string[];
}

/** A rename is proposed above this. */
export const LEAST_RENAME = 0.8;
/** How far evidence may close the gap between a name's similarity and 1. */
const LIFT = 0.6;
/** What evidence weighs; values that nobody knows weigh nothing. */
const WEIGHTS = { kind: 0.3, position: 0.2, values: 0.5 };

/**
 * How likely a vanished column is the same as a new one, 0 to 1: `n + (1 − n) · 0.6 · e`, where `n` is the similarity of
 * the names and `e` the weighted mean of what else agrees (type 0.3, position 0.2, values or range 0.5, the last only
 * where both sides are known). Another type halves the score, values that do not meet take four tenths of it.
 * `profit_margin` and `net_margin` have n = 0.67 and reach 0.87 where all agrees; names without a word in common stay
 * below 0.8 whatever else agrees.
 */
export function renameScore(before: Likeness, after: Likeness): { score: number; reasons: string[] } {
  const name = nameSimilarity(before.name, after.name);
  const sameKind = before.kind === after.kind;
  const position = 1 - Math.min(1, Math.abs(before.position - after.position) / 4);
  const values = sameKind ? valueOverlap(before, after) : null;
  const known = values === null ? WEIGHTS.kind + WEIGHTS.position : 1;
  const evidence =
    ((sameKind ? WEIGHTS.kind : 0) + WEIGHTS.position * position + WEIGHTS.values * (values?.share ?? 0)) /
    known;
  let score = name + (1 - name) * LIFT * evidence;
  if (!sameKind) score *= 0.5;
  if (values?.share === 0) score *= 0.6;
  const reasons = [
    `the names are ${Math.round(name * 100)} % alike`,
    sameKind ? "the type is the same" : "the types differ",
    position === 1 ? "it stands at the same place" : "it stands at another place",
    ...(values ? [values.words] : []),
  ];
  return { score: Math.round(score * 100) / 100, reasons };
}

/**
 * Similarity of two names, 0 to 1: the greater of the edit distance over the longer name and the Dice coefficient of
 * their words, in which the last word counts twice, since it says what the thing is.
 */
export function nameSimilarity(one: string, other: string): number {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const [left, right] = [a.join("_"), b.join("_")];
  const longest = Math.max(left.length, right.length, 1);
  const bySpelling = 1 - distance(left, right) / longest;
  return Math.max(bySpelling, dice(weighted(a), weighted(b)));
}

function weighted(words: string[]): Map<string, number> {
  return new Map(words.map((word, at) => [word, at === words.length - 1 ? 2 : 1]));
}

function dice(one: Map<string, number>, other: Map<string, number>): number {
  let shared = 0;
  for (const [word, weight] of one) shared += Math.min(weight, other.get(word) ?? 0);
  const total = [...one.values(), ...other.values()].reduce((sum, weight) => sum + weight, 0);
  return total === 0 ? 0 : (2 * shared) / total;
}

/** A name in lower-case words: `NetMargin` and `net_margin` are the same two. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

function valueOverlap(before: Likeness, after: Likeness): { share: number; words: string } | null {
  if (before.values.length > 0 && after.values.length > 0) {
    const there = new Set(after.values.map(fold));
    const shared = before.values.filter((value) => there.has(fold(value))).length;
    const share = shared / before.values.length;
    return { share, words: `${Math.round(share * 100)} % of its values are there` };
  }
  const share = rangeOverlap(before, after);
  return share === null
    ? null
    : {
        share,
        words: share === 0 ? "the ranges do not meet" : `the ranges overlap by ${Math.round(share * 100)} %`,
      };
}

/** The shared stretch of two ranges over what both cover; null where either is not known. */
function rangeOverlap(before: Likeness, after: Likeness): number | null {
  const edges = [before.min, before.max, after.min, after.max].map(toNumber);
  if (edges.some((edge) => edge === null)) return null;
  const [low, high, least, most] = edges as [number, number, number, number];
  const all = Math.max(high, most) - Math.min(low, least);
  if (all === 0) return 1;
  return Math.max(0, Math.min(high, most) - Math.max(low, least)) / all;
}

/** Numbers as they are, dates and instants by their time. */
function toNumber(edge: string | undefined): number | null {
  if (edge === undefined) return null;
  const value = edge.trim() === "" ? Number.NaN : Number(edge);
  const found = Number.isNaN(value) ? Date.parse(edge) : value;
  return Number.isNaN(found) ? null : found;
}
