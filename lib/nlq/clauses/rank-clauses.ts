import type { Candidate } from "../candidates.ts";
import type { Mention, RankForm } from "../form.ts";
import type { Key } from "../key.ts";
import { isPlainTop, isRankable, sameTable } from "../mention.ts";
import type { ClauseState } from "./clause-state.ts";

export function readRank(
  state: ClauseState,
  key: Extract<Key, { key: "top" | "superlative" | "ranker" }>,
  words: string,
): void {
  const adjective = key.key === "superlative" ? key.adjective : key.key === "ranker" ? key.fallback : null;
  const direction = key.key === "superlative" ? key.adjective.direction : key.direction;
  // `for each region, the top product`: what is asked for comes after all.
  if (saysEach(state) && state.form.dimensions.length > 0) state.enter("head", "");
  // `that costs the most`, `founded the earliest`: what it ranks by stands in front.
  const next = state.chunks[state.at + 1];
  const closed = !next || (next.kind === "key" && next.key.key !== "aggregate" && next.key.key !== "count");
  const by = closed && !isPlainTop({ adjective, words } as RankForm) ? state.takeLastColumn(true) : null;
  setRank(state, { direction, count: key.count, by, fn: null, adjective, words });
}

export function setRank(state: ClauseState, given: RankForm): void {
  const rank = { ...given, at: state.chunks[state.at]?.start ?? 0 };
  const known = state.form.rank;
  // `most recently registered`: an adverb ranks nothing that comes next.
  state.rankOpen = rank.by === null && !/ly$/i.test(rank.words);
  if (known && known.by === null && rank.by === null && known.adjective === null && rank.adjective === null) {
    // `top 5 … with the most`: one rank, said twice.
    known.count = known.count ?? rank.count;
    known.words = `${known.words} ${rank.words}`;
  } else if (known && isPlainTop(known) && known.by === null) {
    // `the top 3 highest`: how many, then by what.
    Object.assign(known, rank, { count: known.count ?? rank.count, words: `${known.words} ${rank.words}` });
  } else if (known && rank.count === null && (rank.adjective || rank.by) && rank.by !== "money") {
    const { adjective, direction, words } = rank;
    const before = state.last?.candidates[0]?.kind === "table" ? state.last : null;
    const extreme = {
      either: false,
      kind: "extreme" as const,
      mention: rank.by,
      before,
      adjective,
      direction,
      words,
    };
    state.form.conditions.push(extreme);
    state.rankOpen = false;
    if (extreme.mention === null) state.extreme = extreme;
  } else if (known) {
    state.form.unread.push(rank.words);
  } else {
    state.form.rank = rank;
  }
}

/** Whether the rank takes this link; what it ranks is then known. */
export function takesRank(
  state: ClauseState,
  rank: RankForm,
  mention: Mention,
  best: Candidate["kind"],
  rankOpen: boolean,
): boolean {
  const form = state.form;
  if (isPlainTop(rank)) {
    // `top customer in each country`: it is ranked within them, not by them.
    if (saysEach(state)) return false;
    if (state.mode === "by") {
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
  if (isCommonest(state, rank, mention)) {
    form.conditions.push({
      either: state.takeOr(),
      kind: "commonest",
      mention,
      direction: rank.direction,
      negated: state.negated,
      words: `${rank.words} ${mention.words}`,
    });
    form.rank = null;
    state.negated = false;
    return true;
  }
  // `the most common amenity`: it is asked for, and ranked by how often it occurs.
  if (best === "table" && form.subject === null && /(common|popular|frequent|selling)$/i.test(rank.words)) {
    form.subject = mention;
    return true;
  }
  if (best === "table" && rank.adjective !== null) {
    if (form.subject === null) form.subject = mention;
    else if (!sameTable(form.subject, mention))
      form.conditions.push({ either: false, kind: "with", mention });
    return true;
  }
  // `the most delegates`: names have no size, but there may be many of them.
  const counted = rank.adjective === null && /\b(most|least|fewest)$/i.test(rank.words);
  if (best === "column" && !counted && !mention.candidates.some(isRankable)) return false;
  const askedFor = form.subject === null && form.attributes.length === 0 && form.ask !== "who";
  if (state.mode === "head" && askedFor && best === "column") {
    // `the highest salary` asked for by itself is a figure, not a row.
    form.measures.push({ fn: rank.direction === "desc" ? "max" : "min", of: mention, distinct: false });
    form.rank = null;
    return true;
  }
  rank.by = mention;
  return true;
}

/** `users with the most common role`, `not in the largest major`: which value is meant, of what was asked for before. */
function isCommonest(state: ClauseState, rank: RankForm, mention: Mention): boolean {
  const { form, mode, marker, negated } = state;
  const told = mode === "where" && /^(with|in|at|having|whose)$/.test(marker);
  if ((rank.count ?? 1) > 1 || !(told || negated)) return false;
  if (form.subject?.candidates[0]?.kind !== "table" && form.measures.length === 0) return false;
  if (/^(among|across|all)$/.test(state.chunks[state.at]!.before)) return false;
  const [best] = mention.candidates;
  if (best?.kind === "table") {
    const often = /(common|popular|frequent(ly)?)$/i.test(rank.words);
    return often && !(form.subject && sameTable(form.subject, mention));
  }
  if (best?.kind !== "column" || mention.candidates.some(isRankable)) return false;
  return /(common|popular|frequent(ly)?|largest|biggest|smallest)$/i.test(rank.words);
}

/** `in each`, `for every`, `per`. */
export function saysEach({ mode, marker }: ClauseState): boolean {
  return mode === "by" && /\b(each|every|per)$/i.test(marker);
}
