import { describe, expect, it } from "vitest";
import type { Reading } from "#lib/contracts/reading.ts";
import { chipsOf } from "./chips.ts";

const part = (label: string) => ({ label, words: [], alternatives: [] });
const reading: Reading = {
  measures: [part("revenue")],
  dimensions: [part("product")],
  filters: [part("Germany")],
  time: { ...part("2025"), from: "2025-01-01", to: "2026-01-01" },
  order: null,
  limit: 5,
  entities: [part("orders")],
  joins: [],
  grain: "",
  words: "",
  unread: [],
  score: 1,
  sql: "",
  params: [],
  output: [],
};

describe("a reading as chips", () => {
  it("names its parts in order, and which of them stayed from the question before", () => {
    expect(chipsOf(reading, ["Germany", "2025"]).map(({ kind, text, kept }) => [kind, text, kept])).toEqual([
      ["measure", "revenue", false],
      ["dimension", "product", false],
      ["filter", "Germany", true],
      ["time", "2025", true],
      ["limit", "5", false],
    ]);
  });

  it("says what is listed where nothing is measured, and no period without bounds", () => {
    const listed = { ...reading, measures: [], time: part("month"), limit: null };
    expect(chipsOf(listed, []).map(({ kind }) => kind)).toEqual(["entity", "dimension", "filter"]);
  });
});
