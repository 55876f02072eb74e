import { expect, test } from "vitest";
import { ndcg, percentile, recall } from "./measure.ts";

const relevance = new Map([
  ["a", 1],
  ["b", 1],
]);

test("nDCG falls with the place of what is relevant, as the formula says", () => {
  expect(ndcg(["a", "b", "x"], relevance, 10)).toBe(1);
  expect(ndcg(["x", "a", "b"], relevance, 10)).toBeCloseTo(
    (1 / Math.log2(3) + 0.5) / (1 + 1 / Math.log2(3)),
    10,
  );
  expect(ndcg(["x", "y"], relevance, 10)).toBe(0);
  expect(ndcg(["x", "a"], relevance, 1)).toBe(0);
});

test("recall counts what is among the first", () => {
  expect(recall(["x", "a", "b"], relevance, 2)).toBe(0.5);
});

test("a percentile is one of the values", () => {
  expect(percentile([5, 1, 3, 2, 4], 0.95)).toBe(5);
  expect(percentile([5, 1, 3, 2, 4], 0.5)).toBe(3);
  expect(percentile([], 0.5)).toBe(0);
});
