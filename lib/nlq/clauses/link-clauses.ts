import type { Chunk } from "../chunks.ts";
import { isSoftVerb } from "../english/lexicon.ts";
import { stem } from "../english/stem.ts";
import type { Mention } from "../form.ts";
import { asMention, isHappening, isMoney, isPassing, isRankable } from "../mention.ts";
import { flagOf } from "../schema.ts";
import { addBound } from "./bound-clauses.ts";
import type { ClauseState } from "./clause-state.ts";
import { extendsMeasure, takeMeasured } from "./measure-clauses.ts";
import { isListed, readTable, readValue } from "./noun-clauses.ts";
import { saysEach, takesRank } from "./rank-clauses.ts";

export function readGrain(state: ClauseState, piece: Extract<Chunk, { kind: "grain" }>): void {
  const { candidates, grain, text, start, end } = piece;
  const mention = candidates.length > 0 ? { words: text, candidates, start, end } : null;
  const isBy = state.mode === "by" || text.toLowerCase().endsWith("ly");
  if (isBy || (mention === null && state.form.ask === "which" && state.mode === "head")) {
    state.form.dimensions.push({ mention, grain, words: text, each: saysEach(state) });
  } else if (mention) {
    if (state.form.ask === "which" && state.mode === "head" && !state.hasHead())
      state.whichGrain = { mention, grain };
    readLink(state, mention);
  } else {
    state.form.unread.push(text);
  }
}

