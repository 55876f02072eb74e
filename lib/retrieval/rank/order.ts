import type { FusedCandidate } from "./fuse.ts";
import { isNotYetInForce, type Succession } from "./succession.ts";

export interface RankedCandidate extends FusedCandidate {
  recency: number;
  final: number;
}

const DAY_MS = 86_400_000;
/** At most this share of a score is lost to age: it decides between passages that fit about as well. */
const MOST_LOST = 0.08;
const HALF_LIFE_DAYS = 730;
/** Of a document that is not in force: a superseded one whose successor does not speak about this, or hardly. */
const NOT_IN_FORCE = 0.8;
/** A successor that scores less than this share of it does not take its place in the answer. */
const COMPARABLE = 0.5;

/**
 * Orders what was found: newer before older where both fit, and what was superseded under what took its place, and what is to
 * take effect later under what is in force until then. Age is counted from the succession's day; what is dated later
 * counts as new.
 */
export function order(candidates: readonly FusedCandidate[], succession: Succession): RankedCandidate[] {
  const ranked = candidates.map((each) => {
    const recency = recencyOf(each.effective ?? each.published, succession.asOf);
    return { ...each, recency, final: each.fused * recency };
  });
  const best = new Map<string, number>();
  for (const { documentId, final } of ranked)
    best.set(documentId, Math.max(best.get(documentId) ?? 0, final));
  for (const each of ranked) {
    if (isNotYetInForce(each, succession)) {
      const present = best.get(succession.inForce.get(each.documentId) ?? "");
      each.final = Math.min(each.final * NOT_IN_FORCE, (present ?? Number.POSITIVE_INFINITY) * 0.98);
      continue;
    }
    const successor = succession.supersededBy.get(each.documentId);
    if (!successor) continue;
    const ceiling = best.get(successor.documentId) ?? 0;
    // Just under its successor's best passage, in the order the superseded ones had among themselves.
    each.final =
      ceiling < each.final * COMPARABLE
        ? each.final * NOT_IN_FORCE
        : Math.min(each.final * NOT_IN_FORCE, ceiling * 0.98);
  }
  return ranked.sort((a, b) => b.final - a.final || a.passageId - b.passageId);
}

/** 1 for what is new, falling towards 0.92; the middle for what has no date. */
function recencyOf(date: string | null, asOf: string): number {
  if (date === null) return 1 - MOST_LOST / 2;
  const age = Math.max(0, (Date.parse(asOf) - Date.parse(date)) / DAY_MS);
  return 1 - MOST_LOST * (1 - 2 ** (-age / HALF_LIFE_DAYS));
}
