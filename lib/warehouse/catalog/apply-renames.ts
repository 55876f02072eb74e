import type { RenameDecision } from "#lib/contracts/catalog-changes.ts";

/** More renames of one thing than anybody makes: a ring of them ends here. */
const MOST_STEPS = 20;

/**
 * Where an id leads today: the id itself while the structure has it, else what people confirmed it was renamed to, over
 * several renames and over a renamed table. An id that leads nowhere stays as it is.
 */
export function idResolver(
  renames: readonly RenameDecision[],
  known: ReadonlySet<string>,
): (id: string) => string {
  const now = new Map(
    renames.filter(({ decision }) => decision === "confirmed").map(({ from, to }) => [from, to]),
  );
  if (now.size === 0) return (id) => id;
  return (id) => {
    let current = id;
    for (let step = 0; step < MOST_STEPS && !known.has(current); step++) {
      const dot = current.lastIndexOf(".");
      const table = now.get(current.slice(0, dot));
      const next = now.get(current) ?? (table === undefined ? undefined : `${table}${current.slice(dot)}`);
      if (next === undefined) return id;
      current = next;
    }
    return known.has(current) ? current : id;
  };
}

/**
 * A copy of what was written over old names, with today's: whole texts that are an id, ids in `{{…}}` within an
 * expression, and keys of records. It knows nothing of the shape, so whatever the semantic model comes to hold is mapped.
 */
export function withResolvedIds<Meaning>(meaning: Meaning, resolve: (id: string) => string): Meaning {
  return mapped(meaning, resolve) as Meaning;
}

function mapped(part: unknown, resolve: (id: string) => string): unknown {
  if (typeof part === "string")
    return part.includes("{{")
      ? part.replace(/\{\{([^}]+)\}\}/g, (_, id: string) => `{{${resolve(id)}}}`)
      : resolve(part);
  if (Array.isArray(part)) return part.map((each) => mapped(each, resolve));
  if (part === null || typeof part !== "object") return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [resolve(key), mapped(value, resolve)]),
  );
}
