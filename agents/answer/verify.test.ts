import { describe, expect, it } from "vitest";
import type { Claim, ClaimBasis } from "#lib/contracts/evidence.ts";
import type { StoredResult } from "#lib/contracts/statement.ts";
import { verify } from "./verify.ts";

const result: StoredResult = {
  id: "res_1",
  runId: "run_1",
  columns: [
    { name: "segment", type: "text", kind: "text" },
    { name: "revenue", type: "numeric", kind: "decimal" },
  ],
  rows: [
    ["SMB", "100.10"],
    ["ENTERPRISE", "300.20"],
    ["Public", null],
  ],
  rowCount: 3,
  truncated: false,
  derived: null,
};

const claim = (id: string, value: Claim["value"], basis: ClaimBasis, unit?: string): Claim => ({
  id,
  value,
  basis,
  ...(unit ? { unit } : {}),
});
const cell = (row: number, column: number): ClaimBasis => ({ kind: "cell", resultId: "res_1", row, column });
const top: ClaimBasis = { kind: "extreme", resultId: "res_1", row: 1, column: 1, which: "max" };
const NOTHING = "The rows are below. No sentence about them held when its figures were computed again.";
const check = (text: string, claims: Claim[], quotable = "", results = [result]) =>
  verify({ blocks: [{ kind: "finding", text }], claims }, { results, retrievals: [] }, quotable, "en");

describe("verifying an answer", () => {
  it("renders figures that are really there, with their unit", () => {
    const { answer, removed } = check("{{c1}} has {{c2}}.", [
      claim("c1", "ENTERPRISE", cell(1, 0), "text"),
      claim("c2", "300.2", top, "currency:EUR"),
    ]);
    expect(answer.text).toBe("ENTERPRISE has €300.20.");
    expect(removed).toEqual([]);
  });

  it.each([
    ["a cell that holds something else", claim("c1", "999", cell(1, 1))],
    ["a cell that is not there", claim("c1", "300.20", cell(9, 1))],
    ["a result that is not there", claim("c1", "300.20", { ...cell(1, 1), resultId: "res_2" } as ClaimBasis)],
    ["a highest value that is not the highest", claim("c1", "100.10", { ...top, row: 0 } as ClaimBasis)],
    ["a total that does not add up", claim("c1", "400", { kind: "total", resultId: "res_1", column: 1 })],
    ["a count that is not the count", claim("c1", 4, { kind: "rowCount", resultId: "res_1" })],
  ])("leaves out a sentence with %s", (_, wrong) => {
    const { answer, removed } = check("It is {{c1}}.", [wrong]);
    expect(answer.text).toBe(NOTHING);
    expect(answer.claims).toEqual([]);
    expect(removed).toHaveLength(1);
  });

  it("adds up exactly, and computes differences and ratios from other claims", () => {
    const claims = [
      claim("c1", "400.3", { kind: "total", resultId: "res_1", column: 1 }),
      claim("c2", "300.20", cell(1, 1)),
      claim("c3", "100.10", cell(0, 1)),
      claim("c4", "200.1", { kind: "computed", operation: "difference", claims: ["c2", "c3"] }),
    ];
    expect(check("{{c1}} {{c4}}", claims).answer.text).toBe("400.3 200.1");
    const lying = [
      ...claims.slice(0, 3),
      claim("c4", "200.2", { kind: "computed", operation: "difference", claims: ["c2", "c3"] }),
    ];
    expect(check("{{c4}}", lying).answer.text).toBe(NOTHING);
  });

  it("claims neither a total nor a highest of a result that was cut", () => {
    const cut = { ...result, truncated: true, rowCount: null };
    expect(check("{{c1}}", [claim("c1", "300.20", top)], "", [cut]).answer.text).toBe(NOTHING);
    const total = claim("c1", "400.3", { kind: "total", resultId: "res_1", column: 1 });
    expect(check("{{c1}}", [total], "", [cut]).answer.text).toBe(NOTHING);
  });

  it("leaves out a sentence with a numeral of its own, unless it quotes the question", () => {
    expect(check("Revenue rose by 12 %.", []).removed[0]).toContain("12");
    expect(check("In Q3 2025 nothing happened.", [], "What was revenue in Q3 2025?").removed).toEqual([]);
  });

  it("keeps a sentence apart from the one that is left out", () => {
    const draft = {
      blocks: [
        { kind: "finding" as const, text: "It is {{c1}}." },
        { kind: "detail" as const, text: "And {{c2}}." },
      ],
      claims: [claim("c1", "300.20", cell(1, 1)), claim("c2", "1", cell(1, 1))],
    };
    const { answer, removed } = verify(draft, [result], "", "en");
    expect(answer.text).toBe("It is 300.2.");
    expect(removed).toHaveLength(1);
    expect(answer.claims.map((each) => each.id)).toEqual(["c1"]);
  });
});
