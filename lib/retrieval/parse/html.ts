import { parseHTML } from "linkedom";
import { type Block, tidy } from "./blocks.ts";
import { isHidden, MAYBE_HIDDEN } from "./hidden.ts";
import type { RawMeta } from "./meta.ts";

/** Not what the page says: its machinery and its way around. */
const LEFT_OUT = "script, style, noscript, svg, nav, iframe, form";
const BLOCK = /^(P|PRE|BLOCKQUOTE|DT|DD|FIGCAPTION|ADDRESS|SUMMARY)$/;
const CONTAINER = /^(DIV|SECTION|ARTICLE|MAIN|BODY|HEADER|FOOTER|ASIDE|FIGURE|DETAILS|DL|CENTER)$/;

/**
 * An HTML page: its meta tags and its blocks, and apart from them the words that it hides. Where the page marks its main part, only
 * that is read.
 */
export function parseHtml(source: string): { meta: RawMeta; blocks: Block[]; hidden: string } {
  const { document } = parseHTML(/<html[\s>]/i.test(source) ? source : `<html><body>${source}</body></html>`);
  const meta: RawMeta = {};
  const title = document.querySelector("head title")?.textContent;
  if (title) meta.title = tidy(title);
  for (const tag of document.querySelectorAll("meta[name]")) {
    const name = tag.getAttribute("name")!.trim().toLowerCase();
    if (name === "audience" && Object.hasOwn(meta, name)) throw new Error('it has two keys "audience"');
    meta[name] = tag.getAttribute("content") ?? "";
  }
  // Such as one whose quotation mark is never closed: it may have named the document's readers.
  if (
    /<meta\b[^<>]*\baudience/i.test(source) &&
    !Object.keys(meta).some((each) => each.startsWith("audience"))
  )
    throw new Error('its "audience" cannot be read; write <meta name="audience" content="global">');
  for (const element of document.querySelectorAll(LEFT_OUT)) element.remove();
  let hidden = "";
  for (const element of document.querySelectorAll(MAYBE_HIDDEN)) {
    if (!isHidden(element) || !element.isConnected) continue;
    hidden += `${tidy(element.textContent ?? "")}\n`;
    element.remove();
  }
  const root = document.querySelector("main") ?? document.querySelector("article") ?? document.body;
  return { meta, blocks: root ? blocksIn(root) : [], hidden };
}

function blocksIn(element: Element): Block[] {
  const blocks: Block[] = [];
  let loose = "";
  const flush = () => {
    if (tidy(loose) !== "") blocks.push({ kind: "text", text: tidy(loose) });
    loose = "";
  };
  for (const node of element.childNodes) {
    const child = node.nodeType === 1 ? (node as Element) : null;
    const found = child && blockOf(child);
    if (found) {
      flush();
      blocks.push(...found);
    } else if (child?.tagName === "BR") loose += " ";
    else if (child || node.nodeType === 3) loose += node.textContent ?? "";
  }
  flush();
  return blocks;
}

/** Null for what stands inside a line. */
function blockOf(element: Element): Block[] | null {
  const tag = element.tagName.toUpperCase();
  const heading = /^H([1-6])$/.exec(tag);
  if (heading) return [{ kind: "heading", level: Number(heading[1]), text: wordsOf(element) }];
  if (tag === "TABLE") return tableOf(element);
  if (tag === "UL" || tag === "OL") return [{ kind: "text", text: listText(element, tag === "OL") }];
  if (BLOCK.test(tag))
    return element.querySelector("p, ul, ol, table, div")
      ? blocksIn(element)
      : [{ kind: "text", text: wordsOf(element) }];
  return CONTAINER.test(tag) ? blocksIn(element) : null;
}

function tableOf(table: Element): Block[] {
  const caption = table.querySelector("caption");
  const rows = [...table.querySelectorAll("tr")].map((row) =>
    [...row.querySelectorAll("th, td")].map((cell) => wordsOf(cell)),
  );
  const filled = rows.filter((row) => row.some((cell) => cell !== ""));
  return [
    ...(caption ? [{ kind: "text" as const, text: wordsOf(caption) }] : []),
    ...(filled.length > 0 ? [{ kind: "table" as const, rows: filled }] : []),
  ];
}

function listText(list: Element, isOrdered: boolean): string {
  return [...list.children]
    .filter((each) => each.tagName.toUpperCase() === "LI")
    .map((item, at) => `${isOrdered ? `${at + 1}.` : "-"} ${wordsOf(item)}`)
    .join("\n");
}

/** A line break is a blank, and so is the border between two blocks inside. */
function wordsOf(element: Element): string {
  let text = "";
  for (const node of element.childNodes) {
    if (node.nodeType === 3) text += node.textContent ?? "";
    else if (node.nodeType === 1) {
      const child = node as Element;
      const isApart = /^(BR|P|LI|DIV|UL|OL|TR|TD)$/i.test(child.tagName);
      text += isApart ? ` ${wordsOf(child)} ` : wordsOf(child);
    }
  }
  return tidy(text);
}
