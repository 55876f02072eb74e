import type { Chunk } from "../chunks.ts";
import { type ConditionForm, emptyForm, type Form, type Mention } from "../form.ts";
import type { Key } from "../key.ts";
import { agrees, asMention, isRankable } from "../mention.ts";
import type { Grain } from "../period.ts";
import type { Aggregate } from "../query.ts";

/** In which part of the sentence the parser is: what is asked for, split by, under which conditions, in which order. */
export type Mode = "head" | "by" | "where" | "order";

/** The form in the making, with what was read so far and has not found its place yet. */
export class ClauseState {
  readonly chunks: Chunk[];
  readonly form: Form = emptyForm();
  at = 0;
  mode: Mode = "head";
  marker = "";
  fns: Aggregate[] = [];
  negated = false;
  /** What was denied has been found; further values in the same list may be denied too. */
  denied = false;
  or = false;
  money = false;
  distinctNext = false;
  /** What a first sentence asked for, where a second one says what to show. */
  shownBefore: Mention[] | null = null;
  rankOpen = false;
  /** `which month`: what it is called in the catalog, and which stretch of time it is. */
  whichGrain: { mention: Mention; grain: Grain } | null = null;
  /** A second superlative that waits for what it stands before. */
  extreme: Extract<ConditionForm, { kind: "extreme" }> | null = null;
  count: { value: number; words: string } | null = null;
  last: Mention | null = null;
  /** A bound by other rows that are still being told. */
  against: { condition: Extract<ConditionForm, { kind: "against" }>; from: number } | null = null;
  bound: { key: Extract<Key, { key: "compare" }>; words: string } | null = null;

  constructor(chunks: Chunk[]) {
    this.chunks = chunks;
  }

  /** Whether `or` stood before this condition; it is used up. */
  takeOr(): boolean {
    const or = this.or;
    this.or = false;
    return or;
  }

  hasHead(): boolean {
    const { subject, attributes, measures } = this.form;
    return subject !== null || attributes.length > 0 || measures.length > 0;
  }

  enter(mode: Mode, marker: string): void {
    if (mode !== "order") this.flush();
    this.mode = mode;
    this.marker = marker;
  }

  /** Aggregates that found no word to stand before, as in `count` at the end of a clause. */
  flush(): void {
    const form = this.form;
    if (this.fns.length > 0 && this.mode === "head") {
      for (const fn of this.fns) {
        if (fn === "count" && !form.measures.some((known) => known.fn === "count")) {
          form.measures.push({ fn, of: null, distinct: false });
          this.fns = this.fns.filter((one) => one !== fn);
        }
      }
    }
  }

  /** Takes a mention back out of what is shown: it turned out to be the column of a condition. */
  release(mention: Mention): void {
    const form = this.form;
    form.attributes = form.attributes.filter((known) => known !== mention);
    if (mention.candidates[0]?.kind === "column") {
      if (form.subject === mention && form.attributes.length > 0) form.subject = null;
    }
    form.conditions = form.conditions.filter(
      (known) => !(known.kind === "with" && known.mention === mention),
    );
  }

  takeLastColumn(ordered = false): Mention | null {
    const last = this.last;
    const at = this.chunks[this.at]?.start ?? 0;
    if (!last || !this.touches(last, at)) return null;
    if (!["column", "metric", "line-amount"].includes(last.candidates[0]!.kind)) return null;
    // `cities with more than 20 …`: a text has no bound.
    if (ordered && !last.candidates.some(isRankable)) return null;
    if (this.form.measures.some((known) => known.of === last)) {
      // `average age over 30`: the measure itself is bounded.
      return last;
    }
    this.release(last);
    return last;
  }

  touching(start: number): Mention | null {
    return this.last && this.touches(this.last, start) ? this.last : null;
  }

  /** Only words without content stand between the mention and a position. */
  touches(mention: Mention, start: number): boolean {
    return !this.chunks.some(
      (piece) =>
        piece.start >= mention.end &&
        piece.end <= start &&
        !(piece.kind === "key" && ["where", "not", "or"].includes(piece.key.key)) &&
        !(piece.kind === "unread" && piece.soft),
    );
  }

  valueFollows(mention: Mention): boolean {
    const first = this.chunks[this.at + 1];
    // `not from the country of X`
    const of = first?.kind === "key" && first.key.key === "where" && first.key.word === "of";
    const next = this.chunks[this.at + (of ? 2 : 1)];
    if (next?.kind !== "link" || next.candidates[0]?.kind !== "value") return false;
    return agrees(
      { words: next.text, candidates: next.candidates, start: next.start, end: next.end },
      mention,
    );
  }

  /** Another name comes in the same clause. */
  linkFollows(): boolean {
    for (const piece of this.chunks.slice(this.at + 1)) {
      if (piece.kind === "link") return true;
      if (piece.kind === "key" && piece.key.key === "stop") return false;
    }
    return false;
  }

  periodFollows(): boolean {
    const rest = this.chunks.slice(this.at + 1);
    return rest.find((piece) => !(piece.kind === "key" && piece.key.key === "where"))?.kind === "period";
  }

  /** A bound, a text or a number comes next, and will take the column itself. */
  boundFollows(): boolean {
    if (this.mode === "head") return false;
    for (const [i, piece] of this.chunks.slice(this.at + 1).entries()) {
      if (
        piece.kind === "key" &&
        ["compare", "average-bound", "against", "contains"].includes(piece.key.key)
      ) {
        // `studios that have at least two films`: the bound is on what comes behind it.
        const behind = this.chunks[this.at + 2 + i];
        const own =
          i > 0 &&
          piece.key.key === "compare" &&
          behind?.kind === "link" &&
          behind.candidates[0]?.kind === "table";
        return !own;
      }
      if (piece.kind === "number" || piece.kind === "quoted") return true;
      if (piece.kind === "link" && piece.candidates[0]?.kind === "value")
        return this.last !== null && agrees(asMention(piece), this.last);
      if (!(piece.kind === "key" && ["where", "not"].includes(piece.key.key))) return false;
    }
    return false;
  }
}
