import { afterEach, expect, test, vi } from "vitest";
import porter2 from "wink-porter2-stemmer";
import { stem } from "#lib/nlq/english/stem.ts";
import { queryTerms, termsOf } from "./terms.ts";

vi.mock("wink-porter2-stemmer", async (original) => ({
  default: vi.fn((await original<{ default: (word: string) => string }>()).default),
}));

afterEach(() => vi.mocked(porter2).mockClear());

test("forms of a word are one term, irregular ones too", () => {
  for (const forms of [
    "shipment shipments",
    "rise rises rising rose risen",
    "fell falling",
    "returned returns",
    "delays delayed",
  ]) {
    expect(new Set(termsOf(forms)).size, forms).toBe(1);
  }
});

test("what is written together is found whole and by its parts; figures stay whole", () => {
  expect(termsOf("IR-2025-031")).toEqual(["ir-2025-031", "ir", "2025", "031"]);
  expect(termsOf("RP-2.0 rp-2.0")).toContain("rp-2-0");
  expect(termsOf("12.5")).toEqual(["12-5"]);
});

test("accents and keyboards do not matter", () => {
  expect(termsOf("Tromsø Gdańsk Łódź Straße Café")).toEqual(termsOf("Tromso Gdansk Lodz Strasse Cafe"));
});

test("a question comes down to what it is about", () => {
  const words = (question: string) => queryTerms(question).map((each) => each.word);
  expect(words("How long may enterprise customers return products?")).toEqual([
    "enterprise",
    "customers",
    "return",
    "products",
  ]);
  expect(words("What's the Company's policy, and why doesn't it apply?")).toEqual([
    "Company",
    "policy",
    "apply",
  ]);
  expect(words("who is it?")).toEqual([]);
  expect(words("price prices PRICE")).toEqual(["price"]);
});

test("a word of any length costs no more than forty characters, and is found by them", () => {
  const long = "x".repeat(300_000);
  expect(termsOf(`${long} shipments`)).toEqual(["x".repeat(40), "shipment"]);
  expect(queryTerms(long).map((each) => each.term)).toEqual(["x".repeat(40)]);
  expect(termsOf(`b${"𐌰".repeat(90)}`).every((term) => term.isWellFormed())).toBe(true);
  expect(Math.max(...termsOf("ab-".repeat(100_000)).map((term) => term.length))).toBeLessThanOrEqual(120);
  expect(stem(long)).toBe(long);
  const lengths = vi.mocked(porter2).mock.calls.map(([word]) => word.length);
  expect(Math.max(...lengths)).toBeLessThan(40);
});

test("of a text without end a part is analysed", () => {
  expect(termsOf("word ".repeat(300_000)).length).toBe(200_000);
  expect(queryTerms(`${"tax ".repeat(5_000)} cost`).map((each) => each.word)).toEqual(["tax"]);
});
