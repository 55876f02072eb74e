import { AppError } from "#lib/contracts/errors.ts";
import type { Finding } from "#lib/contracts/evidence.ts";
import type { Retrieval } from "#lib/retrieval/retrieval.ts";

/** What the graph may ask of the documents. Rights are kept below: it is told whose they are. */
export type Documents = Pick<Retrieval, "isFilled" | "search" | "texts">;

/**
 * Whether this role has documents to search, and what to say where nobody can tell now: an index that does not answer
 * stops no question that rows can answer.
 */
export async function hasDocuments(
  documents: Documents,
  role: string,
): Promise<{ searchable: boolean; findings: Finding[] }> {
  try {
    return { searchable: await documents.isFilled(role), findings: [] };
  } catch (error) {
    if (!isDown(error)) throw error;
    return { searchable: false, findings: [{ code: "partial", sentence: error.sentence }] };
  }
}

export function isDown(error: unknown): error is AppError {
  return error instanceof AppError && error.code === "E_SEARCH_DOWN";
}
