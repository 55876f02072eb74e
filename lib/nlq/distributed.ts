import type { Chunk } from "./chunks.ts";
import { stem } from "./english/stem.ts";
import { nameCandidates } from "./name-links.ts";
import type { Schema } from "./schema.ts";

/** Surer than the bare word, which fits a column of nearly every table. */
const surer = 1.01;

/**
 * `budget type codes and descriptions`: what stands before the first noun of a list is said of the others too. Their
 * columns of that name go first.
 */
export function distribute(chunks: Chunk[], schema: Schema): Chunk[] {
  return chunks.map((piece, i) => {
    if (piece.kind !== "link" || piece.candidates[0]?.kind !== "column" || piece.end !== piece.start + 1)
      return piece;
    // Back over the list to its first noun.
    let at = i;
    while (isAnd(chunks[at - 1]) && chunks[at - 2]?.kind === "link") at -= 2;
    const head = chunks[at];
    if (at === i || head?.kind !== "link" || head.candidates[0]?.kind !== "column") return piece;
    const words = head.text.toLowerCase().split(/\s+/);
    if (words.length < 2 || words.some((word) => /^(of|the|and|in)$/.test(word))) return piece;
    const wanted = [...words.slice(0, -1), piece.text.toLowerCase()].map(stem);
    const named = nameCandidates(wanted, schema, false).filter(
      ({ kind, score }) => kind === "column" && score >= 0.98,
    );
    if (named.length === 0) return piece;
    const candidates = named.map((one) => ({
      ...one,
      score: surer,
      because: `by name, with “${words.slice(0, -1).join(" ")}”`,
    }));
    return { ...piece, candidates: [...candidates, ...piece.candidates] };
  });
}

function isAnd(piece: Chunk | undefined): boolean {
  return piece?.kind === "key" && piece.key.key === "and";
}
