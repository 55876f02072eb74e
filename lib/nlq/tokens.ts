import { dictionary } from "./english/dictionary.ts";
import { numberWords } from "./english/number-words.ts";
import { stem } from "./english/stem.ts";

export interface Token {
  /** As written; of quoted text the inside. */
  text: string;
  lower: string;
  stem: string;
  kind: "word" | "number" | "quoted" | "mark";
  /** Of numbers, written in digits or words. */
  value?: number;
  /** Carried a currency sign or a percent sign. */
  sign?: "currency" | "percent";
  /** Starts with a capital letter. */
  capital: boolean;
  /** Position of its first character, and after its last, in the prepared text. */
  start: number;
  end: number;
}

/** Questions are cut here; nothing a person asks of a database is longer. */
export const mostCharacters = 2_000;
export const mostTokens = 120;

const pattern =
  /"([^"]{1,200})"|“([^”]{1,200})”|(?<![\p{L}\d])['‘]([^'’]{1,200})['’](?![\p{L}\d])|\d{4}-\d{2}(?:-\d{2})?(?![\p{L}\d])|[$€£¥]?\d+(?:,\d{3})*(?:\.\d+)?(?:%|k\b|m\b|bn\b)?(?![\p{L}\d])|[\p{L}\p{N}_][\p{L}\p{N}_]*(?:[-.&@/][\p{L}\p{N}_]+)*|[<>]=?|!=|=|[,;?!.:()]/gu;

const scale = dictionary<number>({ k: 1e3, m: 1e6, bn: 1e9, thousand: 1e3, million: 1e6, billion: 1e9 });

/** What `how old is …` asks for. */
const measured = dictionary<string>({
  old: "age",
  tall: "height",
  heavy: "weight",
  long: "length",
  large: "size",
  big: "size",
  fast: "speed",
  deep: "depth",
});

/** The text that token positions refer to: possessives and contractions written out. */
export function prepare(question: string): string {
  return question
    .slice(0, mostCharacters)
    .replace(/(?<=\p{Ll})\(e?s\)/gu, "s")
    .replace(/\((in [\p{L} ]{2,20})\)/giu, "$1")
    .replace(/\bin USD\b/g, "in dollars")
    .replace(/\bin EUR\b/g, "in euros")
    .replace(/(?<=\p{Ll}{2})[.,;!?](?=["”])/gu, "")
    .replace(/\ball-(?=\p{Ll})/giu, "")
    .replace(/(?<=\p{Ll})-(?=(type|grade|level|based|only)\b)/giu, " ")
    .replace(/(?<=[\p{L}\d])_(?=[\p{L}\d])/gu, " ")
    .replace(/(?<=[\p{L}\d])['’]s\b/giu, " ")
    .replace(
      /\b(\w+)n[’']t\b/gi,
      (_, verb: string) => `${verb === "ca" ? "can" : verb === "wo" ? "will" : verb} not`,
    )
    .replace(/s['’](?=\s)/g, "s ")
    .replace(/\b(first|last|middle) and (first|last|middle) (names?)\b/gi, "$1 $3 and $2 $3")
    .replace(
      /\bhow (old|tall|heavy|long|large|big|fast|deep) (is|are|was|were)\b/gi,
      (_, adjective: string) => `what is the ${measured[adjective.toLowerCase()]} of`,
    );
}

/**
 * Cuts a prepared question into words, numbers (`1,000`, `$1.5k`, `2 million`, `five`), quoted texts and the marks that matter.
 */
export function tokenise(prepared: string): Token[] {
  const tokens: Token[] = [];
  for (const match of prepared.matchAll(pattern)) {
    if (tokens.length >= mostTokens) break;
    const quoted = match[1] ?? match[2] ?? match[3];
    // A date is one also in quotes; a time of the day beside it is left out.
    const day =
      quoted === undefined
        ? null
        : /^(\d{4}-\d{2}-\d{2})(?:[ T]\d{2}:\d{2}(?::\d{2})?)?$/.exec(quoted.trim());
    const token =
      quoted === undefined
        ? plainToken(match[0])
        : day
          ? plainToken(day[1]!)
          : { kind: "quoted" as const, text: quoted };
    const lower = token.text.toLowerCase();
    const previous = tokens.at(-1);
    if (token.kind === "word" && scale[lower] && lower.length > 2 && previous?.kind === "number") {
      previous.value = (previous.value ?? 1) * scale[lower];
      previous.text += ` ${token.text}`;
      previous.end = match.index + match[0].length;
      continue;
    }
    tokens.push({
      ...token,
      lower,
      stem: token.kind === "word" ? stem(lower) : lower,
      capital: /^\p{Lu}/u.test(token.text),
      start: match.index,
      end: match.index + match[0].length,
    });
  }
  return costAsPrice(tokens);
}

/** `how much does it cost`: the verb asks for a price, the noun would be what it costs to make. */
function costAsPrice(tokens: Token[]): Token[] {
  const [first, second, third] = tokens.map(({ lower }) => lower);
  const asks =
    (first === "how" && second === "much" && /^(do|does|did|would)$/.test(third ?? "")) ||
    (first === "what" && /^(do|does|did|would)$/.test(second ?? ""));
  const last = tokens.findLast(({ kind }) => kind === "word");
  if (asks && last && (last.lower === "cost" || last.lower === "costs")) {
    last.lower = "price";
    last.stem = stem("price");
  }
  return tokens;
}

function plainToken(text: string): Pick<Token, "text" | "kind" | "value" | "sign"> {
  const number = /^([$€£¥]?)(\d+(?:,\d{3})*(?:\.\d+)?)(%|k|m|bn)?$/.exec(text);
  if (number) {
    const digits = (number[2] ?? "").replaceAll(",", "");
    const sign = number[1] ? "currency" : number[3] === "%" ? "percent" : undefined;
    const value = Number(digits) * (scale[number[3] ?? ""] ?? 1);
    return { text, kind: "number", value, ...(sign ? { sign } : {}) };
  }
  const value = numberWords[text.toLowerCase()];
  if (value !== undefined) return { text, kind: "number", value };
  return { text, kind: /^[\p{L}\p{N}_]/u.test(text) ? "word" : "mark" };
}
