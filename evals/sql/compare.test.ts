import { describe, expect, it } from "vitest";
import { sameResult } from "./compare.ts";

const set = (...rows: Array<Array<string | null>>) => ({ columns: rows[0]?.length ?? 0, rows });
const exact = { ordered: false, columns: "exact" as const };

describe("comparing result sets", () => {
  it("takes rows and columns in any order", () => {
    expect(sameResult(set(["2", "b"], ["1", "a"]), set(["a", "1"], ["b", "2"]), exact)).toBe(true);
  });
  it("keeps the columns of a row together", () => {
    expect(sameResult(set(["1", "b"], ["2", "a"]), set(["1", "a"], ["2", "b"]), exact)).toBe(false);
  });
  it("counts rows that occur twice", () => {
    expect(sameResult(set(["a"], ["a"], ["b"]), set(["a"], ["b"], ["b"]), exact)).toBe(false);
  });
  it("compares numbers at six significant digits, and text letter by letter", () => {
    expect(sameResult(set(["0.33333334"]), set(["0.333333333333"]), exact)).toBe(true);
    expect(sameResult(set(["1000000"]), set(["1000010"]), exact)).toBe(false);
    expect(sameResult(set(["2022-01-01 00:00:00"]), set(["2022-01-01"]), exact)).toBe(false);
  });
  it("allows further columns only where the set says so", () => {
    const wider = set(["a", "7"], ["b", "8"]);
    expect(sameResult(wider, set(["a"], ["b"]), exact)).toBe(false);
    expect(sameResult(wider, set(["a"], ["b"]), { ...exact, columns: "superset" })).toBe(true);
  });
  it("minds the order where the question asks for one", () => {
    expect(sameResult(set(["b"], ["a"]), set(["a"], ["b"]), { ...exact, ordered: true })).toBe(false);
  });
  it("lets any of the tied rows stand, but only once the untied ones are there", () => {
    const rule = { ...exact, tiedRows: [["b"], ["c"]] };
    expect(sameResult(set(["a"], ["c"]), set(["a"], ["b"]), rule)).toBe(true);
    expect(sameResult(set(["b"], ["c"]), set(["a"], ["b"]), rule)).toBe(false);
    expect(sameResult(set(["a"], ["d"]), set(["a"], ["b"]), rule)).toBe(false);
  });
  it("tells NULL from an empty text", () => {
    expect(sameResult(set([null]), set([""]), exact)).toBe(false);
  });
});
