import type { RenameDecision, StructureChange } from "#lib/contracts/catalog-changes.ts";
import type { Said } from "./join-groups.ts";

export interface ChangeEntry {
  change: Omit<StructureChange, "known">;
  /** What a person said about its proposal. */
  said: Said | null;
}

/** Changes that were found at one time. */
export interface ChangeGroup {
  /** ISO instant. */
  foundAt: string;
  entries: ChangeEntry[];
}

/** Changes by when they were found, the newest first; what waits for a person comes first in each. */
export function changeGroups(
  found: Array<{ foundAt: string; change: StructureChange }>,
  renames: RenameDecision[],
  reader: string,
): ChangeGroup[] {
  const said = new Map(renames.map((each) => [`${each.from}>${each.to}`, each]));
  return [...Map.groupBy(found, ({ foundAt }) => foundAt)].map(([foundAt, together]) => ({
    foundAt,
    entries: together
      .map(({ change: { known: _, ...change } }): ChangeEntry => {
        const decided = change.proposal && said.get(`${change.id}>${change.proposal.to}`);
        if (!decided) return { change, said: null };
        const { decision, by, at } = decided;
        return { change, said: { decision, by: by === reader ? null : by, at } };
      })
      .toSorted((a, b) => rankOf(a) - rankOf(b) || a.change.id.localeCompare(b.change.id)),
  }));
}

function rankOf({ change, said }: ChangeEntry): number {
  if (change.proposal && !said) return 0;
  return ["removed", "type-changed", "added"].indexOf(change.kind) + 1;
}
