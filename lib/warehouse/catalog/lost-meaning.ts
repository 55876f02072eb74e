import type { LostMeaning } from "#lib/contracts/catalog.ts";
import type { SemanticModel } from "#lib/warehouse/semantic/semantic-model.ts";
import type { CatalogMemory } from "./raw-catalog.ts";

/**
 * The metrics and terms of a model that dropped out because a column they rest on vanished from what this role sees. What
 * a role never saw is not told: that would say that it exists.
 */
export function lostMeaning(
  model: SemanticModel | null,
  { vanished }: CatalogMemory,
  known: ReadonlySet<string>,
): LostMeaning[] {
  if (!model || vanished.length === 0) return [];
  const gone = new Map(vanished.map((change) => [change.id, change]));
  const goneOf = (ids: string[]) =>
    ids
      .filter((id) => !known.has(id))
      .map((id) => ({ id, change: gone.get(id) ?? gone.get(id.slice(0, id.lastIndexOf("."))) }))
      .find(({ change }) => change !== undefined);
  const lost: LostMeaning[] = [];
  const note = (names: string[], ids: string[]) => {
    const found = goneOf(ids);
    if (!found) return;
    const proposed = found.change?.proposal?.to;
    lost.push({ names, column: found.id, ...(proposed === undefined ? {} : { proposed }) });
  };
  for (const { name, synonyms, columns } of model.metrics) note([name, ...synonyms], columns);
  for (const { term, synonyms, binding } of model.glossary)
    if (binding.kind !== "metric")
      note([term, ...synonyms], [binding.kind === "table" ? binding.table : binding.column]);
  return lost;
}
