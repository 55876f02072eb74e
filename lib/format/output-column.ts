import type { OutputColumn } from "#lib/contracts/reading.ts";
import type { ResultColumn } from "#lib/contracts/statement.ts";

/**
 * What a reading put out as this result column: the one at its place, or else one of its name, since a person may have
 * rewritten the statement.
 */
export function outputOf(
  column: ResultColumn,
  at: number,
  output: readonly OutputColumn[],
): OutputColumn | undefined {
  const same = output[at];
  return same?.name === column.name ? same : output.find((each) => each.name === column.name);
}

/** A column nobody named, as words. */
export function columnWords(name: string): string {
  return name.replaceAll("_", " ");
}
