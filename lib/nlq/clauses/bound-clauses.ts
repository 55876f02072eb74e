import type { Chunk, LinkChunk } from "../chunks.ts";
import { units } from "../english/lexicon.ts";
import { stem } from "../english/stem.ts";
import type { Mention } from "../form.ts";
import type { Key } from "../key.ts";
import { asMention, isName } from "../mention.ts";
import { isNumber } from "../schema.ts";
import type { ClauseState } from "./clause-state.ts";

export function readCompare(state: ClauseState, key: Extract<Key, { key: "compare" }>, said: string): void {
  // `out of stock` names no number, and is shown with one.
  const words = /^out\s+of$/i.test(said) ? "0 or less" : said;
  // `with count more than 1`: how many rows there are.
  const counting = state.chunks[state.at - 1];
  if (
    state.fns.at(-1) === "count" &&
    counting?.kind === "key" &&
    counting.key.key === "count" &&
    !/of$/i.test(counting.text)
  ) {
    state.fns.pop();
    addBound(state, { ...key, about: ["times"] }, said, null);
    return;
  }
  // `number of guests bigger than 150`: a column in front says more than the adjective.
  const ahead = state.chunks[state.at + 1];
  const weak =
    ahead?.kind === "link" &&
    ahead.candidates[0]?.kind === "table" &&
    (state.last?.candidates[0]?.score ?? 1) < 0.9;
  // `earn more than 30000 in salary`: the column is named after all.
  const named = state.money ? columnAhead(state) : 0;
  if (named > 0) {
    state.at += named;
    state.money = false;
    addBound(state, { ...key, about: [] }, words, asMention(state.chunks[state.at] as LinkChunk));
    return;
  }
  const before = state.money ? "money" : weak || key.about[0] === "times" ? null : state.takeLastColumn(true);
  if (before !== null || key.about.length > 0) {
    skipUnit(state);
    addBound(state, before === null ? key : { ...key, about: [] }, words, before);
    state.money = false;
    return;
  }
  const next = state.chunks[state.at + 1];
  const after = state.chunks[state.at + 2];
  // `20 pieces in stock`: pieces of what follows.
  if (
    next &&
    /^(pieces?|units?|items?|copies)$/i.test(next.text) &&
    after?.kind === "key" &&
    after.key.key === "where"
  ) {
    state.at += 2;
    state.bound = { key, words };
    return;
  }
  const loose = next?.kind === "unread" || (next?.kind === "link" && next.candidates[0]!.score < 0.7);
  if (next && loose && units[stem(next.text.toLowerCase())]) {
    state.at++;
    addBound(state, { ...key, about: units[stem(next.text.toLowerCase())]! }, `${words} ${next.text}`, null);
  } else if (next?.kind === "link" && next.candidates[0]?.kind !== "value") {
    state.bound = { key, words };
  } else if (
    next?.kind === "key" &&
    next.key.key === "where" &&
    state.chunks[state.at + 2]?.kind === "link"
  ) {
    // `more than 50 in stock`
    state.at++;
    state.bound = { key, words };
  } else {
    addBound(state, key, words, null);
  }
}

/** How many chunks ahead a number's column stands, as in `30000 in salary`; 0 where none does. */
function columnAhead(state: ClauseState): number {
  for (const step of [1, 2]) {
    const piece = state.chunks[state.at + step];
    const best = piece?.kind === "link" ? piece.candidates[0] : undefined;
    if (best?.kind === "column" && best.score >= 0.8 && isNumber(best.column.column)) return step;
    if (!(piece?.kind === "key" && piece.key.key === "where" && /^(in|of)$/.test(piece.key.word))) return 0;
  }
  return 0;
}

/** The unit after a bound, as in `heavier than 20 kg`. */
export function skipUnit(state: ClauseState): void {
  const next = state.chunks[state.at + 1];
  if (next && (next.kind === "unread" || next.kind === "link") && units[stem(next.text.toLowerCase())])
    state.at++;
}

export function addBound(
  state: ClauseState,
  key: Extract<Key, { key: "compare" }>,
  words: string,
  of: Mention | "money" | null,
  counts = false,
): void {
  const fn = of === null ? null : (state.fns.pop() ?? null);
  // `above 50 or below 46`: of the same thing.
  const before = state.form.conditions.at(-1);
  const known = of === null && key.about.length === 0 && before?.kind === "bound" ? before : null;
  // `longer than 3300 or higher than 100` are of two things, `above 50 or below 46` of one.
  const apart = known !== null && known.of === null && known.about.length > 0 && key.perhaps !== undefined;
  const same = apart ? null : known;
  state.form.conditions.push({
    either: state.takeOr(),
    kind: "bound",
    of: same ? same.of : of,
    fn: same ? same.fn : fn,
    operator: key.operator,
    value: key.value,
    upper: key.upper ?? null,
    about: same ? same.about : key.about.length > 0 || of !== null ? key.about : (key.perhaps ?? []),
    near: of === null && state.last?.candidates[0]?.kind === "table" ? state.last : null,
    money: key.sign === "currency",
    counts,
    negated: state.negated && key.operator !== "<>",
    words,
  });
  state.negated = false;
}

