import type { Span } from "./passage-anchor.ts";

/** A stretch of a text: as it is, quoted, or the quotation that was opened. */
export interface TextPiece {
  text: string;
  state: "plain" | "quoted" | "opened";
}

/**
 * A text cut at its quotations, which may overlap: pieces in order that together are the text, character for
 * character. Offsets count UTF-16 code units, as JavaScript does; what lies beyond the text is ignored.
 */
export function markText(text: string, quoted: readonly Span[], opened: Span | null): TextPiece[] {
  const spans = opened === null ? quoted : [...quoted, opened];
  const cuts = new Set([0, text.length]);
  for (const { start, end } of spans)
    for (const cut of [start, end]) if (cut > 0 && cut < text.length) cuts.add(cut);
  const places = [...cuts].sort((a, b) => a - b);
  const covers = (span: Span, at: number) => span.start <= at && at < span.end;
  const pieces: TextPiece[] = [];
  places.slice(0, -1).forEach((start, at) => {
    const state =
      opened !== null && covers(opened, start)
        ? "opened"
        : quoted.some((span) => covers(span, start))
          ? "quoted"
          : "plain";
    const piece = text.slice(start, places[at + 1]);
    const before = pieces.at(-1);
    if (before?.state === state) before.text += piece;
    else pieces.push({ text: piece, state });
  });
  return pieces;
}
