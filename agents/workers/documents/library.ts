import type { SearchResult } from "#lib/contracts/passage.ts";
import type { Text } from "./themes.ts";

/** What the graph may ask of the documents. Rights are the library's to keep: it is told whose they are. */
export interface Library {
  /** Whether this role has anything to search. */
  isFilled(role: string): Promise<boolean>;
  search(request: SearchRequest): Promise<SearchResult>;
  /** Texts kept in a table's rows, cut into words; those of these keys, or all. */
  texts(request: { table: string; role: string; source: string }): Promise<Array<Text & { key: string }>>;
}

export interface SearchRequest {
  text: string;
  role: string;
  /** Recency counts from this day. */
  asOf: string;
  limit?: number | undefined;
  rows?: { source: string; table: string; keys: Array<string | number> } | undefined;
  published?: { from?: string | undefined; to?: string | undefined } | undefined;
}