export function readContains(state: ClauseState, mode: "contains" | "starts" | "ends", words: string): void {
  const of = state.takeLastColumn();
  let next = state.chunks[state.at + 1];
  // `containing the substring`: said twice.
  if (next?.kind === "key" && next.key.key === "contains") next = state.chunks[++state.at + 1];
  // `with the letter a in their names`
  const said = state.chunks[state.at]!;
  if (
    /\b(letter|character)$/i.test(said.text) &&
    /^\p{L}$/u.test(said.after) &&
    next?.before !== said.after &&
    next?.start !== said.end
  ) {
    readText(state, said.after, mode, said, words, of ?? textBehind(state));
    return;
  }
  if (next?.kind === "key") return;
  // `starts with the letter A`
  if (next?.kind === "unread" && /^(letter|word|substring|string|prefix|character)s?$/i.test(next.text)) {
    state.at++;
    next = state.chunks[state.at + 1];
  }
  if (
    next &&
    next.kind !== "key" &&
    (next.kind === "quoted" || mode !== "contains" || next.kind === "unread" || isName(next.text))
  ) {
    state.at++;
    readText(state, next.text, mode, next, words, of ?? textBehind(state));
  } else {
    state.form.soft.push(words);
  }
}

/** `the word X in their titles`: where a text is looked for, said behind it. */
function textBehind(state: ClauseState): Mention | null {
  const where = state.chunks[state.at + 1];
  const column = state.chunks[state.at + 2];
  const inside = where?.kind === "key" && where.key.key === "where" && /^(in|of)$/.test(where.key.word);
  const best = column?.kind === "link" ? column.candidates[0] : undefined;
  if (!inside || column?.kind !== "link" || best?.kind !== "column" || best.column.column.kind !== "text")
    return null;
  state.at += 2;
  return asMention(column);
}

export function readText(
  state: ClauseState,
  text: string,
  mode: "equals" | "contains" | "starts" | "ends",
  place: { start: number },
  words = "",
  before: Mention | null = null,
): void {
  const known = state.form.conditions.at(-1);
  // `contain “a” or “b”`: looked for in the same place, and in the same way.
  const same =
    state.or && before === null && known?.kind === "text" && state.chunks[state.at - 1]?.kind === "key"
      ? known
      : null;
  const of = same ? same.of : (before ?? state.takeLastColumn() ?? state.touching(place.start));
  if (same && words === "") mode = same.mode;
  state.form.conditions.push({
    either: state.takeOr(),
    kind: "text",
    of,
    mode,
    text,
    negated: state.negated,
    words: `${words} ${text}`.trim(),
  });
  state.negated = false;
}

export function readNumber(state: ClauseState, value: number, piece: Chunk): void {
  const next = state.chunks[state.at + 1];
  // `which five members … the most`: so many of them.
  if (
    (state.mode === "head" || piece.before === "the" || (state.mode === "where" && state.marker === "of")) &&
    next?.kind === "link" &&
    Number.isInteger(value) &&
    value > 0 &&
    state.count === null
  ) {
    state.count = { value, words: piece.text };
    return;
  }
  const equals = (number: number) => ({
    key: "compare" as const,
    operator: "=" as const,
    value: number,
    about: [],
  });
  // `of age 24 or 25`: another figure of the same.
  const known = state.form.conditions.at(-1);
  if (state.or && known?.kind === "bound" && known.operator === "=" && known.of !== null) {
    addBound(state, equals(value), piece.text, null);
    return;
  }
  // `3 or 4 stars`: the figures stand before what they are of.
  const alternatives = figuresAhead(state);
  if (alternatives && state.mode === "where") {
    const { others, of, taken } = alternatives;
    state.at += taken;
    addBound(state, equals(value), piece.text, of);
    for (const other of others) {
      state.or = true;
      addBound(state, equals(other.value), other.text, of);
    }
    return;
  }
  // `customers with 5 orders`: so many of them, not the customer of that number.
  const counted = next?.kind === "link" && next.candidates[0]?.kind === "table" && Number.isInteger(value);
  if (counted && state.mode === "where" && /^(with|that|who|which|having)$/.test(state.marker)) {
    state.at++;
    addBound(state, equals(value), piece.text, asMention(next), true);
    return;
  }
  const before = state.touching(piece.start);
  if (before?.candidates.some(({ kind }) => kind === "column" || kind === "table")) {
    state.release(before);
    const key = {
      key: "compare" as const,
      operator: state.negated ? ("<>" as const) : ("=" as const),
      value,
      about: [],
    };
    state.negated = false;
    addBound(state, key, piece.text, before);
    return;
  }
  state.form.unread.push(piece.text);
}

/** `3 stars`, `3 or 4 stars`: further figures, and the column behind them; null where none stands there. */
function figuresAhead(
  state: ClauseState,
): { others: Array<{ value: number; text: string }>; of: Mention; taken: number } | null {
  const others: Array<{ value: number; text: string }> = [];
  let at = state.at + 1;
  for (let or = state.chunks[at]; or?.kind === "key" && or.key.key === "or"; or = state.chunks[at]) {
    const next = state.chunks[at + 1];
    if (next?.kind !== "number") return null;
    others.push({ value: next.value, text: next.text });
    at += 2;
  }
  const behind = state.chunks[at];
  const best = behind?.kind === "link" ? behind.candidates[0] : undefined;
  if (
    behind?.kind !== "link" ||
    best?.kind !== "column" ||
    best.score < 0.95 ||
    !isNumber(best.column.column)
  )
    return null;
  return { others, of: asMention(behind), taken: at - state.at };
}
