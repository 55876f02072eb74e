import { createHash } from "node:crypto";

/** A stream of repeatable random numbers. */
export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  integer(low: number, high: number): number;
  /** A number around 1 that multiplies a figure by noise: `noise(0.1)` mostly stays within ±20 %. */
  noise(deviation: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  /** One of the items, each as likely. */
  pick<Item>(items: readonly Item[]): Item;
  /** One of the items, by weight. */
  weighted<Item>(items: readonly Item[], weightOf: (item: Item) => number): Item;
}

/**
 * A random stream named after what it is for. Each subject area takes streams of its own, so that a new area or an
 * extra draw in one never changes the figures of another.
 *
 * Method: sfc32 (Chris Doty-Humphrey's Small Fast Counting generator), its state taken from SHA-256 of seed and name.
 */
export function randomStream(seed: string, name: string): Random {
  const digest = createHash("sha256").update(`${seed}:${name}`).digest();
  let a = digest.readUInt32LE(0);
  let b = digest.readUInt32LE(4);
  let c = digest.readUInt32LE(8);
  let counter = digest.readUInt32LE(12);

  function next(): number {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 4_294_967_296;
  }

  function weighted<Item>(items: readonly Item[], weightOf: (item: Item) => number): Item {
    let rest = next() * items.reduce((total, item) => total + weightOf(item), 0);
    for (const item of items) {
      rest -= weightOf(item);
      if (rest < 0) return item;
    }
    return items[items.length - 1]!;
  }

  return {
    next,
    integer: (low, high) => low + Math.floor(next() * (high - low + 1)),
    // The sum of three even draws is bell-shaped and, unlike a normal draw, has no far outliers.
    noise: (deviation) => Math.max(0.05, 1 + (next() + next() + next() - 1.5) * 2 * deviation),
    chance: (probability) => next() < probability,
    pick: (items) => items[Math.floor(next() * items.length)]!,
    weighted,
  };
}
