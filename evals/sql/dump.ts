/** One piece of a dump, in order: statements to run as they stand, or rows to stream into `COPY … FROM stdin`. */
export type DumpPiece = { kind: "statement"; text: string } | { kind: "copy"; text: string; rows: string };

/**
 * Cuts a PostgreSQL dump as `psql` would read it: at semicolons outside quotes, dollar quotes, comments and
 * parentheses, with lines that start with a backslash (psql's own commands, such as `\connect` or `\restrict`) left
 * out and the rows after `COPY … FROM stdin` kept apart.
 */
export function cutDump(dump: string): DumpPiece[] {
  const pieces: DumpPiece[] = [];
  let start = 0;
  let at = 0;
  while (at < dump.length) {
    const lineStart = at === 0 || dump[at - 1] === "\n";
    if (lineStart && dump[at] === "\\" && dump.slice(start, at).trim() === "") {
      at = endOfLine(dump, at);
      start = at;
      continue;
    }
    const skipped = skipQuoted(dump, at);
    if (skipped > at) {
      at = skipped;
      continue;
    }
    if (dump[at] !== ";") {
      at++;
      continue;
    }
    const text = dump.slice(start, at).trim();
    at++;
    if (/^(--[^\n]*\n\s*)*copy\s[\s\S]*\sfrom\s+stdin/i.test(text)) {
      const from = endOfLine(dump, at);
      const end = dump.indexOf("\n\\.", from - 1);
      const to = end === -1 ? dump.length : end + 1;
      pieces.push({ kind: "copy", text, rows: dump.slice(from, to) });
      at = end === -1 ? dump.length : endOfLine(dump, to);
    } else if (text !== "") {
      pieces.push({ kind: "statement", text });
    }
    start = at;
  }
  const rest = dump.slice(start).trim();
  if (withoutComments(rest) !== "") pieces.push({ kind: "statement", text: rest });
  return pieces.filter((piece) => withoutComments(piece.text) !== "");
}

function withoutComments(text: string): string {
  return text.replace(/--[^\n]*(\n|$)/g, "").trim();
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end + 1;
}

/** The position after a quote, dollar quote or comment that starts here, or `at` where none does. */
function skipQuoted(text: string, at: number): number {
  const character = text[at];
  if (character === "'" || character === '"') {
    const escapes = character === "'" && /[eE]/.test(text[at - 1] ?? "") && !/\w/.test(text[at - 2] ?? "");
    let end = at + 1;
    while (end < text.length) {
      if (escapes && text[end] === "\\") end += 2;
      else if (text[end] !== character) end++;
      else if (text[end + 1] === character) end += 2;
      else break;
    }
    return end + 1;
  }
  if (text.startsWith("--", at)) return endOfLine(text, at);
  if (text.startsWith("/*", at)) {
    const end = text.indexOf("*/", at + 2);
    return end === -1 ? text.length : end + 2;
  }
  if (character === "$") {
    const tag = /^\$(?:[A-Za-z_]\w*)?\$/.exec(text.slice(at, at + 64))?.[0];
    if (!tag) return at;
    const end = text.indexOf(tag, at + tag.length);
    return end === -1 ? text.length : end + tag.length;
  }
  return at;
}
