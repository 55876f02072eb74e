import { describe, expect, it } from "vitest";
import { disagrees, toldChange } from "./contradictions.ts";

const told = (sentence: string) => toldChange(sentence, "compliance cost")?.factor ?? null;

describe("the change that a sentence tells", () => {
  it.each([
    ["Compliance cost tripled in Germany.", 3],
    ["Compliance cost rose by about half.", 1.5],
    ["Compliance cost rose by two thirds.", 5 / 3],
    ["Compliance cost fell by two-thirds.", 1 / 3],
    ["Compliance cost fell by a quarter.", 0.75],
    ["Compliance cost grew by three quarters.", 1.75],
    ["Compliance cost rose 12 per cent.", 1.12],
    ["Compliance cost rose by more than 12.5%.", 1.125],
    ["Compliance cost fell by 10 to 20 percent.", 0.85],
    ["Compliance cost rose by 40–60 %.", 1.5],
    ["Compliance cost rose by 40% to 60%.", 1.5],
    ["Compliance cost was halved.", 0.5],
    ["Compliance cost stayed flat.", 1],
  ])("%s: times %d", (sentence, factor) => expect(told(sentence)).toBeCloseTo(factor, 10));

  it.each([
    "Compliance cost fell by 5 percentage points.",
    "Compliance cost rose by 5 percent points.",
    "Compliance cost rose by 5 % points of revenue.",
    "Compliance cost fell by 5 points.",
    "Compliance cost rose in the third quarter.",
    "Compliance cost rose by 300 euros.",
    "Freight tripled.",
  ])("%s: no factor", (sentence) => expect(told(sentence)).toBeNull());

  it("gives what was told roughly the benefit of the doubt", () => {
    expect(disagrees(told("Compliance cost tripled.")!, 2.8)).toBe(false);
    expect(disagrees(told("Compliance cost fell by two thirds.")!, 0.75)).toBe(true);
  });
});
