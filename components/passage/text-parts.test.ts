import { describe, expect, it } from "vitest";
import { textParts } from "./text-parts.ts";

const text = `# Refund policy

Enterprise customers may return
within 30 days.

## Periods

| Segment | Days |
| --- | --- |
| Enterprise | 30 |
| others | 14 |

- in writing
- with the invoice`;

describe("a text's parts", () => {
  it("tells headings, paragraphs, tables and lists apart", () => {
    expect(textParts(text).map((part) => part.kind)).toEqual([
      "heading",
      "paragraph",
      "heading",
      "table",
      "item",
      "item",
    ]);
  });

  it("keeps the offset of every part, so that a passage can be marked in it", () => {
    for (const part of textParts(text))
      if (part.kind === "table")
        for (const row of part.rows) expect(text.slice(row.start, row.end)).toMatch(/^\|.*\|$/);
      else expect(text.slice(part.start, part.start + part.text.length)).toBe(part.text);
  });

  it("leaves out a table's line of dashes", () => {
    const [table] = textParts(text).filter((part) => part.kind === "table");
    expect(table?.rows.map(({ cells }) => cells)).toEqual([
      ["Segment", "Days"],
      ["Enterprise", "30"],
      ["others", "14"],
    ]);
  });
});
