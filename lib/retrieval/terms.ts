import porter2 from "wink-porter2-stemmer";

/** A word of a question with what it is looked up as. */
export interface QueryTerm {
  term: string;
  /** As it was written. */
  word: string;
}

/** Words that say how something is asked or put, not what about. */
const STOP_WORDS = new Set(
  `a about above after again all also am an and any anyone are aren't as at be because been before being below between
  both but by can cannot can't could couldn't did didn't do does doesn't doing don't done down during each either else ever every few
  for from further get gets give given gives got had hadn't has hasn't have haven't having he her here hers herself him himself his how however i i'd
  i'll i'm i've if in instead into is isn't it its it's itself just let let's like may me might more most much must my myself neither nor no not now of off on
  once only onto or other others our ours ourselves out over own per please quite rather really same say says said shall she should
  shouldn't show so some something somewhat such tell than that that's the their theirs them themselves then there there's these they this those through thus to
  together too toward towards under until up upon us very via was wasn't we were weren't what what's whatever when where
  whereas whether which while who who's whom whose why will with within without won't would wouldn't yes yet you your
  yours yourself know known explain describe happen happened happening happens find found`.split(/\s+/),
);

/** Longer ones are no words of a language: they count by their beginning, since the stemmer's time grows with the square of the length. */
const LONGEST_WORD = 40;
/** Of what is written together with marks, such as an order's number or a path. */
const LONGEST_COMPOUND = 120;
/** Characters of one text that are analysed; a passage is far shorter, a table of thousands of rows may come near. */
const LONGEST_TEXT = 1_000_000;
const LONGEST_QUESTION = 10_000;

const WORD = /[\p{L}\p{N}]+(?:['’.\-_/&][\p{L}\p{N}]+)*/gu;

/** Forms that no stemmer connects, where text and question often differ. */
const IRREGULAR: Readonly<Record<string, string>> = {
  rose: "rise",
  risen: "rise",
  fell: "fall",
  fallen: "fall",
  grew: "grow",
  grown: "grow",
  sold: "sell",
  bought: "buy",
  paid: "pay",
  lost: "lose",
  left: "leave",
  won: "win",
  led: "lead",
  sent: "send",
  made: "make",
  built: "build",
  began: "begin",
  begun: "begin",
  broke: "break",
  broken: "break",
  chose: "choose",
  chosen: "choose",
  went: "go",
  wrote: "write",
  written: "write",
  held: "hold",
  kept: "keep",
  met: "meet",
  spent: "spend",
  brought: "bring",
  thought: "think",
  taken: "take",
  took: "take",
  ran: "run",
  children: "child",
  people: "person",
  men: "man",
  women: "woman",
  criteria: "criterion",
  indices: "index",
  data: "data",
};

/**
 * The terms of a text, in order and with repetitions: lower case, without accents, without stop words, stemmed by Porter's
 * second stemmer. What is written together with marks (`IR-2025-031`) counts whole and in parts. Of a word beyond 40
 * characters the first 40 count, of a text beyond a million its first million.
 */
export function termsOf(text: string): string[] {
  return [...wordsOf(text.slice(0, LONGEST_TEXT))].map((each) => each.term);
}

/** `How long` asks for a measure and says nothing of what is measured. */
const HOW = /\bhow (?:long|many|much|far|often|soon|large|big|high|old|well)\b/gi;

/** What a question is about, each term once; its first ten thousand characters count. */
export function queryTerms(question: string): QueryTerm[] {
  const found = new Map<string, QueryTerm>();
  for (const each of wordsOf(question.slice(0, LONGEST_QUESTION).replace(HOW, " ")))
    if (!found.has(each.term)) found.set(each.term, each);
  return [...found.values()];
}

function* wordsOf(text: string): Generator<QueryTerm> {
  for (const [word] of text.matchAll(WORD)) {
    const whole = fold(word).replace(/['’]s$/, "");
    if (STOP_WORDS.has(whole.replaceAll("’", "'"))) continue;
    const parts = whole.split(/['’.\-_/&]/).filter((part) => part !== "");
    // 1,5 and 2.5 are figures, not two parts; so is an abbreviation such as e.g.
    if (parts.length > 1) yield { term: beginning(parts.join("-"), LONGEST_COMPOUND), word };
    if (parts.length > 1 && /^[\d.]+$/.test(whole)) continue;
    for (const part of parts)
      if (!STOP_WORDS.has(part) && (part.length > 1 || /\d/.test(part) || parts.length === 1))
        yield {
          term: stem(beginning(part, LONGEST_WORD)),
          word: parts.length === 1 ? word.replace(/['’]s$/i, "") : part,
        };
  }
}

/** `é` as `e`, `ß` as `ss`: people type what their keyboard has. */
function fold(word: string): string {
  return word
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll("ø", "o")
    .replaceAll("æ", "ae")
    .replaceAll("ł", "l");
}

/** Never half a character: the store takes none. */
function beginning(word: string, length: number): string {
  return word.length <= length ? word : word.slice(0, length).replace(/[\ud800-\udbff]$/, "");
}

const stems = new Map<string, string>();

function stem(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const base = Object.hasOwn(IRREGULAR, word) ? IRREGULAR[word]! : word;
  const stemmed = word.length < LONGEST_WORD && /^[a-z]+$/.test(base) ? porter2(base) : base;
  // Words come from outside: the memory they take is bounded.
  if (stems.size < 100_000) stems.set(word, stemmed);
  return stemmed;
}
