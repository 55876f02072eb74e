import type { Metric } from "#lib/contracts/catalog.ts";
import type { Reading } from "#lib/contracts/reading.ts";
import type { StoredResult } from "#lib/contracts/statement.ts";
import type { Member } from "./contributions.ts";
import { amountsIn, type Layout, type Summable } from "./figures.ts";
import type { Windows } from "./windows.ts";

/** Where a figure's parts stand in the columns of a reading's result; null where they do not. */
export function layoutOf(
  { output }: Pick<Reading, "output">,
  figure: Summable,
  member: string | null,
): Layout | null {
  const at = (fits: (column: Reading["output"][number]) => boolean) => output.findIndex(fits);
  const quarter = at(({ role }) => role === "time");
  const numerator = at(({ binding }) => binding === figure.numerator.id);
  const denominator = figure.denominator ? at(({ binding }) => binding === figure.denominator!.id) : null;
  const name = member === null ? null : at(({ binding }) => binding === member);
  if ([quarter, numerator, denominator, name].includes(-1)) return null;
  return { quarter, numerator, denominator, member: name };
}

/** Each member's amounts in the two windows; one that is in only one of them has nothing in the other. */
export function membersOf(result: StoredResult, layout: Layout, windows: Windows): Member[] {
  const before = amountsIn(result, layout, windows.before);
  const after = amountsIn(result, layout, windows.after);
  const [any] = [...before.values(), ...after.values()];
  if (!any) return [];
  const nothing = {
    numerator: any.numerator.minus(any.numerator),
    denominator: any.denominator?.minus(any.denominator) ?? null,
  };
  return [...new Set([...before.keys(), ...after.keys()])].map((name) => ({
    name,
    before: before.get(name) ?? nothing,
    after: after.get(name) ?? nothing,
  }));
}

/** The metrics that have to be selected so that the figure can be added up. */
export function summandsOf({ numerator, denominator }: Summable): Metric[] {
  return denominator ? [numerator, denominator] : [numerator];
}
