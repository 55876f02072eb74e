import type { IncomingDocument } from "./write.ts";

/** What a reader comes across, one after the other. */
export type Reading =
  | { kind: "document"; document: IncomingDocument }
  /** As it lies in the index. */
  | { kind: "unchanged"; id: string }
  /** Left out, in a sentence; what an earlier version of it said goes. */
  | { kind: "broken"; fault: string }
  /** The whole collection cannot be read now: what is indexed stays. */
  | { kind: "unreachable"; fault: string };

/** One collection's way to its documents. */
export interface CollectionReader {
  id: string;
  name: string;
  /** The roles that documents may be meant for; absent where any name may be one. */
  roles?: readonly string[];
  /** @param known the versions in the index, by document id */
  read(known: ReadonlyMap<string, string>, signal: AbortSignal): AsyncIterable<Reading>;
}
