import type { ScoredPassage } from "#lib/contracts/passage.ts";
import type { Span } from "./passage-anchor.ts";

/**
 * The page of a passage's document, in the version that was read, at the passage; where it is opened from a quotation,
 * at the quoted words within it.
 */
export function documentHref(
  { documentId, version, start, end }: Pick<ScoredPassage, "documentId" | "version" | "start" | "end">,
  quoted: Span | null = null,
): string {
  const place = new URLSearchParams({ version, from: String(start), to: String(end) });
  // A quotation counts within its passage, the page within the document.
  const words = quoted && { start: start + quoted.start, end: Math.min(end, start + quoted.end) };
  if (words && words.start < words.end) {
    place.set("quoteFrom", String(words.start));
    place.set("quoteTo", String(words.end));
  }
  return `/documents/${encodeURIComponent(documentId)}?${place}`;
}
