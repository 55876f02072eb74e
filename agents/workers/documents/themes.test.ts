import { describe, expect, it } from "vitest";
import { type Text, themesOf, themesTable } from "./themes.ts";

const text = (id: number, words: string): Text => ({
  id: String(id),
  words: words
    .split(" ")
    .map((word) => ({ stem: word.replace(/s$/, ""), surface: word === "the" ? "" : word })),
});
const leavers = [
  ...Array.from({ length: 12 }, (_, at) => text(at, "the price increase is too much for us")),
  ...Array.from({ length: 6 }, (_, at) => text(20 + at, "we were charged twice double invoices again")),
  text(30, "how do I calibrate it"),
];
const others = Array.from({ length: 200 }, (_, at) =>
  text(100 + at, at % 20 === 0 ? "is there a price increase" : "how do I calibrate it for us"),
);

describe("what texts have in common", () => {
  it("finds what these texts hold more often than the others, told once each", () => {
    const themes = themesOf(leavers, others);
    expect(themes.map(({ label, texts }) => [label, texts.length])).toEqual([
      [expect.stringMatching(/price|increase|much/), 12],
      [expect.stringMatching(/charged|twice|double|invoice/), 6],
    ]);
  });

  it("finds nothing where they do not differ, and in no texts at all", () => {
    expect(themesOf(others.slice(0, 50), others.slice(50))).toEqual([]);
    expect(themesOf([], others)).toEqual([]);
  });

  it("tells counts and shares, each of its own texts", () => {
    const table = themesTable(themesOf(leavers, others), {
      title: "t",
      texts: leavers.length,
      others: others.length,
      from: [],
    });
    expect(table?.rows[1]?.slice(1)).toEqual(["6", (6 / 19).toFixed(6), "0.000000"]);
  });
});
