/** A document as it is read, whatever its format was: a list of these. */
export type Block =
  | { kind: "heading"; level: number; text: string }
  | { kind: "text"; text: string }
  | { kind: "table"; rows: string[][] };

/** A block with its place in the normalised text. */
export interface PlacedBlock {
  kind: Block["kind"];
  /** Of a heading: 1 to 6; else 0. */
  level: number;
  /** What a heading says, without its marks. */
  heading: string;
  /** Offsets in the normalised text, in UTF-16 units; the end is exclusive. */
  start: number;
  end: number;
}

export interface NormalisedText {
  text: string;
  blocks: PlacedBlock[];
}

/** Writes blocks as one text, in Markdown's notation, a blank line between two. Empty blocks are left out. */
export function normalise(blocks: readonly Block[]): NormalisedText {
  const placed: PlacedBlock[] = [];
  let text = "";
  for (const block of blocks) {
    const written = write(block);
    if (written.trim() === "") continue;
    if (text !== "") text += "\n\n";
    const start = text.length;
    text += written;
    placed.push({
      kind: block.kind,
      level: block.kind === "heading" ? block.level : 0,
      heading: block.kind === "heading" ? block.text : "",
      start,
      end: text.length,
    });
  }
  return { text, blocks: placed };
}

function write(block: Block): string {
  if (block.kind === "heading") return block.text === "" ? "" : `${"#".repeat(block.level)} ${block.text}`;
  if (block.kind === "text") return block.text;
  return block.rows
    .map((row) => `| ${row.map((cell) => cell.replaceAll("|", "/")).join(" | ")} |`)
    .join("\n");
}

/** Blanks and line ends as one blank; no control characters, no soft hyphens, no zero-width characters. */
export function tidy(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}
