import type { Answer } from "#lib/contracts/evidence.ts";

/** What of an answer was found again in its sources: how many, and whether figures, words of documents, or both. */
export function whatIsChecked(
  answer: Answer | null,
  count: number,
): { count: number; kind: "figures" | "quotations" | "both" } {
  const quoted = (answer?.claims ?? []).filter(
    ({ basis }) => basis.kind === "span" || basis.kind === "document",
  ).length;
  return { count, kind: quoted === 0 ? "figures" : quoted < count ? "both" : "quotations" };
}
