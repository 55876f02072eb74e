import { expect, test } from "vitest";
import { bm25, idf, type Posting } from "./bm25.ts";
import type { Candidate } from "./candidates.ts";
import { fuse } from "./fuse.ts";
import { order } from "./order.ts";
import { coverageOf, isRelevant, relevanceFor, weightsOf } from "./relevance.ts";
import type { Succession } from "./succession.ts";

const posting = (passageId: number, count: number, terms = 100, isWanted = true): Posting => ({
  passageId,
  count,
  terms,
  isWanted,
});

function succession(values: Partial<Succession> = {}): Succession {
  return { asOf: "2026-09-30", supersededBy: new Map(), inForce: new Map(), ...values };
}

function candidate(passageId: number, values: Partial<Candidate> = {}): Candidate {
  return {
    passageId,
    documentId: `d${passageId}`,
    published: null,
    effective: null,
    bm25: null,
    cosine: null,
    matched: [],
    ...values,
  };
}

test("BM25 by its formula: one term in one of two passages of mean length", () => {
  const [hit] = bm25(new Map([["crane", [posting(1, 2)]]]), { passages: 2, meanTerms: 100 });
  // idf = ln(1 + (2 - 1 + 0.5) / (1 + 0.5)) = ln 2; tf part = 2 × 2.2 / (2 + 1.2)
  expect(hit?.bm25).toBeCloseTo(Math.LN2 * 1.375, 10);
});

test("rare terms, repetition and shortness count, and repetition ever less", () => {
  expect(idf(1, 100)).toBeGreaterThan(idf(50, 100));
  expect(idf(100, 100)).toBeGreaterThan(0);
  const score = (count: number, terms: number) =>
    bm25(new Map([["a", [posting(1, count, terms)]]]), { passages: 10, meanTerms: 100 })[0]!.bm25;
  expect(score(2, 100)).toBeGreaterThan(score(1, 100));
  expect(score(3, 100) - score(2, 100)).toBeLessThan(score(2, 100) - score(1, 100));
  expect(score(1, 50)).toBeGreaterThan(score(1, 200));
});

test("a passage outside of what was asked counts for a term's rarity, and is not found", () => {
  const all = bm25(new Map([["a", [posting(1, 1), posting(2, 1, 100, false)]]]), {
    passages: 10,
    meanTerms: 100,
  });
  expect(all.map((each) => each.passageId)).toEqual([1]);
  expect(all[0]!.bm25).toBeCloseTo((idf(2, 10) * 2.2) / 2.2, 10);
});

test("with no weight for vectors, and with vectors missing, the order is that of the words", () => {
  const candidates = [
    candidate(1, { bm25: 2, cosine: 0.1 }),
    candidate(2, { bm25: 3 }),
    candidate(3, { cosine: 0.9 }),
  ];
  expect(fuse(candidates, 0).map((each) => each.passageId)).toEqual([2, 1, 3]);
  const unembedded = candidates.map((each) => ({ ...each, cosine: null }));
  expect(fuse(unembedded, 0.4).map((each) => each.passageId)).toEqual([2, 1, 3]);
  expect(fuse(candidates, 1).map((each) => each.passageId)).toEqual([3, 2, 1]);
});

test("newer comes before older where both fit, and not where the older fits much better", () => {
  const ranked = (older: number) =>
    order(
      fuse(
        [
          candidate(1, { bm25: older, published: "2020-01-01" }),
          candidate(2, { bm25: 1, published: "2026-09-01" }),
        ],
        0,
      ),
      succession(),
    ).map((each) => each.passageId);
  expect(ranked(1.02)).toEqual([2, 1]);
  expect(ranked(1.3)).toEqual([1, 2]);
});

test("a superseded passage stands under its successor, unless the successor hardly speaks about it", () => {
  const replaced = succession({ supersededBy: new Map([["d1", { documentId: "d2", title: "New" }]]) });
  const ranked = (successor: number) =>
    order(fuse([candidate(1, { bm25: 1 }), candidate(2, { bm25: successor })], 0), replaced).map(
      (each) => each.passageId,
    );
  expect(ranked(0.6)).toEqual([2, 1]);
  expect(ranked(0.1)).toEqual([1, 2]);
});

test("what takes effect later stands under what is in force until then, however well it fits", () => {
  const later = candidate(2, { bm25: 3, effective: "2027-01-01" });
  const ranked = order(
    fuse([candidate(1, { bm25: 1 }), later], 0),
    succession({ inForce: new Map([["d2", "d1"]]) }),
  );
  expect(ranked.map((each) => each.passageId)).toEqual([1, 2]);
});

test("a word that no document has counts most against a passage", () => {
  const terms = [
    { term: "weather", word: "weather" },
    { term: "pari", word: "Paris" },
  ];
  const weights = weightsOf(terms, new Map([["pari", 3]]), 500);
  const coverage = coverageOf(candidate(1, { matched: ["pari"] }), weights);
  expect(coverage).toBeLessThan(0.5);
  expect(isRelevant({ coverage, cosine: 0.3, matched: ["pari"] }, relevanceFor(0.5))).toBe(false);
});

test("the less the words cover, the nearer the meaning has to be; one word in common is not enough", () => {
  const relevance = relevanceFor(0.5);
  const matched = ["a", "b"];
  expect(isRelevant({ coverage: 0.6, cosine: 0, matched }, relevance)).toBe(true);
  expect(isRelevant({ coverage: 0.5, cosine: 0.4, matched }, relevance)).toBe(true);
  expect(isRelevant({ coverage: 0.3, cosine: 0.4, matched }, relevance)).toBe(false);
  expect(isRelevant({ coverage: 0.3, cosine: 0.5, matched }, relevance)).toBe(true);
  expect(isRelevant({ coverage: 0.3, cosine: 0.6, matched: ["a"] }, relevance)).toBe(false);
  expect(isRelevant({ coverage: 0.1, cosine: 0.9, matched }, relevance)).toBe(false);
});
