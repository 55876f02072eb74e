import type { ShownColumn } from "#components/result/columns.ts";
import type { Marks } from "#components/wire/marks.ts";
import type { Claim } from "#lib/contracts/evidence.ts";
import type { ScoredPassage } from "#lib/contracts/passage.ts";
import type { StoredRetrieval } from "#lib/contracts/retrieval.ts";

/** What the figures and quotations of an answer are looked up in. */
export interface Sourced {
  claims: ReadonlyMap<string, Claim>;
  marks: Marks;
  /** The columns of each result. */
  columns: ReadonlyMap<string, ShownColumn[]>;
  retrievals: StoredRetrieval[];
}

/** The passage with that id, in whichever search found it. */
export function passageOf(retrievals: StoredRetrieval[], id: string): ScoredPassage | undefined {
  for (const { passages, below } of retrievals) {
    const found = [...passages, ...below].find((each) => each.id === id);
    if (found) return found;
  }
  return undefined;
}