export function readLink(state: ClauseState, mention: Mention): void {
  const form = state.form;
  // `allergies and their types`: something of theirs, where the words may mean a column as well as a table.
  if (/^(their|its|his|her)$/.test(state.chunks[state.at]!.before)) {
    const columns = mention.candidates.filter(
      (one) => one.kind === "column" && one.score >= mention.candidates[0]!.score - 0.15,
    );
    if (columns.length > 0) mention.candidates = columns;
  }
  const best = mention.candidates[0]!.kind;
  if (/^ids?$/i.test(mention.words) && state.fns.length === 0) {
    readKeyWord(state);
    return;
  }
  if (pointsBack(state, mention)) return;
  // `assigned to repair machines`: what they do, though some table keeps repairs.
  const at = state.chunks[state.at]!;
  const doing = state.chunks[state.at - 1];
  if (
    at.before === "to" &&
    at.end === at.start + 1 &&
    /^\p{Ll}+$/u.test(at.text) &&
    !/s$/.test(at.text) &&
    best === "table" &&
    state.hasHead() &&
    doing?.kind === "unread" &&
    state.chunks[state.at + 1]?.kind === "link"
  ) {
    form.soft.push(mention.words);
    return;
  }
  const previous = state.last;
  const rankOpen = state.rankOpen;
  // `the most female students`: a value in between does not end what is ranked by.
  state.rankOpen = rankOpen && best === "value" && state.chunks[state.at + 1]?.kind === "link";
  state.last = mention;
  if (state.bound) {
    const { key, words } = state.bound;
    state.bound = null;
    // `more than one phone model`: of two nouns side by side the better known one is counted.
    const next = state.chunks[state.at + 1];
    const other =
      next?.kind === "link" && next.start === mention.end && next.candidates[0]?.kind !== "value"
        ? next
        : null;
    if (other) {
      state.at++;
      form.soft.push(other.candidates[0]!.score > mention.candidates[0]!.score ? mention.words : other.text);
    }
    addBound(
      state,
      key,
      words,
      other && other.candidates[0]!.score > mention.candidates[0]!.score ? asMention(other) : mention,
      true,
    );
    return;
  }
  if (state.extreme && best !== "value") {
    state.extreme.mention = mention;
    state.extreme = null;
    return;
  }
  if (best === "value") {
    readValue(state, mention, previous);
    return;
  }
  // `did not attend any performance`: a verb that looks like some column is not what is missing.
  if (state.negated && isPassing(mention) && state.linkFollows()) {
    form.soft.push(mention.words);
    return;
  }
  // `students who play …`: a verb that shares a word with some column asks for nothing.
  if (isVerbLike(state, mention)) {
    state.last = previous;
    (isNoun(state, mention, previous) ? form.unread : form.soft).push(mention.words);
    return;
  }
  // `never received a rating higher than 7`: the bound that follows is denied.
  const ahead = state.chunks[state.at + 1];
  if (state.negated && best === "column" && ahead?.kind === "key" && ahead.key.key === "compare") return;
  if (state.negated && !state.valueFollows(mention)) {
    state.negated = false;
    const [first] = mention.candidates;
    // `not living in the city X`: a deed that some table may keep.
    if (first?.kind === "table" && /(ing|ed)$/.test(at.text) && at.end === at.start + 1) {
      const nouns = first.table.names[0]!;
      form.conditions.push({
        either: state.takeOr(),
        kind: "did",
        nouns,
        negated: true,
        words: mention.words,
      });
      return;
    }
    form.conditions.push({ either: state.takeOr(), kind: "missing", mention, words: mention.words });
    return;
  }
  if (state.mode === "order" && form.order) {
    if (form.order.by === null) {
      form.order.by = mention;
      form.order.fn = state.fns.pop() ?? null;
    } else if (previous && form.order.by === previous && previous.end === mention.start) {
      // `by the channel rating`: the table only says whose.
      form.order.by = mention;
    } else if (best === "column") {
      form.order.further.push({ by: mention, direction: null });
    } else {
      form.unread.push(mention.words);
    }
    return;
  }
  const rank = form.rank;
  // `population density`: of two columns side by side the last is meant.
  // `pilot names`, where a pilot is nothing but a name.
  if (
    previous?.end === mention.start &&
    previous.candidates[0]?.kind === "column" &&
    /^names?$/i.test(mention.words)
  ) {
    state.last = previous;
    return;
  }
  // `founded year`: it says what kind of thing the column holds.
  if (
    previous?.end === mention.start &&
    /^(years?|dates?|times?)$/i.test(mention.words) &&
    isHappening(previous)
  ) {
    state.last = previous;
    return;
  }
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
  if (previous && best === "column" && state.fns.length === 0 && extendsMeasure(state, mention, previous))
    return;
  if (state.fns.length > 0) {
    takeMeasured(state, mention, rankOpen);
    return;
  }
  if (rank && rank.by === null && takesRank(state, rank, mention, best, rankOpen)) return;
  if (state.mode === "by") {
    form.dimensions.push({ mention, grain: null, words: mention.words, each: saysEach(state) });
    return;
  }
  const bounded = best === "column" && state.mode === "where" && state.boundFollows();
  // `bank branches`: the key of something is no second thing that is asked for.
  const [own] = mention.candidates;
  if (
    previous?.end === mention.start &&
    previous.candidates[0]?.kind === "table" &&
    own?.kind === "column" &&
    own.column.key &&
    own.score < 0.9 &&
    form.measures.some(({ of }) => of === previous)
  ) {
    form.soft.push(mention.words);
    state.last = previous;
    return;
  }
  if (best === "metric" || best === "line-amount" || (best === "column" && isMoney(mention) && !bounded)) {
    form.measures.push({ fn: null, of: mention, distinct: false });
    return;
  }
  if (best === "table") {
    if (previous) narrowToOwner(state, mention, previous);
    readTable(state, mention, previous);
    return;
  }
  if (state.boundFollows() || (isHappening(mention) && state.periodFollows())) return;
  if (isDeed(state)) {
    // `launched most recently`: it is still what the superlative ranks by.
    if (!(ahead?.kind === "key" && ["superlative", "ranker"].includes(ahead.key.key))) state.last = previous;
    form.soft.push(mention.words);
    return;
  }
  // `which county do the delegates belong to`: the second noun is whose, not what.
  const listed = isListed(state);
  const compound = previous?.end === mention.start;
  if (state.mode === "head" && form.ask === "which" && form.subject !== null && !listed && !compound) {
    form.conditions.push({ either: false, kind: "with", mention });
    return;
  }
  // `which account manager has …`: the column's values are what is asked for.
  if (state.mode === "head" && form.ask === "which" && !state.hasHead()) form.subject = mention;
  else {
    // `names of studios`, where a studio is nothing but a name.
    const vacuous = previous && form.attributes.at(-1) === previous && /^names?$/i.test(previous.words);
    if (vacuous && state.mode === "where" && state.marker === "of") form.attributes.pop();
    // `in different countries`: a figure of each.
    if (state.distinctNext && state.mode === "where" && form.measures.length > 0) {
      state.distinctNext = false;
      form.dimensions.push({ mention, grain: null, words: mention.words });
      return;
    }
    const [first] = mention.candidates;
    if (
      first?.kind === "column" &&
      first.column.column.kind === "text" &&
      flagOf(first.column) &&
      state.mode === "where"
    ) {
      form.conditions.push({ either: state.takeOr(), kind: "flag", mention });
      return;
    }
    if (isAside(state, mention)) {
      form.aside.push(mention.words);
      return;
    }
    if (state.mode === "where" && ["that", "who", "which", "having"].includes(state.marker))
      form.loose.push(mention);
    form.attributes.push(mention);
  }
}

/** `the names of the events`: the column is one of that table, where it has one of that name. */
function narrowToOwner(state: ClauseState, { candidates }: Mention, previous: Mention): void {
  const of = state.chunks[state.at - 1];
  const table = candidates[0]?.kind === "table" ? candidates[0].table : null;
  if (
    of?.kind !== "key" ||
    of.key.key !== "where" ||
    of.key.word !== "of" ||
    !state.touches(previous, of.start)
  )
    return;
  // `the names and the players of the clubs`: the whole list is theirs.
  const listed = state.form.attributes.filter(
    (one) => one === previous || (one.end <= previous.start && previous.start - one.end <= 3),
  );
  for (const one of new Set([previous, ...listed])) {
    const own = one.candidates.filter((other) => other.kind === "column" && other.column.owner === table);
    if (own.length > 0 && own[0]!.score >= one.candidates[0]!.score - 0.2) one.candidates = own;
  }
}

