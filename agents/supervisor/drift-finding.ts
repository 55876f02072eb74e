import type { Catalog } from "#lib/contracts/catalog.ts";
import type { Finding } from "#lib/contracts/evidence.ts";

/** What the question names and the source has lost, in a sentence each: it is not silently read as something else. */
export function driftFindings(question: string, { lost = [] }: Pick<Catalog, "lost">): Finding[] {
  const asked = ` ${wordsOf(question)} `;
  return lost
    .filter(({ names }) => names.some((name) => asked.includes(` ${wordsOf(name)} `)))
    .map(({ names, column, proposed }) => ({
      code: "drift" as const,
      sentence: `“${names[0]}” rests on ${column}, which is no longer in the source, so it cannot be used.${proposed === undefined ? "" : ` It may be called ${proposed} now: confirm that on the source's page of changes.`}`,
    }));
}

function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .join(" ");
}
