import { parseDocument as parseYaml } from "yaml";
import type { RawMeta } from "./meta.ts";

/** A first block that says who may read the document, without being front matter. */
const STRAY_AUDIENCE = /^[\s#>*_`"'-]*audiences?[\s*_`"']*[:=]/im;

/**
 * Parts a Markdown file into its front matter (YAML between `---` lines, at the very beginning but for blank lines) and
 * its body. Throws with a sentence where front matter was meant and is none: it may have named the document's readers.
 */
export function splitFrontMatter(source: string): { front: string | null; body: string } {
  const text = withLineEnds(source).replace(/^\s*\n(?=---|\+\+\+)/, "");
  const found = /^---[ \t]*\n([\s\S]*?)(?:^|\n)---[ \t]*(?:\n|$)/.exec(text);
  if (found) return { front: found[1]!, body: text.slice(found[0].length) };
  // A lone rule may begin a text, too; a name and a colon after it does not.
  if (/^---[ \t]*\n[ \t]*["']?[\w -]+["']?[ \t]*:/.test(text))
    throw new Error("its front matter begins with a line --- and is not closed by another");
  if (/^\+\+\+[ \t]*\n/.test(text))
    throw new Error("its front matter is between +++ lines; write it as YAML between --- lines");
  insistOnNoHeader(text, "it belongs between two lines ---");
  return { front: null, body: text };
}

/** Throws where the first block names an audience that nothing will read. */
export function insistOnNoHeader(source: string, remedy: string): void {
  const text = withLineEnds(source).trimStart();
  const first = text.startsWith("---")
    ? text.slice(0, 2_000)
    : text.split(/\n[ \t]*\n/, 1)[0]!.slice(0, 2_000);
  if (STRAY_AUDIENCE.test(first)) throw new Error(`its "audience" does not stand in front matter: ${remedy}`);
}

export function readFrontMatter(text: string): RawMeta {
  const document = parseYaml(text);
  const fault = document.errors[0];
  if (fault) throw new Error(`its front matter is not valid YAML (${fault.message.split("\n")[0]})`);
  const value: unknown = document.toJS();
  if (value === null || value === undefined) return {};
  if (typeof value !== "object" || Array.isArray(value))
    throw new Error("its front matter is not a list of names and values");
  return value as RawMeta;
}

function withLineEnds(source: string): string {
  return source.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
}
