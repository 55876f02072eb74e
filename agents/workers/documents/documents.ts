import { AppError } from "#lib/contracts/errors.ts";
import type { Retrieval } from "#lib/retrieval/retrieval.ts";

/** What the graph may ask of the documents. Rights are kept below: it is told whose they are. */
export type Documents = Pick<Retrieval, "isFilled" | "search" | "texts">;

/** Whether this role has documents to search. An index that does not answer stops no question that rows can answer. */
export async function hasDocuments(documents: Documents, role: string): Promise<boolean> {
  try {
    return await documents.isFilled(role);
  } catch (error) {
    if (isDown(error)) return false;
    throw error;
  }
}

export function isDown(error: unknown): error is AppError {
  return error instanceof AppError && error.code === "E_SEARCH_DOWN";
}
