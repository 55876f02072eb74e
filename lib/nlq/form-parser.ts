import type { Chunk } from "./chunks.ts";
import { closeAgainst } from "./clauses/against-clauses.ts";
import { addBound, readNumber, readText } from "./clauses/bound-clauses.ts";
import { ClauseState } from "./clauses/clause-state.ts";
import { readKey } from "./clauses/key-clauses.ts";
import { readGrain, readKeyWord, readLink } from "./clauses/link-clauses.ts";
import { settle } from "./clauses/settle.ts";
import { personNouns } from "./english/lexicon.ts";
import type { Form } from "./form.ts";
import { aggregateWords } from "./measure.ts";
import { asMention } from "./mention.ts";
import type { Aggregate } from "./query.ts";
import { isNumber } from "./schema.ts";

/** Reads the chunks left to right into clauses. */
export function parseForm(chunks: Chunk[]): Form {
  const state = new ClauseState(chunks);
  for (; state.at < chunks.length; state.at++) readChunk(state, chunks[state.at]!);
  finish(state);
  settle(state.form);
  return state.form;
}

function readChunk(state: ClauseState, piece: Chunk): void {
  switch (piece.kind) {
    case "key":
      readKey(state, piece.key, piece.text);
      return;
    case "link":
      readLink(state, {
        words: piece.text,
        candidates: piece.candidates,
        start: piece.start,
        end: piece.end,
      });
      return;
    case "period":
      if (state.form.period && state.or && state.form.period.or === null) {
        state.form.period.or = piece.period;
        state.form.period.words += ` or ${piece.text}`;
        state.or = false;
      } else if (state.or && state.form.conditions.length > 0 && !state.form.period) {
        const near = state.touching(piece.start);
        state.form.conditions.push({
          either: state.takeOr(),
          kind: "during",
          period: piece.period,
          near,
          words: piece.text,
        });
      } else if (state.form.period) state.form.unread.push(piece.text);
      else
        state.form.period = {
          period: piece.period,
          words: piece.text,
          near: state.touching(piece.start),
          or: null,
        };
      return;
    case "grain":
      readGrain(state, piece);
      return;
    case "number":
      readNumber(state, piece.value, piece);
      return;
    case "quoted":
      readText(state, piece.text, "equals", piece);
      return;
    case "unread":
      if (isLoss(state, piece)) state.form.unread.push(piece.text);
      else if (piece.soft || isPassingWord(state, piece)) {
        // It stands between nothing: what comes behind still touches what came before.
        piece.soft = true;
        state.form.soft.push(piece.text);
      } else if (readsSide(state, piece)) return;
      else if (/^(ids?|identifiers?)$/i.test(piece.text) && state.fns.length === 0) readKeyWord(state);
      else if (/^(information|infos?|details?)$/i.test(piece.text) && state.form.attributes.length > 0)
        state.form.soft.push(piece.text);
      else if (/^(information|infos?|details?)$/i.test(piece.text) && state.mode !== "by")
        state.form.everything = true;
      else state.form.unread.push(piece.text);
  }
}

function finish(state: ClauseState): void {
  const form = state.form;
  closeAgainst(state);
  const { shownBefore } = state;
  if (shownBefore && form.attributes.length > shownBefore.length) {
    form.attributes = form.attributes.filter((one) => !shownBefore.includes(one));
    form.soft.push(...shownBefore.map(({ words }) => words));
    if (form.subject?.candidates[0]?.kind === "column") {
      form.soft.push(form.subject.words);
      form.subject = null;
    }
  }
  if (state.bound) addBound(state, state.bound.key, state.bound.words, null);
  for (const fn of state.fns) {
    // `ordered most number of times`: what ranks is how often.
    if (fn === "count" && form.rank && form.rank.by === null) form.rank.words += " often";
    else if (fn === "count" && form.measures.some((known) => known.fn === "count")) continue;
    else if (fn === "count") form.measures.push({ fn, of: null, distinct: false });
    else if (state.money) form.measures.push({ fn, of: "money", distinct: false });
    else if (!measuresAttribute(form, fn)) form.unread.push(aggregateWords[fn]);
  }
  // `which month had the highest revenue`: months are ranked.
  const which = state.whichGrain;
  if (which && form.rank && form.subject === which.mention) {
    form.subject = null;
    form.dimensions.push({ ...which, words: which.mention.words });
  }
  // `title and highest price for each film`: a figure of each, nothing is ranked.
  const rank = form.rank;
  const figure =
    rank?.by && rank.by !== "money" && rank.fn === null && rank.count === null && form.dimensions.length > 0;
  if (
    rank &&
    figure &&
    /^(highest|lowest|largest|smallest|greatest|biggest)$/i.test(rank.words) &&
    form.attributes.length > 0
  ) {
    form.measures.push({ fn: rank.direction === "desc" ? "max" : "min", of: rank.by, distinct: false });
    form.rank = null;
  }
  rankedByMetric(form);
  if (state.money && form.rank && form.rank.by === null) {
    form.rank.by = "money";
    form.rank.fn = "sum";
  } else if (state.money && !form.conditions.some((one) => one.kind === "bound")) {
    const has = form.measures.length > 0 || (form.rank !== null && form.rank.by !== null);
    if (!has) form.measures.push({ fn: "sum", of: "money", distinct: false });
  }
  if (state.count && form.rank && form.rank.count === null) form.rank.count = state.count.value;
  else if (state.count) form.unread.push(state.count.words);
  if (state.negated && !state.denied) form.unread.push("not");
}

