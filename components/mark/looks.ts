import type { SourceKind } from "#components/wire/marks.ts";

/** Figures stand out from the sentence; names and quoted words, which are longer, only show that they can be opened. */
export function underlineOf(kind: SourceKind, isFigure: boolean): string {
  const weight = isFigure ? "decoration-[1.5px]" : "decoration-1 decoration-dotted";
  return `rounded-xs underline underline-offset-[0.28em] transition-colors ${weight} ${SOURCE_LOOKS[kind].underline}`;
}

/** The colours of each kind of source: of what stands underlined in a text, of its mark, and of a card's edge. */
export const SOURCE_LOOKS: Record<SourceKind, { underline: string; chip: string; dot: string }> = {
  rows: {
    underline: "decoration-rows/70 hover:bg-rows-soft hover:decoration-rows",
    chip: "bg-rows-soft text-rows",
    dot: "bg-rows",
  },
  statistic: {
    underline: "decoration-statistics/70 hover:bg-statistics-soft hover:decoration-statistics",
    chip: "bg-statistics-soft text-statistics",
    dot: "bg-statistics",
  },
  passage: {
    underline: "decoration-passages/70 hover:bg-passages-soft hover:decoration-passages",
    chip: "bg-passages-soft text-passages",
    dot: "bg-passages",
  },
};
