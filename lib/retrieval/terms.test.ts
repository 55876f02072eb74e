import { expect, test } from "vitest";
import { queryTerms, termsOf } from "./terms.ts";

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
