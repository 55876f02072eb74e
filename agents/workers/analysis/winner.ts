import type { Cell } from "#lib/contracts/statement.ts";
import { toNumber } from "#lib/format/figure.ts";
import type { Filter } from "#lib/nlq/compose.ts";

/** A contributions table with the column whose values its rows are. */
export interface Split {
  /** The step whose table it is. */
  task: string;
  column: string;
  rows: Cell[][];
}

/** The member where the change happened. */
export interface Winner {
  task: string;
  filter: Filter;
  /** Its share of the change less its weight in the whole. */
  surplus: number;
}

/** A member that explains less of the change than this is not where to look further. */
const DECISIVE = 0.4;
/** What explains as much of the change as it is of the whole explains nothing: so much more it has to be. */
const SURPLUS = 0.15;
/** Where ups and downs all but cancel out, shares of what is left over say nothing. */
const ONE_WAY = 1 / 3;
/** A split whose sum is further from the change than this lost rows on the way. */
const COMPLETE = 0.02;

/**
 * The member, of whichever dimension, that explains most of a change beyond its own weight (Bhagwan et al., Adtributor,
 * 2014, call that surprise); null where the change is spread out.
 */
export function decisiveMember(splits: Split[], change: number): Winner | null {
  let best: Winner | null = null;
  for (const { task, column, rows } of splits) {
    const contributions = rows.map((row) => toNumber(row[3] ?? null) ?? 0);
    const total = contributions.reduce((sum, each) => sum + each, 0);
    const distance = contributions.reduce((sum, each) => sum + Math.abs(each), 0);
    const isWhole = Math.abs(total - change) <= COMPLETE * Math.abs(change);
    const [top] = rows;
    if (!top || top[0] === null || !isWhole || Math.abs(total) < ONE_WAY * distance) continue;
    const share = contributions[0]! / total;
    const surplus = share - (toNumber(top[4] ?? null) ?? 0);
    if (share < DECISIVE || surplus < SURPLUS || (best && best.surplus >= surplus)) continue;
    const name = String(top[0]);
    best = { task, filter: { column, values: [name], label: name }, surplus };
  }
  return best;
}