/** Behind a noun or a relative pronoun, a weak match of part of a column's name. */
function isVerbLike(state: ClauseState, mention: Mention): boolean {
  const [best] = mention.candidates;
  if (best?.kind !== "column" || best.score >= 0.75 || state.fns.length > 0 || state.mode === "order")
    return false;
  const next = state.chunks[state.at + 1];
  if (state.rankOpen || (next?.kind === "key" && ["compare", "average-bound"].includes(next.key.key)))
    return false;
  if (/s$/i.test(mention.words) || state.valueFollows(mention) || state.boundFollows()) return false;
  const before = state.chunks[state.at - 1];
  if (!before || before.end !== mention.start) return false;
  if (before.kind === "link") return best.score < 0.6 && before.candidates[0]?.kind === "table";
  if (before.kind === "key" && before.key.key === "ask") return state.hasHead();
  return before.kind === "key" && before.key.key === "where" && /^(that|who|which)$/.test(before.key.word);
}

/**
 * `committees that have delegates`, `rooms in a hotel`: a column named within a clause that only tells which rows are
 * meant is not asked for. A figure at a place is, and so is what a question word stands before.
 */
function isAside(state: ClauseState, mention: Mention): boolean {
  if (state.mode !== "where" || !state.hasHead()) return false;
  if (/^(which|what|whose|their|its|his|her)$/.test(state.chunks[state.at]!.before)) return false;
  if (/^(that|who|which|having)$/.test(state.marker)) return true;
  return /^(in|at|on|from|where)$/.test(state.marker) && !mention.candidates.some(isRankable);
}

/** `the highest average rating, and what are those ratings`: said before; what only ranked is shown as well. */
function pointsBack(state: ClauseState, mention: Mention): boolean {
  const { form } = state;
  if (!/^(those|these)$/.test(state.chunks[state.at]!.before) || state.mode !== "head") return false;
  const stems = stemsOf(mention.words);
  const same = (one: Mention | "money" | null | undefined) =>
    one && one !== "money" && stemsOf(one.words) === stems ? one : null;
  const ranked = same(form.rank?.by);
  const known =
    ranked ??
    form.measures.map(({ of }) => same(of)).find((one) => one) ??
    form.attributes.map(same).find((one) => one);
  if (!known) return false;
  const fn = form.rank?.fn ?? null;
  if (ranked && fn !== null) form.measures.push({ fn, of: ranked, distinct: false });
  else if (ranked) form.attributes.push(ranked);
  return true;
}

function stemsOf(words: string): string {
  return words.toLowerCase().split(/\s+/).map(stem).join(" ");
}

const doers = new Set(
  "they he she it we you i who that which was were is are has have had been be being not never also to".split(
    " ",
  ),
);

/** `performances they attended`, `located in X`: a participle that tells what happened, though some column is called so. */
function isDeed(state: ClauseState): boolean {
  const piece = state.chunks[state.at]!;
  if (piece.kind !== "link" || piece.end !== piece.start + 1) return false;
  const [best] = piece.candidates;
  if (best?.kind !== "column" || best.column.column.kind === "boolean") return false;
  const word = piece.text.toLowerCase();
  if (!/(ed|en|made|held|sold|won|led|taught)$/.test(word)) return false;
  const told = isSoftVerb(stem(word)) && /^(in|at|on|from|by|to|with|for|after|before)$/.test(piece.after);
  return told || doers.has(piece.before);
}

const nounEnding = /(ary|ory|tion|sion|ment|ness|ity|age|ance|ence|ship|ure|ism|acy)$/i;

/**
 * `employees salary`: behind a noun, what ends like a noun or has nothing behind it that it could be the verb of is
 * asked for, and must not be passed over.
 */
function isNoun(state: ClauseState, { words, start }: Mention, previous: Mention | null): boolean {
  if (previous?.end !== start || /(ed|ing)$/i.test(words)) return false;
  return nounEnding.test(words) || !state.linkFollows();
}

/** `their ids` are shown; `id 5` and `whose id is 5` pick a row. */
export function readKeyWord(state: ClauseState): void {
  const { form } = state;
  const next = state.chunks[state.at + 1];
  const owner =
    [state.last, form.subject].find((one) => one?.candidates[0]?.kind === "table") ??
    form.measures
      .map(({ of }) => of)
      .find((of) => of !== null && of !== "money" && of.candidates[0]?.kind === "table");
  if (owner && owner !== "money") {
    // `id 5`, `an id of 5`, `whose id is between 5 and 10`
    const of = next?.kind === "key" && next.key.key === "where" && next.key.word === "of" ? 1 : 0;
    const number = state.chunks[state.at + 1 + of];
    if (number?.kind === "number") {
      state.at += 1 + of;
      const key = { key: "compare" as const, operator: "=" as const, value: number.value, about: [] };
      addBound(state, key, `id ${number.text}`, owner);
      return;
    }
    if (next?.kind === "key" && next.key.key === "compare" && next.key.about.length === 0) {
      state.at++;
      addBound(state, next.key, `id ${next.text}`, owner);
      return;
    }
  }
  form.keys = true;
}
