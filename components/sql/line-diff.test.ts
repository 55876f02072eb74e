import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lineDiff } from "./line-diff.ts";

describe("comparing two statements", () => {
  it("keeps what is the same and shows the old line before the new one", () => {
    const before = "SELECT page\nFROM web.events\nLIMIT 10";
    const after = "SELECT page\nFROM web.visits\nLIMIT 10";
    expect(lineDiff(before, after)).toEqual([
      { kind: "same", text: "SELECT page" },
      { kind: "removed", text: "FROM web.events" },
      { kind: "added", text: "FROM web.visits" },
      { kind: "same", text: "LIMIT 10" },
    ]);
  });

  it("gives back either statement, whatever they are", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", ""), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(text, text, (old, now) => {
        const lines = lineDiff(old.join("\n"), now.join("\n"));
        const without = (kind: string) => lines.filter((line) => line.kind !== kind).map((line) => line.text);
        expect(without("added")).toEqual(old);
        expect(without("removed")).toEqual(now);
      }),
    );
  });
});
