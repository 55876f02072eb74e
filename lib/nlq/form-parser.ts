import type { Chunk, LinkChunk } from "./chunks.ts";
import { units } from "./english/lexicon.ts";
import { stem } from "./english/stem.ts";
import type { Form, Mention, RankForm } from "./form.ts";
import type { Key } from "./keys.ts";
import type { Candidate } from "./links.ts";
import { aggregateWords } from "./measure.ts";
import {
  agrees,
  isHappening,
  isMoney,
  isName,
  isPassing,
  isPlainTop,
  isRankable,
  sameTable,
} from "./mention.ts";
import type { Aggregate } from "./query.ts";

/** Reads the chunks left to right into clauses. */
export function parseForm(chunks: Chunk[]): Form {
  return new FormParser(chunks).parse();
}

function asMention(piece: LinkChunk): Mention {
  return { words: piece.text, candidates: piece.candidates, start: piece.start, end: piece.end };
}

type Mode = "head" | "by" | "where" | "order";

class FormParser {
  readonly #chunks: Chunk[];
  readonly #form: Form = {
    ask: null,
    subject: null,
    attributes: [],
    measures: [],
    dimensions: [],
    conditions: [],
    rank: null,
    order: null,
    period: null,
    share: false,
    distinct: false,
    both: false,
    keys: false,
    everything: false,
    loose: [],
    unread: [],
    soft: [],
  };
  #at = 0;
  #mode: Mode = "head";
  #marker = "";
  #fns: Aggregate[] = [];
  #negated = false;
  #or = false;
  #money = false;
  #distinctNext = false;
  #rankOpen = false;
  #count: { value: number; words: string } | null = null;
  #last: Mention | null = null;
  #bound: { key: Extract<Key, { key: "compare" }>; words: string } | null = null;

  constructor(chunks: Chunk[]) {
    this.#chunks = chunks;
  }

  parse(): Form {
    for (; this.#at < this.#chunks.length; this.#at++) this.#chunk(this.#chunks[this.#at]!);
    this.#finish();
    return this.#form;
  }

  #chunk(piece: Chunk): void {
    switch (piece.kind) {
      case "key":
        this.#key(piece.key, piece.text);
        return;
      case "link":
        this.#link({
          words: piece.text,
          candidates: piece.candidates,
          start: piece.start,
          end: piece.end,
        });
        return;
      case "period":
        if (this.#form.period) this.#form.unread.push(piece.text);
        else
          this.#form.period = { period: piece.period, words: piece.text, near: this.#touching(piece.start) };
        return;
      case "grain":
        this.#grain(piece);
        return;
      case "number":
        this.#number(piece.value, piece);
        return;
      case "quoted":
        this.#text(piece.text, "equals", piece);
        return;
      case "unread":
        if (piece.soft) this.#form.soft.push(piece.text);
        else if (/^(ids?|identifiers?)$/i.test(piece.text) && this.#fns.length === 0) this.#form.keys = true;
        else if (/^(information|infos?|details?)$/i.test(piece.text) && this.#mode !== "by")
          this.#form.everything = true;
        else this.#form.unread.push(piece.text);
    }
  }

  #key(key: Key, words: string): void {
    const form = this.#form;
    // What a superlative ranks by stands right behind it.
    if (["where", "by", "ask", "stop", "compare", "order"].includes(key.key)) this.#rankOpen = false;
    switch (key.key) {
      case "ask":
        if (this.#mode === "head" && form.ask === null && !this.#hasHead()) form.ask = key.word;
        else if (key.word === "who" || key.word === "which") this.#enter("where", key.word);
        // `for each county, find its name and …`: what is asked for comes after all.
        else if (key.word === "list" && this.#mode !== "head") this.#enter("head", "");
        return;
      case "count":
        if (!this.#fns.includes("count")) this.#fns.push("count");
        if (/different|distinct/i.test(words)) {
          this.#distinctNext = true;
          form.distinct = true;
        }
        return;
      case "aggregate":
        this.#fns.push(key.fn);
        return;
      case "distinct":
        this.#distinctNext = true;
        form.distinct = true;
        return;
      case "share":
        form.share = true;
        return;
      case "by":
        // `top five by quantity` and `sorted … by`: the rank takes what comes next, not a grouping.
        if (this.#mode !== "order") this.#enter(this.#isAgent(words) ? "where" : "by", words);
        return;
      case "where":
        if (this.#mode === "order" && key.word === "of") return;
        // `number of`, `average of`: still the head.
        if (key.word === "of" && this.#mode === "head" && this.#fns.length > 0) return;
        this.#enter("where", key.word);
        return;
      case "order":
        if (form.order === null) form.order = { direction: key.direction, by: null, fn: null, words };
        else if (form.order.direction === null) form.order.direction = key.direction;
        if (key.expects) this.#enter("order", words);
        return;
      case "not":
        this.#negated = true;
        return;
      case "yet":
        return;
      case "top":
      case "superlative":
      case "ranker":
        this.#rank(key, words);
        return;
      case "compare":
        this.#compare(key, words);
        return;
      case "average-bound":
        this.#averageBound(key.operator, words);
        return;
      case "both":
        form.both = true;
        return;
      case "money":
        if (key.ranks)
          this.#setRank({
            direction: key.ranks,
            count: null,
            by: "money",
            fn: "sum",
            adjective: null,
            words,
          });
        else this.#money = true;
        return;
      case "trade":
        form.conditions.push({ kind: "did", nouns: key.nouns, negated: this.#negated, words });
        this.#negated = false;
        return;
      case "contains":
        this.#contains(key.mode, words);
        return;
      case "or":
        this.#or = true;
        return;
      case "and":
        return;
      case "stop":
        this.#flush();
        this.#mode = "head";
        this.#last = null;
    }
  }

  /** `visited by`, `written by`: who did it, not how it is split. */
  #isAgent(words: string): boolean {
    if (words.toLowerCase() !== "by") return false;
    const before = this.#chunks[this.#at - 1];
    if (!before || before.end !== this.#chunks[this.#at]!.start) return false;
    const verb = before.kind === "unread" || (before.kind === "key" && before.key.key === "trade");
    return verb && /(ed|en|sold|bought|made|won|led|held|run|taught)$/i.test(before.text);
  }

  #averageBound(operator: "<" | ">", words: string): void {
    const of = this.#takeLastColumn();
    this.#form.conditions.push({ kind: "average-bound", of, operator, words });
  }

  #hasHead(): boolean {
    const { subject, attributes, measures } = this.#form;
    return subject !== null || attributes.length > 0 || measures.length > 0;
  }

  #enter(mode: Mode, marker: string): void {
    if (mode !== "order") this.#flush();
    this.#mode = mode;
    this.#marker = marker;
  }

  /** Aggregates that found no word to stand before, as in `count` at the end of a clause. */
  #flush(): void {
    const form = this.#form;
    if (this.#fns.length > 0 && this.#mode === "head") {
      for (const fn of this.#fns) {
        if (fn === "count" && !form.measures.some((known) => known.fn === "count")) {
          form.measures.push({ fn, of: null, distinct: false });
          this.#fns = this.#fns.filter((one) => one !== fn);
        }
      }
    }
  }

  #rank(key: Extract<Key, { key: "top" | "superlative" | "ranker" }>, words: string): void {
    const adjective = key.key === "superlative" ? key.adjective : key.key === "ranker" ? key.fallback : null;
    const direction = key.key === "superlative" ? key.adjective.direction : key.direction;
    this.#setRank({ direction, count: key.count, by: null, fn: null, adjective, words });
  }

  #setRank(rank: RankForm): void {
    const known = this.#form.rank;
    this.#rankOpen = rank.by === null;
    if (
      known &&
      known.by === null &&
      rank.by === null &&
      known.adjective === null &&
      rank.adjective === null
    ) {
      // `top 5 … with the most`: one rank, said twice.
      known.count = known.count ?? rank.count;
      known.words = `${known.words} ${rank.words}`;
    } else if (known) {
      this.#form.unread.push(rank.words);
    } else {
      this.#form.rank = rank;
    }
  }

  #compare(key: Extract<Key, { key: "compare" }>, words: string): void {
    const before = key.about.length > 0 ? null : this.#money ? "money" : this.#takeLastColumn(true);
    if (before !== null || key.about.length > 0) {
      this.#skipUnit();
      this.#addBound(key, words, before);
      this.#money = false;
      return;
    }
    const next = this.#chunks[this.#at + 1];
    const after = this.#chunks[this.#at + 2];
    // `20 pieces in stock`: pieces of what follows.
    if (
      next &&
      /^(pieces?|units?|items?|copies)$/i.test(next.text) &&
      after?.kind === "key" &&
      after.key.key === "where"
    ) {
      this.#at += 2;
      this.#bound = { key, words };
      return;
    }
    const loose = next?.kind === "unread" || (next?.kind === "link" && next.candidates[0]!.score < 0.7);
    if (next && loose && units[stem(next.text.toLowerCase())]) {
      this.#at++;
      this.#addBound({ ...key, about: units[stem(next.text.toLowerCase())]! }, `${words} ${next.text}`, null);
    } else if (next?.kind === "link" && next.candidates[0]?.kind !== "value") {
      this.#bound = { key, words };
    } else if (
      next?.kind === "key" &&
      next.key.key === "where" &&
      this.#chunks[this.#at + 2]?.kind === "link"
    ) {
      // `more than 50 in stock`
      this.#at++;
      this.#bound = { key, words };
    } else {
      this.#addBound(key, words, null);
    }
  }

  /** The unit after a bound, as in `heavier than 20 kg`. */
  #skipUnit(): void {
    const next = this.#chunks[this.#at + 1];
    if (next && (next.kind === "unread" || next.kind === "link") && units[stem(next.text.toLowerCase())])
      this.#at++;
  }

  #addBound(key: Extract<Key, { key: "compare" }>, words: string, of: Mention | "money" | null): void {
    const fn = of === null ? null : (this.#fns.pop() ?? null);
    // Two bounds of which either may hold cannot both be asked of a row.
    if (this.#or) this.#form.both = true;
    this.#or = false;
    this.#form.conditions.push({
      kind: "bound",
      of,
      fn,
      operator: key.operator,
      value: key.value,
      upper: key.upper ?? null,
      about: key.about,
      money: key.sign === "currency",
      words,
    });
  }

  #contains(mode: "contains" | "starts" | "ends", words: string): void {
    const of = this.#takeLastColumn();
    let next = this.#chunks[this.#at + 1];
    if (next?.kind === "key") return;
    // `starts with the letter A`
    if (next?.kind === "unread" && /^(letter|word|substring|string|prefix|character)s?$/i.test(next.text)) {
      this.#at++;
      next = this.#chunks[this.#at + 1];
    }
    if (
      next &&
      next.kind !== "key" &&
      (next.kind === "quoted" || mode !== "contains" || next.kind === "unread" || isName(next.text))
    ) {
      this.#at++;
      this.#text(next.text, mode, next, words, of);
    } else {
      this.#form.soft.push(words);
    }
  }

  #text(
    text: string,
    mode: "equals" | "contains" | "starts" | "ends",
    place: { start: number },
    words = "",
    before: Mention | null = null,
  ): void {
    const of = before ?? this.#takeLastColumn() ?? this.#touching(place.start);
    this.#form.conditions.push({
      kind: "text",
      of,
      mode,
      text,
      negated: this.#negated,
      words: `${words} ${text}`.trim(),
    });
    this.#negated = false;
  }

  #number(value: number, piece: Chunk): void {
    const next = this.#chunks[this.#at + 1];
    // `which five members … the most`: so many of them.
    if (
      (this.#mode === "head" || (this.#mode === "where" && this.#marker === "of")) &&
      next?.kind === "link" &&
      Number.isInteger(value) &&
      value > 0 &&
      this.#count === null
    ) {
      this.#count = { value, words: piece.text };
      return;
    }
    const before = this.#touching(piece.start);
    if (before?.candidates.some(({ kind }) => kind === "column" || kind === "table")) {
      this.#release(before);
      const key = {
        key: "compare" as const,
        operator: this.#negated ? ("<>" as const) : ("=" as const),
        value,
        about: [],
      };
      this.#negated = false;
      this.#addBound(key, piece.text, before);
      return;
    }
    this.#form.unread.push(piece.text);
  }

  #grain(piece: Extract<Chunk, { kind: "grain" }>): void {
    const { candidates, grain, text, start, end } = piece;
    const mention = candidates.length > 0 ? { words: text, candidates, start, end } : null;
    const isBy = this.#mode === "by" || text.toLowerCase().endsWith("ly");
    if (isBy || (mention === null && this.#form.ask === "which" && this.#mode === "head")) {
      this.#form.dimensions.push({ mention, grain, words: text });
    } else if (mention) {
      this.#link(mention);
    } else {
      this.#form.unread.push(text);
    }
  }

  #link(mention: Mention): void {
    const form = this.#form;
    const best = mention.candidates[0]!.kind;
    if (/^ids?$/i.test(mention.words) && this.#fns.length === 0) {
      this.#form.keys = true;
      return;
    }
    const previous = this.#last;
    const rankOpen = this.#rankOpen;
    this.#rankOpen = false;
    this.#last = mention;
    if (this.#bound) {
      const { key, words } = this.#bound;
      this.#bound = null;
      this.#addBound(key, words, mention);
      return;
    }
    if (best === "value") {
      this.#value(mention, previous);
      return;
    }
    // `did not attend any performance`: a verb that looks like some column is not what is missing.
    if (this.#negated && isPassing(mention) && this.#linkFollows()) {
      form.soft.push(mention.words);
      return;
    }
    if (this.#negated && !this.#valueFollows(mention)) {
      this.#negated = false;
      form.conditions.push({ kind: "missing", mention, words: mention.words });
      return;
    }
    if (this.#mode === "order" && form.order) {
      if (form.order.by === null) {
        form.order.by = mention;
        form.order.fn = this.#fns.pop() ?? null;
      } else if (previous && form.order.by === previous && previous.end === mention.start) {
        // `by the channel rating`: the table only says whose.
        form.order.by = mention;
      } else {
        form.unread.push(mention.words);
      }
      return;
    }
    const rank = form.rank;
    // `population density`: of two columns side by side the last is meant.
    const adjoining =
      previous?.end === mention.start && previous.candidates[0]?.kind === "column" && best === "column";
    if (adjoining && previous) {
      const measure = form.measures.find(({ of }) => of === previous);
      const place = form.attributes.indexOf(previous);
      if (rank?.by === previous) rank.by = mention;
      else if (measure) measure.of = mention;
      else if (place !== -1) form.attributes[place] = mention;
      if (rank?.by === mention || measure || place !== -1) {
        form.soft.push(previous.words);
        return;
      }
    }
    if (this.#fns.length > 0) {
      this.#measured(mention, rankOpen);
      return;
    }
    if (rank && rank.by === null && this.#ranks(rank, mention, best, rankOpen)) return;
    if (this.#mode === "by") {
      form.dimensions.push({ mention, grain: null, words: mention.words });
      return;
    }
    if (best === "metric" || best === "line-amount" || (best === "column" && isMoney(mention))) {
      form.measures.push({ fn: null, of: mention, distinct: false });
      return;
    }
    if (best === "table") {
      this.#table(mention, previous);
      return;
    }
    if (this.#boundFollows() || (isHappening(mention) && this.#periodFollows())) return;
    // `which account manager has …`: the column's values are what is asked for.
    if (this.#mode === "head" && form.ask === "which" && !this.#hasHead()) form.subject = mention;
    else {
      // `names of studios`, where a studio is nothing but a name.
      const vacuous = previous && form.attributes.at(-1) === previous && /^names?$/i.test(previous.words);
      if (vacuous && this.#mode === "where" && this.#marker === "of") form.attributes.pop();
      if (this.#mode === "where" && ["that", "who", "which", "having"].includes(this.#marker))
        form.loose.push(mention);
      form.attributes.push(mention);
    }
  }

  /** A link after an aggregate: what is measured, or what is ranked by. */
  #measured(mention: Mention, rankOpen: boolean): void {
    const form = this.#form;
    const fns = this.#fns;
    this.#fns = [];
    const rank = form.rank;
    const ranking = rank && rank.by === null && (rankOpen || (isPlainTop(rank) && this.#mode === "by"));
    if (rank && ranking) {
      rank.by = mention;
      rank.fn = fns.at(-1)!;
      return;
    }
    // `the total count of`: one figure, not two.
    // `the average number of floors`: the number is stored.
    const others = fns.filter((fn) => fn !== "count" && fn !== "sum");
    const wanted = !fns.includes("count") ? fns : others.length > 0 ? others : ["count" as const];
    for (const fn of wanted) form.measures.push({ fn, of: mention, distinct: this.#distinctNext });
    this.#distinctNext = false;
  }

  /** Whether the rank takes this link; what it ranks is then known. */
  #ranks(rank: RankForm, mention: Mention, best: Candidate["kind"], rankOpen: boolean): boolean {
    const form = this.#form;
    if (isPlainTop(rank)) {
      if (this.#mode === "by") {
        rank.by = mention;
        return true;
      }
      if (form.subject === null && form.attributes.length === 0) {
        form.subject = mention;
        return true;
      }
      return false;
    }
    if (!rankOpen) return false;
    if (best === "table" && rank.adjective !== null) {
      if (form.subject === null) form.subject = mention;
      else if (!sameTable(form.subject, mention)) form.conditions.push({ kind: "with", mention });
      return true;
    }
    if (best === "column" && !mention.candidates.some(isRankable)) return false;
    const askedFor = form.subject === null && form.attributes.length === 0 && form.ask !== "who";
    if (this.#mode === "head" && askedFor && best === "column") {
      // `the highest salary` asked for by itself is a figure, not a row.
      form.measures.push({ fn: rank.direction === "desc" ? "max" : "min", of: mention, distinct: false });
      form.rank = null;
      return true;
    }
    rank.by = mention;
    return true;
  }

  #table(mention: Mention, previous: Mention | null): void {
    const form = this.#form;
    // `customer orders`: orders are meant, customers only say which.
    if (
      this.#mode === "head" &&
      previous?.candidates[0]?.kind === "table" &&
      previous.end === mention.start
    ) {
      const measure = form.measures.find(({ of }) => of === previous);
      if (measure) measure.of = mention;
      else if (form.subject === previous) form.subject = mention;
      if (measure || form.subject === mention) {
        form.conditions.push({ kind: "with", mention: previous });
        return;
      }
    }
    if (form.subject === null && form.measures.length === 0) {
      form.subject = mention;
    } else if (
      this.#mode === "head" &&
      form.subject !== null &&
      form.subject.candidates[0]?.kind === "table" &&
      this.#marker === ""
    ) {
      form.attributes.push(mention);
    } else {
      form.conditions.push({ kind: "with", mention });
    }
  }

  #value(mention: Mention, previous: Mention | null): void {
    const touching = previous && this.#touches(previous, mention.start) ? previous : null;
    const next = this.#chunks[this.#at + 1];
    const following =
      next?.kind === "link" && next.candidates[0]?.kind !== "value" && next.start === mention.end
        ? { words: next.text, candidates: next.candidates, start: next.start, end: next.end }
        : null;
    let near: Mention | null = null;
    if (following && agrees(mention, following) && this.#isContext(following)) {
      near = following;
      this.#at++;
      this.#last = following;
    } else if (touching && agrees(mention, touching)) {
      near = touching;
      this.#release(touching);
    }
    this.#form.conditions.push({ kind: "value", mention, negated: this.#negated, near, either: this.#or });
    this.#or = false;
    // `not in Germany or France` denies both.
    if (this.#chunks[this.#at + 1]?.kind !== "key") this.#negated = false;
  }

  /** `crime section`: the section says which column is meant; `German customers`: customers are asked for. */
  #isContext(following: Mention): boolean {
    const best = following.candidates[0]!.kind;
    return (
      best === "column" ||
      (best === "table" && this.#form.subject !== null && !sameTable(this.#form.subject, following))
    );
  }

  /** Takes a mention back out of what is shown: it turned out to be the column of a condition. */
  #release(mention: Mention): void {
    const form = this.#form;
    form.attributes = form.attributes.filter((known) => known !== mention);
    if (mention.candidates[0]?.kind === "column") {
      if (form.subject === mention && form.attributes.length > 0) form.subject = null;
    }
    form.conditions = form.conditions.filter(
      (known) => !(known.kind === "with" && known.mention === mention),
    );
  }

  #takeLastColumn(ordered = false): Mention | null {
    const last = this.#last;
    const at = this.#chunks[this.#at]?.start ?? 0;
    if (!last || !this.#touches(last, at)) return null;
    if (!["column", "metric", "line-amount"].includes(last.candidates[0]!.kind)) return null;
    // `cities with more than 20 …`: a text has no bound.
    if (ordered && !last.candidates.some(isRankable)) return null;
    if (this.#form.measures.some((known) => known.of === last)) {
      // `average age over 30`: the measure itself is bounded.
      return last;
    }
    this.#release(last);
    return last;
  }

  #touching(start: number): Mention | null {
    return this.#last && this.#touches(this.#last, start) ? this.#last : null;
  }

  /** Only words without content stand between the mention and a position. */
  #touches(mention: Mention, start: number): boolean {
    return !this.#chunks.some(
      (piece) =>
        piece.start >= mention.end &&
        piece.end <= start &&
        !(piece.kind === "key" && ["where", "not", "or"].includes(piece.key.key)) &&
        !(piece.kind === "unread" && piece.soft),
    );
  }

  #valueFollows(mention: Mention): boolean {
    const next = this.#chunks[this.#at + 1];
    if (next?.kind !== "link" || next.candidates[0]?.kind !== "value") return false;
    return agrees(
      { words: next.text, candidates: next.candidates, start: next.start, end: next.end },
      mention,
    );
  }

  /** Another name comes in the same clause. */
  #linkFollows(): boolean {
    for (const piece of this.#chunks.slice(this.#at + 1)) {
      if (piece.kind === "link") return true;
      if (piece.kind === "key" && piece.key.key === "stop") return false;
    }
    return false;
  }

  #periodFollows(): boolean {
    const rest = this.#chunks.slice(this.#at + 1);
    return rest.find((piece) => !(piece.kind === "key" && piece.key.key === "where"))?.kind === "period";
  }

  /** A bound, a text or a number comes next, and will take the column itself. */
  #boundFollows(): boolean {
    if (this.#mode === "head") return false;
    for (const piece of this.#chunks.slice(this.#at + 1)) {
      if (piece.kind === "key" && ["compare", "average-bound", "contains"].includes(piece.key.key))
        return true;
      if (piece.kind === "number" || piece.kind === "quoted") return true;
      if (piece.kind === "link" && piece.candidates[0]?.kind === "value")
        return this.#last !== null && agrees(asMention(piece), this.#last);
      if (!(piece.kind === "key" && ["where", "not"].includes(piece.key.key))) return false;
    }
    return false;
  }

  #finish(): void {
    const form = this.#form;
    if (this.#bound) this.#addBound(this.#bound.key, this.#bound.words, null);
    for (const fn of this.#fns) {
      if (fn === "count") form.measures.push({ fn, of: null, distinct: false });
      else if (this.#money) form.measures.push({ fn, of: "money", distinct: false });
      else form.unread.push(aggregateWords[fn]);
    }
    if (this.#money && form.rank && form.rank.by === null) {
      form.rank.by = "money";
      form.rank.fn = "sum";
    } else if (this.#money && !form.conditions.some((one) => one.kind === "bound")) {
      const has = form.measures.length > 0 || (form.rank !== null && form.rank.by !== null);
      if (!has) form.measures.push({ fn: "sum", of: "money", distinct: false });
    }
    if (this.#count && form.rank && form.rank.count === null) form.rank.count = this.#count.value;
    else if (this.#count) form.unread.push(this.#count.words);
    if (this.#negated) form.unread.push("not");
  }
}
