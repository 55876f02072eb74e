import { isDeepStrictEqual } from "node:util";
import {
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  stringify,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";

/** Keys and indices from the top of a document. */
export type Path = readonly (string | number)[];

/** How new parts are written: as YAML, or as JSON where the text is JSON, which every YAML parser reads as well. */
export type Notation = "yaml" | "json";

type Ranged = Node & { range: [number, number, number] };

/**
 * Puts `value` in the place of what stands at `path`, or adds it there: under a key that is not there yet, or behind
 * the last item of a list. The nodes of the parsed document say where; only their text is exchanged, so that comments,
 * order, quoting and line ends of all else stay byte for byte.
 *
 * @throws Error where the path leads nowhere, or leads through an alias
 */
export function put(text: string, path: Path, value: unknown, notation: Notation = "yaml"): string {
  const { node, parent } = find(text, path);
  const last = path.at(-1)!;
  const next = node
    ? replaced(text, node, value, notation)
    : isSeq(parent)
      ? appended(text, parent, notation === "json" || parent.flow ? flow(value, notation) : value, notation)
      : isMap(parent)
        ? appended(text, parent, { key: String(last), value }, notation)
        : nowhere(path);
  return insist(text, next, path, value);
}

/** Takes out what stands at `path`; the list or mapping around it goes with its last entry. */
export function drop(text: string, path: Path): string {
  const { parent } = find(text, path);
  if (!isCollection(parent)) return nowhere(path);
  if (parent.items.length === 1 && path.length > 1) return drop(text, path.slice(0, -1));
  const spans = spansOf(parent);
  const at = isSeq(parent)
    ? Number(path.at(-1))
    : parent.items.findIndex((each) => isPair(each) && isScalar(each.key) && each.key.value === path.at(-1));
  const span = spans[at] ?? nowhere(path);
  const [from, to] = parent.flow
    ? at > 0
      ? [spans[at - 1]!.end, span.end]
      : [span.start, spans[1]?.start ?? span.end]
    : [lineStart(text, span.start), lineEnd(text, span.end)];
  if (!parent.flow && text.slice(from, span.start).trim() !== "") return nowhere(path);
  return insist(text, text.slice(0, from) + text.slice(to), path, undefined);
}

function find(text: string, path: Path): { node: Ranged | null; parent: Node | null } {
  const document = parseDocument(text, { keepSourceTokens: true });
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  return {
    node: (document.getIn(path, true) ?? null) as Ranged | null,
    parent: (parent ?? null) as Node | null,
  };
}

function nowhere(path: Path): never {
  throw new Error(`nothing can be changed at ${path.join(".")}`);
}

/** The last word: whatever the layout was, the new text says the old with this one change. */
function insist(before: string, after: string, path: Path, value: unknown): string {
  const wanted = parseDocument(before);
  if (value === undefined) wanted.deleteIn(path);
  else if (wanted.hasIn(path)) wanted.setIn(path, wanted.createNode(value));
  else
    wanted.addIn(
      path.slice(0, -1),
      isSeq(wanted.getIn(path.slice(0, -1)))
        ? wanted.createNode(value)
        : wanted.createPair(path.at(-1), value),
    );
  const got = parseDocument(after);
  if (got.errors.length > 0 || !isDeepStrictEqual(got.toJS(), wanted.toJS())) nowhere(path);
  return after;
}

function replaced(text: string, node: Ranged, value: unknown, notation: Notation): string {
  const [start, end] = node.range;
  const source = text.slice(start, end);
  const inFlow = notation === "json" || (isCollection(node) && node.flow === true);
  if (isScalar(node) && typeof value === "string")
    return text.slice(0, start) + scalar(text, node, source, value, notation) + text.slice(end);
  if (inFlow || isScalar(node)) return text.slice(0, start) + flow(value, notation) + text.slice(end);
  const indent = start - lineStart(text, start);
  const block = indented(stringify(value, { lineWidth: 0 }).trimEnd(), indent, text).trimStart();
  return text.slice(0, start) + block + text.slice(leafEnd(node));
}

/** A text in the style in which the one before it was written. */
function scalar(text: string, node: Ranged, source: string, value: string, notation: Notation): string {
  const { type } = node as { type?: string };
  if (type === "QUOTE_SINGLE" && !value.includes("\n")) return `'${value.replaceAll("'", "''")}'`;
  if (type === "BLOCK_LITERAL" && value.endsWith("\n")) {
    const [header = "", ...lines] = source.split("\n");
    const indent = /^ */.exec(lines.find((line) => line.trim() !== "") ?? "")![0].length;
    return `${header}\n${indented(value.slice(0, -1), indent, text)}${eolOf(text)}`;
  }
  return type === "PLAIN" ? flow(value, notation) : JSON.stringify(value);
}

interface PairToAdd {
  key: string;
  value: unknown;
}

function appended(text: string, parent: YAMLMap | YAMLSeq, what: unknown, notation: Notation): string {
  const spans = spansOf(parent);
  const last = spans.at(-1);
  if (parent.flow) {
    const written = isSeq(parent) ? String(what) : pairInFlow(what as PairToAdd, notation);
    const [start, end] = (parent as unknown as Ranged).range;
    if (!last)
      return `${text.slice(0, start)}${isSeq(parent) ? `[${written}]` : `{ ${written} }`}${text.slice(end)}`;
    const before = text.slice(lineStart(text, last.start), last.start);
    const gap =
      before.trim() === "" && spans.length > 0 && text.slice(start, last.start).includes("\n")
        ? eolOf(text) + before
        : " ";
    return `${text.slice(0, last.end)},${gap}${written}${text.slice(last.end)}`;
  }
  if (!last) return nowhere([]);
  const entry = isSeq(parent) ? [what] : { [(what as PairToAdd).key]: (what as PairToAdd).value };
  const at = lineEnd(text, last.end);
  const indent = spans[0]!.start - lineStart(text, spans[0]!.start);
  const written = indented(stringify(entry, { lineWidth: 0 }).trimEnd(), indent, text) + eolOf(text);
  return text.slice(0, at) + (text[at - 1] === "\n" ? "" : eolOf(text)) + written + text.slice(at);
}

function pairInFlow({ key, value }: PairToAdd, notation: Notation): string {
  return `${flow(key, notation)}: ${flow(value, notation)}`;
}

/** On one line, as JSON with blanks; in YAML, plain words stay without quotes. */
function flow(value: unknown, notation: Notation): string {
  if (Array.isArray(value)) return `[${value.map((each) => flow(each, notation)).join(", ")}]`;
  if (typeof value === "object" && value !== null)
    return `{ ${Object.entries(value)
      .map(([key, each]) => pairInFlow({ key, value: each }, notation))
      .join(", ")} }`;
  const isPlain =
    typeof value === "string" &&
    /^[A-Za-z][\w ]*\w$/.test(value) &&
    !/^(true|false|null|yes|no|on|off)$/i.test(value);
  return notation === "yaml" && isPlain ? value : JSON.stringify(value);
}

/** Where each entry of a collection begins (its dash, in a block list) and ends. */
function spansOf(parent: YAMLMap | YAMLSeq): { start: number; end: number }[] {
  return parent.items.map((item, i) => {
    if (isPair(item)) {
      const [key, value] = [item.key as Ranged, item.value as Ranged | null];
      return { start: key.range[0], end: value ? leafEnd(value) : key.range[1] };
    }
    const token = parent.srcToken;
    const dash =
      token?.type === "block-seq"
        ? token.items[i]?.start.find(({ type }) => type === "seq-item-ind")
        : undefined;
    const node = item as Ranged;
    return { start: dash?.offset ?? node.range[0], end: leafEnd(node) };
  });
}

/** Where a node's own text ends: behind its last leaf, without the comments that follow. */
function leafEnd(node: Ranged): number {
  if (!isCollection(node) || node.flow || node.items.length === 0) return node.range[1];
  return spansOf(node as YAMLMap | YAMLSeq).at(-1)!.end;
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

/** Behind the line's end; the end of a block text is behind one already. */
function lineEnd(text: string, at: number): number {
  if (text[at - 1] === "\n") return at;
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end + 1;
}

function eolOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

function indented(block: string, indent: number, text: string): string {
  return block
    .split("\n")
    .map((line) => (line === "" ? line : " ".repeat(indent) + line))
    .join(eolOf(text));
}
