/** What an expression does at its outermost level; `text` is the source it stands for, without enclosing parentheses. */
export type ExpressionNode = { text: string } & (
  | { kind: "sum"; terms: Array<{ sign: 1 | -1; node: ExpressionNode }> }
  | { kind: "product"; factors: Array<{ inverse: boolean; node: ExpressionNode }> }
  /** Arguments as text: what is inside is another level. */
  | { kind: "call"; name: string; arguments: string[] }
  | { kind: "number"; value: number }
  /** A column, a literal or `CASE … END`: nothing to take apart. */
  | { kind: "atom" }
  /** Anything this grammar has no rule for: nobody may reason about its inside. */
  | { kind: "opaque" }
);

interface Lexeme {
  kind: "literal" | "column" | "number" | "word" | "open" | "close" | "comma" | "operator" | "other";
  text: string;
  start: number;
  end: number;
}

/** Literals and columns are one lexeme each, so that no sign inside `'on-hold'` is an operator. */
const LEXEMES =
  /(?<space>\s+)|(?<literal>'(?:[^']|'')*')|(?<column>\{\{.+?\}\}|"(?:[^"]|"")*")|(?<other>--|\/\*)|(?<number>\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+)|(?<word>[\p{L}_][\p{L}\p{N}_.$]*)|(?<open>\()|(?<close>\))|(?<comma>,)|(?<operator>[-+*/])|(?<unknown>[\s\S])/giu;

function lexemesOf(source: string): Lexeme[] {
  return [...source.matchAll(LEXEMES)].flatMap((match): Lexeme[] => {
    const [kind] = Object.entries(match.groups!).find(([, text]) => text !== undefined)!;
    if (kind === "space") return [];
    const place = { text: match[0], start: match.index, end: match.index + match[0].length };
    return [{ kind: (kind === "unknown" ? "other" : kind) as Lexeme["kind"], ...place }];
  });
}

/**
 * Reads the arithmetic of an ANSI SQL expression with SQL's precedence: `*` and `/` before `+` and `-`, equal ones from
 * the left. What lies outside of that grammar makes the whole `opaque`.
 */
export function expressionTree(source: string): ExpressionNode {
  const parser = new Parser(source, lexemesOf(source));
  const node = parser.sum();
  return node && parser.atEnd() ? node : { kind: "opaque", text: source.trim() };
}

/** The text as it means the same: without spaces, letter case only where it tells things apart. */
export function squeeze(source: string): string {
  return lexemesOf(source)
    .map(({ kind, text }) => (kind === "literal" || kind === "column" ? text : text.toLowerCase()))
    .join("");
}

/** Recursive descent; a method returns null where its rule does not fit. */
class Parser {
  readonly #source: string;
  readonly #lexemes: Lexeme[];
  #at = 0;

  constructor(source: string, lexemes: Lexeme[]) {
    this.#source = source;
    this.#lexemes = lexemes;
  }

  atEnd(): boolean {
    return this.#at === this.#lexemes.length;
  }

  sum(): ExpressionNode | null {
    const first = this.#at;
    const lead = this.#take("+-");
    const terms: Array<{ sign: 1 | -1; node: ExpressionNode }> = [];
    for (let sign = lead; terms.length === 0 || sign; sign = this.#take("+-")) {
      const node = this.#product();
      if (!node) return null;
      terms.push({ sign: sign === "-" ? -1 : 1, node });
    }
    const [only] = terms;
    return terms.length === 1 && only!.sign === 1
      ? only!.node
      : { kind: "sum", terms, text: this.#textFrom(first) };
  }

  #product(): ExpressionNode | null {
    const first = this.#at;
    const factors: Array<{ inverse: boolean; node: ExpressionNode }> = [];
    for (let operator: string | null = null; factors.length === 0 || operator; operator = this.#take("*/")) {
      const node = this.#factor();
      if (!node) return null;
      factors.push({ inverse: operator === "/", node });
    }
    return factors.length === 1
      ? factors[0]!.node
      : { kind: "product", factors, text: this.#textFrom(first) };
  }

  #factor(): ExpressionNode | null {
    const lexeme = this.#lexemes[this.#at];
    if (lexeme?.kind === "operator" && "+-".includes(lexeme.text)) return this.#signed();
    if (!lexeme) return null;
    this.#at++;
    if (lexeme.kind === "number") return { kind: "number", value: Number(lexeme.text), text: lexeme.text };
    if (lexeme.kind === "literal" || lexeme.kind === "column") return { kind: "atom", text: lexeme.text };
    if (lexeme.kind === "open") {
      const node = this.sum();
      return node && this.#lexemes[this.#at++]?.kind === "close" ? node : null;
    }
    if (lexeme.kind !== "word") return null;
    if (/^case$/i.test(lexeme.text)) return this.#caseFrom(this.#at - 1);
    return this.#lexemes[this.#at]?.kind === "open"
      ? this.#call(lexeme.text, this.#at - 1)
      : { kind: "atom", text: lexeme.text };
  }

  #signed(): ExpressionNode | null {
    const first = this.#at;
    const sign = this.#take("+-") === "-" ? -1 : 1;
    const node = this.#factor();
    if (!node || sign === 1) return node;
    return { kind: "sum", terms: [{ sign, node }], text: this.#textFrom(first) };
  }

  #caseFrom(first: number): ExpressionNode | null {
    for (let depth = 1; depth > 0; this.#at++) {
      const lexeme = this.#lexemes[this.#at];
      if (!lexeme) return null;
      if (lexeme.kind !== "word") continue;
      if (/^case$/i.test(lexeme.text)) depth++;
      if (/^end$/i.test(lexeme.text)) depth--;
    }
    return { kind: "atom", text: this.#textFrom(first) };
  }

  #call(name: string, first: number): ExpressionNode | null {
    const texts: string[] = [];
    let from = this.#lexemes[this.#at++]!.end;
    for (let depth = 1; depth > 0; this.#at++) {
      const lexeme = this.#lexemes[this.#at];
      if (!lexeme) return null;
      if (lexeme.kind === "open") depth++;
      if (lexeme.kind === "close") depth--;
      if (depth > 1 || (depth === 1 && lexeme.kind !== "comma")) continue;
      texts.push(this.#source.slice(from, lexeme.start).trim());
      from = lexeme.end;
    }
    return { kind: "call", name: name.toUpperCase(), arguments: texts, text: this.#textFrom(first) };
  }

  #take(operators: string): string | null {
    const lexeme = this.#lexemes[this.#at];
    if (lexeme?.kind !== "operator" || !operators.includes(lexeme.text)) return null;
    this.#at++;
    return lexeme.text;
  }

  #textFrom(first: number): string {
    return this.#source.slice(this.#lexemes[first]!.start, this.#lexemes[this.#at - 1]!.end);
  }
}
