import { describe, expect, it } from "vitest";
import { markText } from "./marked-text.ts";

const text = "Each invoice is reported within three working days.";

describe("marking what was quoted", () => {
  it("cuts a text at its quotations and loses no character", () => {
    const pieces = markText(text, [{ start: 5, end: 12 }], null);
    expect(pieces).toEqual([
      { text: "Each ", state: "plain" },
      { text: "invoice", state: "quoted" },
      { text: " is reported within three working days.", state: "plain" },
    ]);
  });

  it("joins quotations that overlap, and tells the opened one apart", () => {
    const quoted = [
      { start: 0, end: 12 },
      { start: 5, end: 24 },
    ];
    expect(markText(text, quoted, null).map((piece) => [piece.text, piece.state])).toEqual([
      ["Each invoice is reported", "quoted"],
      [" within three working days.", "plain"],
    ]);
    expect(markText(text, quoted, { start: 5, end: 12 }).map((piece) => piece.state)).toEqual([
      "quoted",
      "opened",
      "quoted",
      "plain",
    ]);
  });

  it("keeps the text whole where a span lies beyond it", () => {
    const pieces = markText("short", [{ start: 2, end: 900 }], { start: 70, end: 80 });
    expect(pieces.map((piece) => piece.text).join("")).toBe("short");
    expect(pieces.at(-1)).toEqual({ text: "ort", state: "quoted" });
  });
});
