import { describe, expect, it } from "vitest";
import { decisiveMember, type Split } from "./winner.ts";

const split = (task: string, rows: Array<[string | null, number, number]>): Split => ({
  task,
  column: `s.t.${task}`,
  rows: rows.map(([name, contribution, weight]) => [name, null, null, String(contribution), String(weight)]),
});

describe("where a change happened", () => {
  it("prefers the member that explains most beyond its weight", () => {
    const currency = split("currency", [
      ["EUR", -6.2, 0.7],
      ["GBP", 0.2, 0.3],
    ]);
    const country = split("country", [
      ["Germany", -6.1, 0.3],
      ["France", 0.1, 0.7],
    ]);
    expect(decisiveMember([currency, country], -6)).toMatchObject({
      task: "country",
      filter: { column: "s.t.country", values: ["Germany"] },
    });
  });

  it("takes none where the change is as large as the member, cancels out, or is not accounted for", () => {
    expect(
      decisiveMember(
        [
          split("a", [
            ["x", -5, 0.5],
            ["y", -5, 0.5],
          ]),
        ],
        -10,
      ),
    ).toBeNull();
    expect(
      decisiveMember(
        [
          split("a", [
            ["x", 100, 0.1],
            ["y", -99, 0.9],
          ]),
        ],
        1,
      ),
    ).toBeNull();
    expect(
      decisiveMember(
        [
          split("a", [
            ["x", -5, 0.1],
            ["y", -1, 0.9],
          ]),
        ],
        -10,
      ),
    ).toBeNull();
  });

  it("never takes what has no value for a value", () => {
    expect(
      decisiveMember(
        [
          split("a", [
            [null, -9, 0.1],
            ["y", -1, 0.9],
          ]),
        ],
        -10,
      ),
    ).toBeNull();
    expect(decisiveMember([], -10)).toBeNull();
  });
});
