/** From this many values on, a level has to last a year. */
const MANY = 12;
const SHORTEST = { few: 2, many: 4 };
/**
 * The largest F of all splits that white noise stays below in 95 of 100 courses, by the number of values: simulated, 60,000
 * normal courses each, and rounded up. For few values it is far above the asymptotic 8.85 (Andrews 1993).
 */
const CRITICAL = new Map([
  [4, 19.1],
  [5, 17.4],
  [6, 15.7],
  [7, 14.2],
  [8, 13.1],
  [9, 12.5],
  [10, 11.9],
  [11, 11.6],
]);
const CRITICAL_OF_MANY = 9.4;
/** A shift below this share of the values' size is rounding. */
const ROUNDING = 1e-9;

/**
 * Where a course moves to another level: the split with the largest `F = shift² · n₁n₂/n / s²`, with `s²` the variance
 * around the two levels, tested against what the largest of so many splits of mere scatter reaches (sup-F, Andrews 1993).
 *
 * @param values in order of time; null where there is none
 * @param direction of the shift that is looked for
 * @returns the index of the first value on the second level; null where no split stands clear of the scatter
 */
export function levelBreak(values: Array<number | null>, direction: "up" | "down" | null): number | null {
  const known = values.flatMap((value, at) => (value === null ? [] : [{ value, at }]));
  const size = known.length;
  const shortest = size >= MANY ? SHORTEST.many : SHORTEST.few;
  let best: { at: number; f: number } | null = null;
  for (let split = shortest; split <= size - shortest; split++) {
    const first = known.slice(0, split).map(({ value }) => value);
    const second = known.slice(split).map(({ value }) => value);
    const shift = mean(second) - mean(first);
    if (direction === "down" ? shift >= 0 : direction === "up" ? shift <= 0 : false) continue;
    if (Math.abs(shift) <= ROUNDING * Math.max(...known.map(({ value }) => Math.abs(value)))) continue;
    const variance = (scatter(first) + scatter(second)) / (size - 2);
    const f = (shift ** 2 * first.length * second.length) / size / variance;
    if (!best || f > best.f) best = { at: known[split]!.at, f };
  }
  return best && best.f > (CRITICAL.get(size) ?? CRITICAL_OF_MANY) ? best.at : null;
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Sum of squared distances from the mean. */
function scatter(values: number[]): number {
  const middle = mean(values);
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
}