/** `how old are the students on average`: the only figure that was asked for. */
function measuresAttribute(form: Form, fn: Exclude<Aggregate, "count">): boolean {
  const sized = form.attributes.filter(
    ({ candidates: [best] }) => best?.kind === "column" && isNumber(best.column.column),
  );
  const [only, ...more] = sized;
  if (!only || more.length > 0 || form.measures.length > 0) return false;
  form.attributes = form.attributes.filter((one) => one !== only);
  form.measures.push({ fn, of: only, distinct: false });
  return true;
}

/** `customers who left`: of people it says which, unlike a flight that leaves; the date they came says nothing of it. */
function isLoss({ last }: ClauseState, { text }: Chunk): boolean {
  const best = last?.candidates[0];
  if (!best || !/^(left|leaves?|leaving|quit)$/i.test(text)) return false;
  const table = best.kind === "table" ? best.table : best.kind === "value" ? best.column.owner : null;
  return table?.names.some((name) => personNouns.has(name.at(-1)!)) ?? false;
}

/** `products by units sold`: what stands behind `by` is no group but the figure that the rows are put in order by. */
function rankedByMetric(form: Form): void {
  const [only, ...others] = form.dimensions;
  const { subject } = form;
  if (!only?.mention || !subject || others.length > 0 || form.measures.length > 0 || form.rank) return;
  if (only.mention.candidates[0]?.kind !== "metric" || subject.candidates[0]?.kind !== "table") return;
  form.measures.push({ fn: null, of: only.mention, distinct: false });
  form.dimensions = [{ mention: subject, grain: null, words: subject.words }];
  form.subject = null;
}

/** `faculty members`, `kinds of enzymes`: words that add nothing to the noun beside them. */
function isPassingWord(state: ClauseState, piece: Chunk): boolean {
  const before = state.chunks[state.at - 1];
  const next = state.chunks[state.at + 1];
  if (
    /^(members?|people|persons?|individuals?|ones|records?|entries|listed|mentioned|total)$/i.test(piece.text)
  )
    return before?.kind === "link" && before.end === piece.start && before.candidates[0]?.kind === "table";
  if (
    /^(sizes?|levels?|values?|amounts?|numbers?|years?|types?|names?|scores?|degrees?|titles?|rates?|figures?|status(es)?|info|information|details?|labels?|fields?|categor(y|ies)|codes?)$/i.test(
      piece.text,
    )
  )
    return before?.kind === "link" && before.end === piece.start && before.candidates[0]?.kind !== "table";
  // `Los Angeles county`, `the Toyota company`: what kind of thing the value is.
  if (
    /^(city|state|country|county|company|region|district|team|club|university|school|department|category|group|class|course|language|brand|model|committee)$/i.test(
      piece.text,
    )
  )
    return before?.kind === "link" && before.end === piece.start && before.candidates[0]?.kind === "value";
  if (/^(kinds?|types?|sorts?|varieties|instances|amount)$/i.test(piece.text))
    return next?.kind === "key" && next.key.key === "where" && next.key.word === "of";
  return false;
}

/** `after season 2007`: a bound on the column between. */
function readsSide(state: ClauseState, { text }: Chunk): boolean {
  if (!/^(after|before|since)$/i.test(text)) return false;
  const column = state.chunks[state.at + 1];
  const number = state.chunks[state.at + 2];
  if (column?.kind !== "link" || column.candidates[0]?.kind !== "column") return false;
  const value =
    number?.kind === "number"
      ? number.value
      : number?.kind === "period"
        ? number.period.years?.from
        : undefined;
  if (value === undefined || !number) return false;
  const operator = /after/i.test(text)
    ? (">" as const)
    : /before/i.test(text)
      ? ("<" as const)
      : (">=" as const);
  state.at += 2;
  addBound(
    state,
    { key: "compare", operator, value, about: [] },
    `${text} ${number.text}`,
    asMention(column),
  );
  return true;
}
