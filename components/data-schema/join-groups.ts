import type { Catalog, Join } from "#lib/contracts/catalog.ts";
import type { Decision, JoinDecision } from "#lib/contracts/catalog-changes.ts";

/** What a person said, as another one reads it. */
export interface Said {
  decision: Decision;
  /** Null where it was the reader. */
  by: string | null;
  /** ISO instant. */
  at: string;
}

export interface JoinEntry {
  key: string;
  from: string[];
  to: string[];
  /** Null where it was not inferred. */
  score: number | null;
  reasons: string[];
  /** What a person said about it. */
  said: Said | null;
  /** What can be done: it is to be decided, its decision taken back, or nothing. */
  can: "decide" | "undo" | null;
}

export const JOIN_GROUPS = ["ask", "inferred", "rejected", "confirmed", "declared"] as const;
export type JoinGroup = (typeof JOIN_GROUPS)[number];

/**
 * A source's joins by what speaks for them, as a role sees them: of what it does not see, nothing is shown, decided or
 * not. Within a group the likeliest come first.
 *
 * @param isUnsure whether a person is asked before it is used
 * @param search words of which all have to occur in the columns' ids
 */
export function joinGroups(
  { joins, columns }: Pick<Catalog, "joins" | "columns">,
  decisions: JoinDecision[],
  { reader, isUnsure, search }: { reader: string; isUnsure: (join: Join) => boolean; search: string },
): Record<JoinGroup, JoinEntry[]> {
  const groups: Record<JoinGroup, JoinEntry[]> = {
    ask: [],
    inferred: [],
    rejected: [],
    confirmed: [],
    declared: [],
  };
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const isFound = (ids: string[]) => words.every((word) => ids.join(" ").toLowerCase().includes(word));
  const saidOf = ({ decision, by, at }: Said & { by: string }): Said => ({
    decision,
    by: by === reader ? null : by,
    at,
  });
  for (const join of joins) {
    const { from, to, origin, score, reasons = [], confirmed } = join;
    if (!isFound([...from, ...to])) continue;
    const isInferred = origin === "inferred";
    const group = isInferred ? (isUnsure(join) ? "ask" : "inferred") : origin;
    groups[group].push({
      ...{ key: keyOf(join), from, to, score: isInferred ? score : null },
      // That a person confirmed it is said by name already.
      reasons: confirmed ? reasons.slice(1) : reasons,
      said: confirmed ? saidOf({ decision: "confirmed", ...confirmed }) : null,
      can: isInferred ? "decide" : confirmed ? "undo" : null,
    });
  }
  const seen = new Set(columns.map(({ id }) => id));
  for (const decision of decisions) {
    const { from, to, reason } = decision;
    const ids = [...from, ...to];
    if (decision.decision !== "rejected" || !ids.every((id) => seen.has(id)) || !isFound(ids)) continue;
    groups.rejected.push({
      ...{ key: keyOf(decision), from, to, score: null, can: "undo" },
      reasons: reason ? [reason] : [],
      said: saidOf(decision),
    });
  }
  for (const group of JOIN_GROUPS)
    groups[group].sort((a, b) => (b.score ?? 0) - (a.score ?? 0) || a.key.localeCompare(b.key));
  return groups;
}

const keyOf = ({ from, to }: Pick<Join, "from" | "to">) => `${from.join()}>${to.join()}`;
