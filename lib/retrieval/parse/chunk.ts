import type { NormalisedText, PlacedBlock } from "./blocks.ts";

/** A stretch of a document's text that is found and cited as one. */
export interface Chunk {
  ordinal: number;
  /** The headings it stands under, outermost first. */
  headings: string[];
  /** Offsets in the normalised text; the end is exclusive. */
  start: number;
  end: number;
}

/** Words. A passage should answer a question alone, and be short enough to read at a glance. */
const ENOUGH = 120;
const MOST = 220;
/** A heading of this level or above begins a new chapter: no passage stands on both sides of it. */
const CHAPTER = 2;

interface Piece {
  start: number;
  end: number;
  words: number;
}

/**
 * Cuts a document into passages of about 120 to 220 words: never across a heading of level 1 or 2, a table whole, a
 * long paragraph between sentences. A short rest joins the passage before it.
 */
export function chunk({ text, blocks }: NormalisedText): Chunk[] {
  return sections(blocks)
    .flatMap(({ headings, content }) =>
      pack(content.flatMap((block) => piecesOf(text, block))).map(({ start, end }) => ({
        headings,
        start,
        end,
      })),
    )
    .map((each, ordinal) => ({ ordinal, ...each }));
}

interface Section {
  headings: string[];
  content: PlacedBlock[];
}

function sections(blocks: readonly PlacedBlock[]): Section[] {
  const found: Section[] = [];
  const path: string[] = [];
  let current: Section = { headings: [], content: [] };
  for (const block of blocks) {
    if (block.kind !== "heading") current.content.push(block);
    else if (block.level > CHAPTER) current.content.push(block);
    else {
      if (current.content.some((each) => each.kind !== "heading")) found.push(current);
      path.length = block.level - 1;
      path[block.level - 1] = block.heading;
      current = { headings: path.filter((each) => each !== undefined), content: [] };
    }
  }
  if (current.content.some((each) => each.kind !== "heading")) found.push(current);
  return found;
}

function piecesOf(text: string, block: PlacedBlock): Piece[] {
  const { start, end } = block;
  const words = countWords(text.slice(start, end));
  if (block.kind !== "text" || words <= MOST) return [{ start, end, words }];
  return sentences(text, start, end);
}

/** Sentences, and pieces of one that goes on for longer than a passage. */
function sentences(text: string, from: number, to: number): Piece[] {
  const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
  const pieces: Piece[] = [];
  for (const { segment, index } of segmenter.segment(text.slice(from, to))) {
    const start = from + index;
    const words = [...segment.matchAll(/\S+/g)];
    for (let at = 0; at < words.length; at += MOST) {
      const last = words[Math.min(at + MOST, words.length) - 1]!;
      pieces.push({
        start: start + words[at]!.index,
        end: start + last.index + last[0].length,
        words: Math.min(MOST, words.length - at),
      });
    }
  }
  return pieces;
}

function pack(pieces: readonly Piece[]): Piece[] {
  const packed: Piece[] = [];
  let current: Piece | null = null;
  for (const piece of pieces) {
    if (current && current.words + piece.words <= MOST && current.words < ENOUGH) {
      current = { start: current.start, end: piece.end, words: current.words + piece.words };
    } else {
      if (current) packed.push(current);
      current = piece;
    }
  }
  if (!current) return packed;
  const before = packed.at(-1);
  // A tail of a few words says little without what it belongs to.
  if (before && current.words < 40 && before.words + current.words <= MOST + 40)
    packed[packed.length - 1] = {
      start: before.start,
      end: current.end,
      words: before.words + current.words,
    };
  else packed.push(current);
  return packed;
}

export function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}
