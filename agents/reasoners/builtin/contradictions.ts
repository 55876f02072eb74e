import { contentStems } from "./sentences.ts";

/** How a sentence says that a figure changed, as a factor: `tripled` is 3, `rose by about half` 1.5. */
export interface ToldChange {
  factor: number;
  words: string;
}

const FACTORS: Array<[RegExp, (match: RegExpExecArray) => number]> = [
  [/\b(?:quadrupled|four times)\b/i, () => 4],
  [/\b(?:tripled|trebled|three times|threefold)\b/i, () => 3],
  [/\b(?:doubled|twice as (?:much|high|many)|twofold)\b/i, () => 2],
  [/\b(?:halved|fell by (?:about |roughly |around )?(?:a )?half)\b/i, () => 0.5],
  [
    /\b(?:rose|grew|increased|went up|up|climbed) (?:by )?(?:about |roughly |around |some )?(?:a )?half\b/i,
    () => 1.5,
  ],
  [
    /\b(?:rose|grew|increased|went up|up|climbed) (?:by )?(?:about |roughly |around |some )?(?:a )?third\b/i,
    () => 4 / 3,
  ],
  [
    /\b(?:rose|grew|increased|went up|up|climbed) (?:by )?(?:about |roughly |around |some )?(?:a )?quarter\b/i,
    () => 1.25,
  ],
  [
    /\b(?:rose|grew|increased|went up|up|climbed) (?:by )?(?:about |roughly |around |some )?(\d+(?:\.\d+)?) ?(?:%|per ?cent)/i,
    (match) => 1 + Number(match[1]) / 100,
  ],
  [
    /\b(?:fell|dropped|declined|decreased|went down|down) (?:by )?(?:about |roughly |around |some )?(\d+(?:\.\d+)?) ?(?:%|per ?cent)/i,
    (match) => 1 - Number(match[1]) / 100,
  ],
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
