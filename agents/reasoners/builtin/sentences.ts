import { functionWords } from "#lib/nlq/english/lexicon.ts";
import { stem } from "#lib/nlq/english/stem.ts";

/** A sentence where it stands in its text: offsets, the end exclusive. */
export interface Sentence {
  text: string;
  start: number;
  end: number;
}

const LONGEST = 420;
/** A dot behind these ends no sentence. */
const ABBREVIATED = /\b(?:e\.g|i\.e|no|nr|mr|mrs|ms|dr|inc|ltd|co|vs|approx|fig|st)\.$/i;

/** The sentences of a passage, without headings and table rows, which are no sentences. */
export function sentencesOf(text: string): Sentence[] {
  const found: Sentence[] = [];
  for (const line of linesOf(text)) {
    if (/^\s*(#|\||---|===)/.test(line.text)) continue;
    const lead = /^\s*(?:[-*+]|\d+[.)])?\s*/.exec(line.text)![0].length;
    let from = lead;
    for (let at = lead; at < line.text.length; at++) {
      const ends = /[.!?]/.test(line.text[at]!) && /^["”’)\]]*(\s|$)/.test(line.text.slice(at + 1));
      if (!ends || ABBREVIATED.test(line.text.slice(from, at + 1))) continue;
      const close = /^["”’)\]]*/.exec(line.text.slice(at + 1))![0].length;
      push(found, line, from, at + 1 + close);
      from = at + 1 + close;
    }
    push(found, line, from, line.text.length);
  }
  return found;
}

function push(found: Sentence[], line: { text: string; start: number }, from: number, to: number): void {
  const raw = line.text.slice(from, to);
  const text = raw.trim();
  if (text.length < 12 || text.length > LONGEST) return;
  const start = line.start + from + raw.indexOf(text);
  found.push({ text, start, end: start + text.length });
}

/** Paragraphs: a single line break within one is only where the text was wrapped. */
function linesOf(text: string): Array<{ text: string; start: number }> {
  const lines: Array<{ text: string; start: number }> = [];
  let start = 0;
  for (const part of text.split(/(\n(?=\s*(?:\n|#|\||[-*+]\s|\d+[.)]\s)))/)) {
    lines.push({ text: part, start });
    start += part.length;
  }
  return lines;
}

/** Stems of the words that say something. */
export function contentStems(text: string): string[] {
  return [
    ...new Set(
      (text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [])
        .filter((word) => !functionWords.has(word) && !ASKING.has(word))
        .map(stem),
    ),
  ];
}

const MONTH = /\b(january|february|march|april|may|june|july|august|september|october|november|december)\b/i;

const ASKING = new Set([
  "what",
  "which",
  "who",
  "whom",
  "whose",
  "where",
  "when",
  "why",
  "how",
  "did",
  "does",
  "our",
  "say",
  "says",
]);

/** What an answer to the question looks like, beside its words. */
export function looksLikeAnswer(question: string, sentence: string): number {
  const asks = question.toLowerCase();
  const hasNumber =
    /\d|\b(one|two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|thirty|sixty|ninety)\b/i.test(
      sentence,
    );
  const hasName = /\S\s+\p{Lu}\p{L}+/u.test(sentence);
  if (/^\s*when\b|\bon (what|which) (day|date)\b|\bsince when\b/.test(asks))
    return MONTH.test(sentence) || /\b(19|20)\d\d\b/.test(sentence) ? 2.5 : hasNumber ? 0.3 : 0;
  if (/\bhow (many|much|long|often|far)\b|\bdeadline\b|\bwithin\b/.test(asks)) return hasNumber ? 1 : 0;
  if (/\b(who|whom|where|which)\b/.test(asks)) return hasName ? 1 : 0;
  if (/\bwhy\b|\breasons?\b|\bcause/.test(asks)) return statesCause(sentence) ? 1.5 : 0;
  if (/\b(policy|rule|allowed|may|can|must)\b/.test(asks))
    return (hasNumber ? 0.6 : 0) + (/\b(may|must|can|shall|within|not)\b/i.test(sentence) ? 0.4 : 0);
  return 0;
}

/** Connectives that need something before them and something after: `costs rose because of …`. */
const BETWEEN =
  /\b(because|due to|owing to|caused by|led to|as a (?:direct )?(?:result|consequence) of|resulted (?:from|in)|driven by|explained by|attributable to|stem(?:s|med) from|thanks to)\b/i;
/** The same before the clause they explain: `Because of …, costs rose.` */
const LEADING =
  /^\W*(?:mainly |largely |partly )?(?:because|due to|owing to|as a (?:direct )?(?:result|consequence) of|driven by|thanks to)\b[^,]{3,},\s*\S+\s+\S+/i;
/** A sentence that names the causes themselves. */
const NAMED =
  /\b(?:the|(?:its|their|our|one|two|three|several)) (?:(?:main|primary|chief|root|biggest|most important|two|three) )*(?:reasons?|causes?)\b(?: (?:for|of|behind|why) [^.;:]*?)? (?:is|are|was|were)\b|\b(?:has|have|had) (?:\w+ ){0,3}(?:causes?|reasons?)\s*:|\b(?:was|were|is|are) the (?:\w+ )?(?:reasons?|causes?) (?:for|of|why)\b/i;
/** `State the reason …`, `Please …`: asked for, not said. */
const REQUEST =
  /^\W*(?:please|state|give|list|enter|describe|specify|explain|name|note|record|choose|select|indicate|tell|ask|thanks|thank you)\b|\?\s*$/i;

/**
 * Whether a sentence itself says that one thing is the cause of another: by a connective between two clauses, or as a
 * sentence about the causes. Conditions and requests do not, and neither does a word that only looks causal (`results`).
 */
export function statesCause(sentence: string): boolean {
  if (REQUEST.test(sentence)) return false;
  if (NAMED.test(sentence) || LEADING.test(sentence)) return true;
  const connective = BETWEEN.exec(sentence);
  if (!connective) return false;
  const after = sentence.slice(connective.index + connective[0].length);
  return /\p{L}+\W+\p{L}+/u.test(sentence.slice(0, connective.index)) && /\p{L}{2,}/u.test(after);
}
