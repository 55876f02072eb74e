import { personNouns } from "../english/lexicon.ts";
import type { Key } from "../key.ts";
import { asMention, isRankable } from "../mention.ts";
import { closeAgainst, readAgainst } from "./against-clauses.ts";
import { readCompare, readContains } from "./bound-clauses.ts";
import type { ClauseState } from "./clause-state.ts";
import { readRank, setRank } from "./rank-clauses.ts";

export function readKey(state: ClauseState, key: Key, words: string): void {
  const form = state.form;
  if (["by", "stop", "order"].includes(key.key) || (key.key === "ask" && key.word === "list"))
    closeAgainst(state);
  // What a superlative ranks by stands right behind it.
  if (["where", "by", "ask", "stop", "compare", "order"].includes(key.key)) state.rankOpen = false;
  switch (key.key) {
    case "ask":
      restart(state, key.word);
      if (state.mode === "head" && form.ask === null && !state.hasHead()) form.ask = key.word;
      else if (key.word === "what" && state.form.dimensions.length > 0 && state.form.measures.length === 0) {
        // `for each product that has problems, what is …`: what is asked for comes after all.
        state.enter("head", "");
      } else if (key.word === "who" || key.word === "which") state.enter("where", key.word);
      // `for each county, find its name and …`: what is asked for comes after all.
      else if (key.word === "list" && state.mode !== "head") state.enter("head", "");
      return;
    case "count":
      // `for each city, how many branches opened …`: what is asked for comes after all.
      if (state.mode === "by" && form.dimensions.length > 0) state.enter("head", "");
      if (!state.fns.includes("count")) state.fns.push("count");
      if (/different|distinct/i.test(words)) {
        state.distinctNext = true;
        form.distinct = true;
      }
      return;
    case "aggregate":
      if (state.mode === "by" && form.dimensions.length > 0) state.enter("head", "");
      state.fns.push(key.fn);
      return;
    case "distinct":
      state.distinctNext = true;
      form.distinct = true;
      return;
    case "share":
      form.share = true;
      return;
    case "growth":
      form.growth = { step: form.growth?.step ?? key.step };
      return;
    case "by":
      // `top five by quantity` and `sorted … by`: the rank takes what comes next, not a grouping.
      // `most common across products`: among them, not for each.
      if (state.mode === "order") return;
      // `the largest in terms of area`
      if (words.toLowerCase() === "in terms of") {
        state.rankOpen = form.rank !== null && form.rank.by === null;
        return;
      }
      state.enter(
        isAgent(state, words) || (words === "across" && form.rank !== null) ? "where" : "by",
        words,
      );
      return;
    case "where":
      if (state.mode === "order" && key.word === "of") return;
      // `number of`, `average of`: still the head.
      if (key.word === "of" && state.mode === "head" && state.fns.length > 0) return;
      state.enter("where", key.word);
      return;
    case "order":
      if (form.order === null)
        form.order = { direction: key.direction, by: null, fn: null, words, further: [] };
      else if (form.order.further.length > 0) form.order.further.at(-1)!.direction ??= key.direction;
      else if (form.order.direction === null) form.order.direction = key.direction;
      if (key.expects) state.enter("order", words);
      return;
    case "not":
      state.negated = true;
      state.denied = false;
      return;
    case "yet":
      return;
    case "top":
    case "superlative":
    case "ranker":
      readRank(state, key, words);
      return;
    case "compare":
      readCompare(state, key, words);
      return;
    case "average-bound":
      readAverageBound(state, key, words);
      return;
    case "against":
      readAgainst(state, key, words);
      return;
    case "both":
      form.both = true;
      return;
    case "money":
      if (key.ranks)
        setRank(state, {
          direction: key.ranks,
          count: null,
          by: "money",
          fn: "sum",
          adjective: null,
          words,
        });
      else state.money = true;
      return;
    case "trade":
      form.conditions.push({
        either: state.takeOr(),
        kind: "did",
        nouns: key.nouns,
        negated: state.negated,
        words,
      });
      state.negated = false;
      return;
    case "contains":
      readContains(state, key.mode, words);
      return;
    case "or":
      state.or = true;
      periodOr(state);
      return;
    case "and":
      // `that have players of one kind, as well as players of another`
      if (/^as well as$/i.test(words) && state.mode === "where" && form.conditions.length > 0)
        form.both = true;
      return;
    case "stop":
      state.flush();
      state.mode = "head";
      state.marker = "";
      if (state.denied) state.negated = false;
      state.last = null;
  }
}

