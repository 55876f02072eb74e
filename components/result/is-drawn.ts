import type { FoundResult } from "#components/wire/fold-sources.ts";

/** Whether a result has a picture: a line, bars, or what parts added to a change. */
export function isDrawn({ chart, derivation }: FoundResult): boolean {
  return derivation?.operation === "contributions" || (chart !== null && chart.kind !== "number");
}
