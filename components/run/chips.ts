import type { Reading, ReadingPart } from "#lib/contracts/reading.ts";

/** A part of a reading in plain words. */
export interface Chip {
  kind: "measure" | "dimension" | "filter" | "time" | "limit" | "entity";
  text: string;
  because?: string | undefined;
  /** It stayed from the question before. */
  kept: boolean;
}

/** A reading as chips, in the order in which a sentence would name its parts. */
export function chipsOf(reading: Reading, kept: readonly string[]): Chip[] {
  const chip = (kind: Chip["kind"], text: string, because?: string): Chip => ({
    kind,
    text,
    because,
    kept: kept.includes(text),
  });
  const parts = (kind: Chip["kind"], list: ReadingPart[]) =>
    list.map((part) => chip(kind, part.label, part.because));
  const chips = [
    ...parts("measure", reading.measures),
    ...(reading.measures.length === 0 ? parts("entity", reading.entities) : []),
    ...parts("dimension", reading.dimensions),
    ...parts("filter", reading.filters),
    // A grain without bounds already stands there as a dimension.
    ...(reading.time?.from || reading.time?.to ? parts("time", [reading.time]) : []),
    ...(reading.limit === null ? [] : [chip("limit", String(reading.limit))]),
  ];
  return chips.filter(({ text }) => text !== "");
}
