import fc from "fast-check";
import { expect, test } from "vitest";
import { windowsOf } from "../embed/windows.ts";
import { type Block, normalise } from "./blocks.ts";
import { chunk, countWords } from "./chunk.ts";

const words = (count: number, word = "word") =>
  `${Array.from({ length: count }, (_, at) => `${word}${at}`).join(" ")}.`;
const heading = (level: number, text: string): Block => ({ kind: "heading", level, text });
const paragraph = (text: string): Block => ({ kind: "text", text });

function cut(blocks: Block[]) {
  const document = normalise(blocks);
  return chunk(document).map((each) => ({ ...each, text: document.text.slice(each.start, each.end) }));
}

test("no passage stands on both sides of a chapter's heading, however short the chapters are", () => {
  const passages = cut([
    heading(1, "Policy"),
    paragraph("Short."),
    heading(2, "Returns"),
    paragraph("Also short."),
    heading(2, "Fees"),
    paragraph("Very short."),
  ]);
  expect(passages.map(({ headings, text }) => [headings, text])).toEqual([
    [["Policy"], "Short."],
    [["Policy", "Returns"], "Also short."],
    [["Policy", "Fees"], "Very short."],
  ]);
});

test("short paragraphs of a chapter are put together, and its lesser headings stay in the text", () => {
  const [first, second] = cut([
    heading(1, "A"),
    paragraph(words(70)),
    heading(3, "Detail"),
    paragraph(words(60)),
    paragraph(words(100)),
  ]);
  expect(countWords(first!.text)).toBe(132);
  expect(first!.text).toContain("### Detail");
  expect(countWords(second!.text)).toBe(100);
});

test("a long paragraph is cut between sentences", () => {
  const sentences = Array.from({ length: 12 }, (_, at) => `Sentence ${at} ${words(38)}`);
  for (const { text } of cut([paragraph(sentences.join(" "))])) {
    expect(text.startsWith("Sentence")).toBe(true);
    expect(text.endsWith(".")).toBe(true);
    expect(countWords(text)).toBeLessThanOrEqual(260);
  }
});

test("a table is kept whole, longer than a passage though it is", () => {
  const rows = Array.from({ length: 120 }, (_, at) => [`row ${at}`, String(at)]);
  const passages = cut([paragraph(words(100)), { kind: "table", rows }, paragraph(words(100))]);
  expect(passages.filter(({ text }) => text.includes("| row 0 |"))).toEqual([
    expect.objectContaining({ text: expect.stringContaining("| row 119 |") }),
  ]);
});

const block = fc.oneof(
  fc.record({
    kind: fc.constant("heading" as const),
    level: fc.integer({ min: 1, max: 6 }),
    text: fc.stringMatching(/^[a-z]{1,8}( [a-z]{1,8}){0,3}$/),
  }),
  fc.record({
    kind: fc.constant("text" as const),
    text: fc.integer({ min: 0, max: 700 }).map((count) => (count === 0 ? " " : words(count, "ü𝄞"))),
  }),
  fc.record({
    kind: fc.constant("table" as const),
    rows: fc.array(fc.array(fc.stringMatching(/^[a-z|]{0,6}$/), { minLength: 1, maxLength: 4 }), {
      maxLength: 5,
    }),
  }),
);

test("passages follow each other, and every word outside of chapter headings is in exactly one", () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 12 }), (blocks) => {
      const document = normalise(blocks);
      const passages = chunk(document);
      let last = 0;
      for (const { start, end, ordinal } of passages) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(start);
        expect(passages[ordinal]).toMatchObject({ start });
        last = end;
      }
      const inside = passages.map(({ start, end }) => document.text.slice(start, end)).join(" ");
      const content = document.blocks
        .filter((each) => each.kind !== "heading")
        .map(({ start, end }) => document.text.slice(start, end))
        .join(" ");
      const count = (text: string) => text.split(/\s+/).filter((each) => /^ü/.test(each)).length;
      expect(count(inside)).toBe(count(content));
    }),
    { numRuns: 60 },
  );
});

test("windows hold at most sixty words, all of the passage's, and are never empty", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 400 }), (title, length) => {
      const text = Array.from({ length }, (_, at) => `w${at}`);
      const windows = windowsOf(
        Array.from({ length: title }, (_, at) => `t${at}`).join(" "),
        text.join(" | "),
      );
      for (const window of windows) {
        expect(window.trim()).not.toBe("");
        expect(countWords(window)).toBeLessThanOrEqual(60);
      }
      expect(windows.flatMap((window) => window.split(" ").filter((word) => word.startsWith("w")))).toEqual(
        text,
      );
    }),
  );
});