/**
 * `Which claims are above the average? List their dates.`: the second sentence says what is to be shown, the first one
 * of what. Not where it asks for more, as `Also show …` does.
 */
function restart(state: ClauseState, word: string): void {
  const { form } = state;
  const before = state.chunks[state.at - 1];
  const piece = state.chunks[state.at]!;
  if (word !== "list" || before?.kind !== "key" || before.key.key !== "stop") return;
  if (form.ask === null || form.ask === "list" || !state.hasHead()) return;
  if (/^(also|additionally|and)$/.test(piece.before) || /^also$/.test(piece.after)) return;
  state.shownBefore = [...form.attributes];
}

/** `made before 1980 or directed by X`: a period that is one of several that may hold is a condition like any other. */
function periodOr(state: ClauseState): void {
  const { form } = state;
  const before = state.chunks[state.at - 1];
  const next = state.chunks
    .slice(state.at + 1)
    .find((piece) => !(piece.kind === "key" && piece.key.key === "where"));
  if (before?.kind !== "period" || !form.period || form.period.or !== null || next?.kind === "period") return;
  const { period, near, words } = form.period;
  form.conditions.push({ either: false, kind: "during", period, near, words });
  form.period = null;
}

/** `visited by`, `written by`: who did it, not how it is split. */
function isAgent(state: ClauseState, words: string): boolean {
  if (words.toLowerCase() !== "by") return false;
  const before = state.chunks[state.at - 1];
  if (!before || before.end !== state.chunks[state.at]!.start) return false;
  const next = state.chunks[state.at + 1];
  const thing = next?.kind === "link" ? next.candidates[0] : undefined;
  const people = thing?.kind === "table" && thing.table.names.some((name) => personNouns.has(name.at(-1)!));
  // `units sold by product` is a figure that is split, `orders placed by customers` tells who.
  const figure = before.kind === "link" && before.candidates[0]?.kind === "metric";
  if (figure && !(people && /s$/i.test(next!.text)) && thing?.kind !== "value") return false;
  // `how many units were sold by region`: regions sell nothing.
  const counted = state.form.measures.length > 0 && before.kind === "key";
  if (counted && thing && thing.kind !== "value" && !people) return false;
  const verb =
    before.kind === "unread" ||
    (before.kind === "key" && before.key.key === "trade") ||
    // `money requested by …`, unless the column itself ends so, as `directed by`.
    (before.kind === "link" && before.candidates[0]?.kind !== "value");
  return verb && /(ed|en|sold|bought|made|won|led|held|run|taught)$/i.test(before.text);
}

/** `whose price is above the average price`: the column stands before, behind, or on both sides. */
function readAverageBound(
  state: ClauseState,
  { operator, fn, about }: Extract<Key, { key: "average-bound" }>,
  words: string,
): void {
  let of = state.takeLastColumn();
  // `more than the average number of points`
  const counted = state.chunks[state.at + 1];
  if (of === null && counted?.kind === "key" && counted.key.key === "count" && /of$/i.test(counted.text))
    state.at++;
  const next = state.chunks[state.at + 1];
  if (next?.kind === "link" && next.candidates[0]?.kind === "column" && next.candidates.some(isRankable)) {
    const behind = asMention(next);
    if (of === null) of = behind;
    state.at++;
    state.last = behind;
  }
  state.form.conditions.push({
    either: state.takeOr(),
    kind: "average-bound",
    of,
    operator,
    fn,
    about,
    words,
  });
}
