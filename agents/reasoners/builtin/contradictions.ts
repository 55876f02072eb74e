import { contentStems } from "./sentences.ts";

/** How a sentence says that a figure changed, as a factor: `tripled` is 3, `rose by about half` 1.5. */
export interface ToldChange {
  factor: number;
  words: string;
}

const ROSE = String.raw`\b(?:rose|risen|rises|grew|grown|increased|went up|gone up|was up|is up|up|climbed)`;
const FELL = String.raw`\b(?:fell|fallen|falls|dropped|declined|decreased|shrank|went down|gone down|was down|is down|down)`;
/** `by about`, `by more than`: how roughly is left to the comparison. */
const ABOUT =
  "(?: by)?(?: (?:about|roughly|around|some|nearly|almost|over|more than|less than|approximately|an estimated))? ";
const NUMBER = String.raw`(\d+(?:\.\d+)?)`;
/** `10 to 12 per cent`; percentage points are a difference, not a factor. */
const PERCENT = String.raw`${NUMBER}(?: ?(?:%|per ?cent))?(?: ?(?:to|–|-|or) ?${NUMBER})? ?(?:%|per ?cent(?!\w))(?!(?:age)?[ -]?points?)`;
const PARTS: Array<[string, number]> = [
  ["(?:two|2)[ -]thirds", 2 / 3],
  ["three[ -]quarters", 3 / 4],
  ["three[ -]fifths", 3 / 5],
  ["two[ -]fifths", 2 / 5],
  ["(?:a |one )?half", 1 / 2],
  ["(?:a |one )third", 1 / 3],
  // `in the third quarter` is no part.
  ["(?:a |one )quarter", 1 / 4],
  ["(?:a |one )fifth", 1 / 5],
  ["(?:a |one )tenth", 1 / 10],
];

/** `50`, or the middle of `40 to 60`, as a share. */
function shareIn([, first, last]: RegExpExecArray): number {
  return (Number(first) + Number(last ?? first)) / 200;
}

const pattern = (source: string) => new RegExp(source, "i");

const FACTORS: Array<[RegExp, (match: RegExpExecArray) => number]> = [
  [/\b(?:quadrupled|four times|fourfold)\b/i, () => 4],
  [/\b(?:tripled|trebled|three times|threefold)\b/i, () => 3],
  [/\b(?:doubled|twice as (?:much|high|many)|twofold)\b/i, () => 2],
  [/\bhalved\b/i, () => 0.5],
  ...PARTS.flatMap(([words, share]): typeof FACTORS => [
    [pattern(`${ROSE}${ABOUT}${words}\\b`), () => 1 + share],
    [pattern(`${FELL}${ABOUT}${words}\\b`), () => 1 - share],
  ]),
  [pattern(`${ROSE}${ABOUT}${PERCENT}`), (match) => 1 + shareIn(match)],
  [pattern(`${FELL}${ABOUT}${PERCENT}`), (match) => 1 - shareIn(match)],
  [/\b(?:unchanged|did not change|stayed (?:the same|flat)|remained (?:flat|stable))\b/i, () => 1],
];

/** The change that a sentence tells of a figure; null where it names another or tells none. */
export function toldChange(sentence: string, figure: string): ToldChange | null {
  const words = contentStems(figure);
  const own = new Set(contentStems(sentence));
  if (words.length === 0 || !words.every((word) => own.has(word))) return null;
  for (const [pattern, factor] of FACTORS) {
    const match = pattern.exec(sentence);
    if (match) return { factor: factor(match), words: match[0] };
  }
  return null;
}

/** A factor told roughly may be off by this much of its logarithm's size before it counts as wrong. */
const ROUGH = 0.3;

/** Whether what was told is too far from what the rows say. */
export function disagrees(told: number, computed: number): boolean {
  if (told <= 0 || computed <= 0) return told !== computed;
  return Math.abs(Math.log(told / computed)) > ROUGH;
}
