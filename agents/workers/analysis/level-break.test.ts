import { describe, expect, it } from "vitest";
import { levelBreak } from "./level-break.ts";

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function uniform(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Normal scatter around zero (Box and Muller 1958). */
function noise(seed: number): () => number {
  const next = uniform(seed);
  return () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
}

const margin = [
  0.127, 0.131, 0.129, 0.136, 0.137, 0.151, 0.133, 0.149, 0.142, 0.158, 0.069, 0.089, 0.095, 0.088, 0.078,
];

describe("finding a break between two levels", () => {
  it.each([4, 6, 8, 11, 12, 16, 24])("takes scatter of %i values for one in at most 6 of 100", (size) => {
    const next = noise(size);
    const courses = 4000;
    let alarms = 0;
    for (let course = 0; course < courses; course++)
      if (levelBreak(Array.from({ length: size }, next), null) !== null) alarms++;
    expect(alarms / courses).toBeLessThan(0.06);
    // A test that never fires would pass above.
    expect(alarms / courses).toBeGreaterThan(0.03);
  });

  it("finds where a margin fell to another level, and no rise", () => {
    expect(levelBreak(margin, "down")).toBe(10);
    expect(levelBreak(margin, null)).toBe(10);
    expect(levelBreak(margin, "up")).toBeNull();
  });

  it.each([8, 16])("finds a shift of four times the scatter in %i values nearly always", (size) => {
    const next = noise(size);
    let found = 0;
    for (let course = 0; course < 500; course++) {
      const values = Array.from({ length: size }, (_, at) => next() + (at < size / 2 ? 0 : 4));
      if (Math.abs((levelBreak(values, "up") ?? -9) - size / 2) <= 1) found++;
    }
    expect(found / 500).toBeGreaterThan(0.9);
  });

  it("counts gaps as time but not as values", () => {
    const gapped = [...margin.slice(0, 10), null, null, ...margin.slice(10)];
    expect(levelBreak(gapped, "down")).toBe(12);
  });

  it("takes a clean step for a break, and what never changes for none", () => {
    expect(levelBreak([1, 1, 1, 1, 2, 2, 2, 2], null)).toBe(4);
    expect(
      levelBreak(
        Array.from({ length: 9 }, () => 0.1),
        null,
      ),
    ).toBeNull();
    expect(levelBreak([1, 2, 3], null)).toBeNull();
  });
});
