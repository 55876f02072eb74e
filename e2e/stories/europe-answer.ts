import type { Answer, Claim, ClaimBasis } from "#lib/contracts/evidence.ts";
import type { EuropeIds } from "./europe-ids.ts";
import { TEXTS } from "./europe-passages.ts";
import { answer } from "./tell.ts";

const DUTY = "every invoice to a business in Germany is to be reported within three working days";
const PRICES = "prices about 12 % below Northlight's";
const HALF = "Compliance cost rose by about half";

/** An answer with each kind of block and of claim. */
export function europeAnswer({ margin, cost, moved, found }: EuropeIds): Answer {
  const cell = (resultId: string, row: number, column: number): ClaimBasis => ({
    kind: "cell",
    resultId,
    row,
    column,
  });
  const span = (passageId: "notice" | "market" | "note", words: string): ClaimBasis => {
    const start = TEXTS[passageId].indexOf(words);
    return { kind: "span", retrievalId: found, passageId, start, end: start + words.length };
  };
  const claims: Claim[] = [
    { id: "c1", value: "0.184", unit: "ratio", basis: cell(margin, 0, 2) },
    { id: "c2", value: "0.121", unit: "ratio", basis: cell(margin, 4, 2) },
    { id: "c3", value: "fell", basis: { kind: "direction", from: "c1", to: "c2" } },
    {
      id: "c4",
      value: "-0.045",
      unit: "ratio",
      basis: { kind: "extreme", resultId: moved, row: 0, column: 1, which: "min" },
    },
    { id: "c5", value: "420000", unit: "currency:EUR", basis: cell(cost, 0, 1) },
    { id: "c6", value: "1310000", unit: "currency:EUR", basis: cell(cost, 2, 1) },
    { id: "c7", value: 3.12, basis: { kind: "computed", operation: "ratio", claims: ["c6", "c5"] } },
    { id: "c8", value: DUTY, basis: span("notice", DUTY) },
    {
      id: "c9",
      value: "2025-07-01",
      basis: { kind: "document", retrievalId: found, passageId: "notice", field: "effective" },
    },
    { id: "c10", value: PRICES, basis: span("market", PRICES) },
    { id: "c11", value: HALF, basis: span("note", HALF) },
    { id: "c12", value: 4, basis: { kind: "passageCount", retrievalId: found } },
  ];
  const figures = { c1: "18.4%", c2: "12.1%", c4: "−4.5 points", c5: "€420,000", c6: "€1.31M", c12: "4" };
  const words = { c3: "fell", c7: "3.12 times", c8: DUTY, c9: "1 Jul 2025", c10: PRICES, c11: HALF };
  return answer(
    { ...figures, ...words },
    claims,
    [
      "finding",
      "EMEA's net margin {{c3}} from {{c1}} to {{c2}} in a year, and Germany alone took {{c4}} of it.",
    ],
    [
      "detail",
      "Germany's compliance cost went from {{c5}} to {{c6}} a quarter, {{c7}} as much. " +
        "New duties hold since {{c9}}; a competitor entered with {{c10}}.",
    ],
    ["quote", "“{{c8}}”"],
    ["contradiction", "A sales note says “{{c11}}”; the rows say that it went from {{c5}} to {{c6}}."],
    [
      "caveat",
      "The notice states the duties, not what meeting them costs: the link is one in time. " +
        "{{c12}} passages were read.",
    ],
    ["next", "Ask how German discounts developed since June 2025."],
  );
}
