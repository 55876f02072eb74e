/** A part of a document's or a passage's text, with the place of its words in the whole. */
export type TextPart =
  | { kind: "heading"; level: number; text: string; start: number }
  | { kind: "paragraph"; text: string; start: number }
  /** `mark`: a bullet, or the number as it stands. */
  | { kind: "item"; mark: string; text: string; start: number }
  | { kind: "table"; rows: { cells: string[]; start: number; end: number }[]; start: number };

/**
 * A normalised text (headings, paragraphs, lists and tables in Markdown's notation) as parts. `start` is the
 * offset of a part's first shown character in UTF-16 units, so that a passage's offsets can be marked in it.
 */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let open = false;
  for (const { line, start } of linesOf(text)) {
    const before = parts.at(-1);
    const heading = /^(#{1,6})\s+/.exec(line);
    const item = /^\s*([-*+]|\d+[.)])\s+/.exec(line);
    if (line.trim() === "") open = false;
    else if (heading) {
      const [mark, signs] = heading;
      parts.push({
        kind: "heading",
        level: signs!.length,
        text: line.slice(mark.length),
        start: start + mark.length,
      });
      open = false;
    } else if (line.startsWith("|")) {
      const row = { cells: cellsOf(line), start, end: start + line.length };
      if (before?.kind !== "table" || !open) parts.push({ kind: "table", rows: [row], start });
      // The line of dashes says only that the row above is a heading.
      else if (!/^[|\s:-]+$/.test(line)) before.rows.push(row);
      open = true;
    } else if (item) {
      const [whole, sign] = item;
      const mark = /\d/.test(sign!) ? sign! : "•";
      parts.push({ kind: "item", mark, text: line.slice(whole.length), start: start + whole.length });
      open = true;
    } else if (open && before && (before.kind === "paragraph" || before.kind === "item")) {
      // Character for character as it stands, so that offsets hold.
      before.text = text.slice(before.start, start + line.length);
    } else {
      parts.push({ kind: "paragraph", text: line, start });
      open = true;
    }
  }
  return parts;
}

function* linesOf(text: string): Generator<{ line: string; start: number }> {
  let start = 0;
  for (const line of text.split("\n")) {
    yield { line, start };
    start += line.length + 1;
  }
}

function cellsOf(line: string): string[] {
  return line
    .replace(/^\|/, "")
    .replace(/\|\s*$/, "")
    .split("|")
    .map((cell) => cell.trim());
}
