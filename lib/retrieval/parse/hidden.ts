/** What a page does not show to the people who read it is not what it says. */

/** Elements that may be hidden by themselves; {@link isHidden} judges each. */
export const MAYBE_HIDDEN = "[hidden], [aria-hidden], [style], template";

const HIDING_STYLE =
  /(?:^|;)(?:display:none|visibility:(?:hidden|collapse)|(?:font-size|opacity):(?:0+(?:\.0*)?|\.0+)(?:[a-z]+|%)?(?=;|!|$))/i;

/** True where the element hides itself, by attribute or by its own style; style sheets are not read. */
export function isHidden(element: Element): boolean {
  return (
    element.tagName.toUpperCase() === "TEMPLATE" ||
    element.hasAttribute("hidden") ||
    element.getAttribute("aria-hidden")?.trim().toLowerCase() === "true" ||
    hides(element.getAttribute("style") ?? "")
  );
}

function hides(style: string): boolean {
  return HIDING_STYLE.test(style.replace(/\/\*[\s\S]*?\*\//g, "").replace(/\s+/g, ""));
}

const VOID = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;
// Quotation marks are not paired: the search would take the square of the time where they never close.
const TAG = /<([a-z][\w-]*)([^<>]*)>/gi;

/** The name of the first element that a piece of HTML opens hidden, and where it begins; null where it hides nothing. */
export function opensHidden(html: string): { tag: string; at: number; after: number } | null {
  for (const { 0: whole, 1: tag = "", 2: attributes = "", index } of html.matchAll(TAG)) {
    if (VOID.test(tag) || attributes.endsWith("/")) continue;
    const style = /\sstyle\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+))/i.exec(attributes);
    const isHiding =
      /^template$/i.test(tag) ||
      /\shidden(?=[\s=]|$)/i.test(attributes) ||
      /\saria-hidden\s*=\s*["']?\s*true/i.test(attributes) ||
      (style !== null && hides(style[1] ?? style[2] ?? style[3] ?? ""));
    if (isHiding) return { tag: tag.toLowerCase(), at: index, after: index + whole.length };
  }
  return null;
}

/** Where an element that is open at `from` ends, those of its name inside counted; or how many are still open. */
export function closeOf(html: string, tag: string, from: number, depth = 1): { end: number; depth: number } {
  const marks = new RegExp(`<(/?)${tag}(?![\\w-])[^<>]*>`, "gi");
  marks.lastIndex = from;
  let open = depth;
  for (let mark = marks.exec(html); mark !== null; mark = marks.exec(html)) {
    open += mark[1] === "/" ? -1 : 1;
    if (open === 0) return { end: marks.lastIndex, depth: 0 };
  }
  return { end: html.length, depth: open };
}
