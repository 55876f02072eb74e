import { lexer, type Token, type Tokens } from "marked";
import { type Block, tidy } from "./blocks.ts";
import { readFrontMatter, splitFrontMatter } from "./front-matter.ts";
import { closeOf, opensHidden } from "./hidden.ts";
import type { RawMeta } from "./meta.ts";

/** A Markdown file: its front matter (YAML between `---` lines) and its blocks. Throws with a sentence where the front matter cannot be read. */
export function parseMarkdown(source: string): { meta: RawMeta; blocks: Block[]; hidden: string } {
  const { front, body } = splitFrontMatter(source);
  const blocks = blocksOf(lexer(body));
  // Where some of it is hidden, all of it is looked through.
  const hidden = opensHidden(body) === null ? "" : withoutTags(body);
  return { meta: front === null ? {} : readFrontMatter(front), blocks, hidden };
}

/** Without what stands inside of hidden elements, whose tags are tokens of their own among the others. */
function shown(tokens: readonly Token[]): Token[] {
  let open: { tag: string; depth: number } | null = null;
  return tokens.flatMap((token): Token[] => {
    if (token.type !== "html") return open === null ? [token] : [];
    let left = "";
    let rest: string = token.text;
    if (open !== null) {
      const { end, depth } = closeOf(rest, open.tag, 0, open.depth);
      open = depth === 0 ? null : { ...open, depth };
      rest = rest.slice(end);
    }
    for (let next = opensHidden(rest); next !== null; next = opensHidden(rest)) {
      left += rest.slice(0, next.at);
      const { end, depth } = closeOf(rest, next.tag, next.after);
      if (depth > 0) open = { tag: next.tag, depth };
      rest = rest.slice(end);
    }
    return [{ ...token, text: left + rest } as Token];
  });
}

function blocksOf(tokens: readonly Token[]): Block[] {
  return shown(tokens).flatMap((token): Block[] => {
    switch (token.type) {
      case "heading":
        return [{ kind: "heading", level: (token as Tokens.Heading).depth, text: plain(token) }];
      case "paragraph":
      case "text":
        return [{ kind: "text", text: plain(token) }];
      case "list":
        return [{ kind: "text", text: listText(token as Tokens.List) }];
      case "blockquote":
        return blocksOf((token as Tokens.Blockquote).tokens);
      case "table": {
        const { header, rows } = token as Tokens.Table;
        return [{ kind: "table", rows: [header, ...rows].map((row) => row.map((cell) => plain(cell))) }];
      }
      case "code":
        return [{ kind: "text", text: (token as Tokens.Code).text.trimEnd() }];
      case "html":
        return [{ kind: "text", text: withoutTags((token as Tokens.HTML).text) }];
      default:
        return [];
    }
  });
}

function listText(list: Tokens.List, indent = ""): string {
  return list.items
    .map((item, at) => {
      const mark = list.ordered ? `${Number(list.start || 1) + at}.` : "-";
      const parts = item.tokens.map((token) =>
        token.type === "list" ? `\n${listText(token as Tokens.List, `${indent}  `)}` : plain(token),
      );
      return `${indent}${mark} ${parts.join(" ").replaceAll(" \n", "\n").trim()}`;
    })
    .join("\n");
}

/** The words of a token without their marks; a link is its words, an image what it is said to show. */
function plain(token: { text?: string; tokens?: Token[] | undefined; type?: string }): string {
  return tidy(inline(token));
}

function inline(token: { text?: string; tokens?: Token[] | undefined; type?: string }): string {
  if (token.type === "br") return " ";
  // One tag, such as <br> or </b>; the words between two are tokens of their own.
  if (token.type === "html") return /^<(br|p|li|td)\b/i.test(token.text ?? "") ? " " : "";
  if (token.type !== "image" && token.tokens) return shown(token.tokens).map(inline).join("");
  return token.text === undefined ? "" : unescapeEntities(token.text);
}

function withoutTags(html: string): string {
  return tidy(html.replace(/<!--[\s\S]*?-->/g, " ").replace(/<[^>]*>/g, " "));
}

function unescapeEntities(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}
