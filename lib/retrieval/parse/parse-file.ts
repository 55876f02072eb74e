import { createHash } from "node:crypto";
import { type NormalisedText, normalise } from "./blocks.ts";
import { insistOnNoHeader } from "./front-matter.ts";
import { parseHtml } from "./html.ts";
import { parseMarkdown } from "./markdown.ts";
import { type DocumentMeta, readMeta } from "./meta.ts";

/** A document as it goes into the index. */
export interface ParsedDocument extends NormalisedText {
  meta: DocumentMeta;
  /** Words that the document hides from people: never found or cited, but looked through for orders. */
  hidden?: string;
}

/** Changes when documents are to be read anew although they did not change: with parsing, chunks or terms. */
const READING = 2;

/** Far beyond the longest book: its words would occupy the server for minutes. */
const LONGEST_DOCUMENT = 3_000_000;

export const readableFile = /\.(md|markdown|html?|txt)$/i;

/**
 * Reads a Markdown, HTML or plain text file. Throws with a sentence about what is wrong with it.
 *
 * @param name the file's path in its collection; its last part is the title of a file that has none
 */
export function parseFile(name: string, bytes: Uint8Array): ParsedDocument {
  const source = decode(bytes);
  const { meta, blocks, hidden } = parseAs(name, source);
  const heading = blocks.find((each) => each.kind === "heading" && each.level === 1);
  const stem = name.split("/").at(-1)!.replace(readableFile, "").replaceAll(/[-_]+/g, " ");
  const document = {
    meta: readMeta(meta, heading?.kind === "heading" && heading.text !== "" ? heading.text : stem),
    ...normalise(blocks),
    ...(hidden.trim() !== "" && { hidden }),
  };
  if (document.text === "") throw new Error("it has no text");
  if (document.text.length > LONGEST_DOCUMENT)
    throw new Error(
      `its text is longer than ${LONGEST_DOCUMENT / 1e6} million characters; divide it into several files`,
    );
  return document;
}

/** The digest under which a version of a document is known. */
export function versionOf(...parts: (string | Uint8Array)[]): string {
  const hash = createHash("sha256").update(`reading ${READING}`);
  for (const part of parts) hash.update("\0").update(part);
  return hash.digest("hex");
}

function parseAs(name: string, source: string) {
  try {
    if (/\.html?$/i.test(name)) return parseHtml(source);
    return /\.txt$/i.test(name) ? parseText(source) : parseMarkdown(source);
  } catch (cause) {
    // The parsers go down into each level by a call of their own, and the stack ends.
    if (cause instanceof RangeError) throw new Error("it is nested too deeply to be read", { cause });
    throw cause;
  }
}

function parseText(source: string) {
  insistOnNoHeader(source, "a plain text file has none; name it .md");
  return { meta: {}, blocks: paragraphs(source), hidden: "" };
}

export function paragraphs(source: string) {
  return source
    .replaceAll("\r\n", "\n")
    .split(/\n{2,}/)
    .map((text) => ({ kind: "text" as const, text: text.replaceAll("\0", "").trim() }));
}

function decode(bytes: Uint8Array): string {
  try {
    const source = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (source.includes("\0")) throw new Error("it is not text");
    return source;
  } catch (cause) {
    throw new Error("it is not a text in UTF-8", { cause });
  }
}
