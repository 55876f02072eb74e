import type { ScoredPassage } from "#lib/contracts/passage.ts";

/** The page of a passage's document, in the version that was read, at the passage. */
export function documentHref({
  documentId,
  version,
  start,
  end,
}: Pick<ScoredPassage, "documentId" | "version" | "start" | "end">): string {
  const place = new URLSearchParams({ version, from: String(start), to: String(end) });
  return `/documents/${encodeURIComponent(documentId)}?${place}`;
}
