import { describe, expect, it } from "vitest";
import type { Answer, Claim } from "#lib/contracts/evidence.ts";
import type { FoundResult } from "./fold-sources.ts";
import { markPlaces, numberMarks } from "./marks.ts";

const cell = (id: string, resultId: string): Claim => ({
  id,
  value: 1,
  basis: { kind: "cell", resultId, row: 0, column: 0 },
});
const span = (id: string, passageId: string): Claim => ({
  id,
  value: "x",
  basis: { kind: "span", retrievalId: "ret", passageId, start: 0, end: 1 },
});
const found = (resultId: string, computed = false) =>
  ({ resultId, derivation: computed ? {} : null }) as FoundResult;

function answer(claims: Claim[], ...texts: string[]): Answer {
  const blocks = texts.map((text) => ({
    kind: "detail" as const,
    text,
    spans: text
      .split(/(c\d+)/)
      .map((part) => (/^c\d+$/.test(part) ? { text: part, claim: part } : { text: part })),
  }));
  return { text: "", blocks, claims };
}

describe("numbering sources", () => {
  it("goes by first use in the text, and counts each kind for itself", () => {
    const claims = [cell("c1", "res_b"), cell("c2", "res_a"), cell("c3", "sta"), span("c4", "p2")];
    const { results, passages, used } = numberMarks(answer(claims, "c4 and c2", "c1, c3, c2"), [
      found("res_a"),
      found("res_b"),
      found("sta", true),
      found("res_unused"),
    ]);
    expect([...results].map(([id, mark]) => [id, mark.label])).toEqual([
      ["res_a", "S1"],
      ["res_b", "S2"],
      ["sta", "A1"],
      ["res_unused", "S3"],
    ]);
    expect([...used]).toEqual(["res_a", "res_b", "sta"]);
    expect(passages.get("p2")).toEqual({ label: "D1", kind: "passage" });
  });

  it("counts a source that only a computed figure rests on", () => {
    const ratio: Claim = {
      id: "c3",
      value: 2,
      basis: { kind: "computed", operation: "ratio", claims: ["c1", "c2"] },
    };
    const claims = [cell("c1", "res_a"), cell("c2", "res_b"), ratio];
    const { results } = numberMarks(answer(claims, "c3"), [found("res_b"), found("res_a")]);
    expect([...results.keys()]).toEqual(["res_a", "res_b"]);
  });
});

describe("placing marks", () => {
  const claims = [cell("c1", "res_a"), cell("c2", "res_a"), span("c3", "p1"), cell("c4", "res_a")];
  const placed = (text: string) => {
    const told = answer(claims, text);
    const marks = numberMarks(told, [found("res_a")]);
    const byId = new Map(claims.map((claim) => [claim.id, claim]));
    return [...markPlaces(told.blocks[0]!.spans, byId, marks).values()].map(
      ({ claim, mark }) => `${claim.id} ${mark.label}`,
    );
  };

  it("marks once after figures in a row that share a source", () => {
    expect(placed("from c1 to c2, after c3")).toEqual(["c2 S1", "c3 D1"]);
  });

  it("marks each sentence", () => {
    expect(placed("It was c1. Then it was c2.")).toEqual(["c1 S1", "c2 S1"]);
  });

  it("marks again where another source came between", () => {
    expect(placed("c1 and c3 and c4")).toEqual(["c1 S1", "c3 D1", "c4 S1"]);
  });
});
