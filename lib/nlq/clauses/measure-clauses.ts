import type { Mention } from "../form.ts";
import { isPlainTop, isRankable } from "../mention.ts";
import type { ClauseState } from "./clause-state.ts";

/**
 * `average song rating`: the column is measured, the table says whose. `maximum price and score`: the aggregate holds
 * for both.
 */
export function extendsMeasure(state: ClauseState, mention: Mention, previous: Mention): boolean {
  const { measures } = state.form;
  const known = measures.filter(({ of, fn }) => of === previous && fn !== null && fn !== "count");
  if (known.length === 0 || !mention.candidates.some(isRankable)) return false;
  const before = state.chunks[state.at - 1];
  if (previous.end === mention.start && previous.candidates[0]?.kind === "table") {
    const owner = previous.candidates[0].table;
    const own = mention.candidates.filter((one) => one.kind === "column" && one.column.owner === owner);
    const narrowed = own.length > 0 ? { ...mention, candidates: own } : mention;
    for (const measure of known) measure.of = narrowed;
    state.last = narrowed;
    return true;
  }
  if (state.mode !== "head" || before?.kind !== "key" || before.key.key !== "and") return false;
  for (const { fn } of known) measures.push({ fn, of: mention, distinct: false });
  return true;
}

/** A link after an aggregate: what is measured, or what is ranked by. */
export function takeMeasured(state: ClauseState, mention: Mention, rankOpen: boolean): void {
  const form = state.form;
  const fns = state.fns;
  state.fns = [];
  const rank = form.rank;
  const ranking = rank && rank.by === null && (rankOpen || (isPlainTop(rank) && state.mode === "by"));
  if (rank && ranking) {
    rank.by = mention;
    rank.fn = fns.at(-1)!;
    return;
  }
  // `the employee with the maximum salary`: it ranks, nothing is computed.
  const [fn, ...more] = fns;
  const within = state.mode === "where" && /^(with|that|who|which|whose|having)$/.test(state.marker);
  const head = form.subject !== null || form.attributes.length > 0;
  if (
    rank === null &&
    within &&
    head &&
    form.measures.length === 0 &&
    more.length === 0 &&
    (fn === "max" || fn === "min")
  ) {
    form.rank = {
      direction: fn === "max" ? "desc" : "asc",
      count: null,
      by: mention,
      fn: null,
      adjective: null,
      words: fn === "max" ? "highest" : "lowest",
    };
    return;
  }
  // `the total count of`: one figure, not two.
  // `the average number of floors`: the number is stored.
  const others = fns.filter((fn) => fn !== "count" && fn !== "sum");
  const wanted = !fns.includes("count") ? fns : others.length > 0 ? others : ["count" as const];
  for (const fn of wanted) form.measures.push({ fn, of: mention, distinct: state.distinctNext });
  state.distinctNext = false;
}
