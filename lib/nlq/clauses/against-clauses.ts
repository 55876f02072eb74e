import type { ConditionForm, Mention } from "../form.ts";
import type { Key } from "../key.ts";
import { asMention, isRankable } from "../mention.ts";
import type { ClauseState } from "./clause-state.ts";

type Against = Extract<ConditionForm, { kind: "against" }>;

/**
 * `whose revenue is larger than the revenue of all companies in Austin`, `older than some engineer`, `lower in March
 * than in July`: bounded by another column, or by a figure over rows that the rest of the clause tells.
 */
export function readAgainst(state: ClauseState, key: Extract<Key, { key: "against" }>, words: string): void {
  const { form } = state;
  const known = form.conditions.at(-1);
  // `lower in March than in July or higher than in October`: the same figure once more.
  const same = state.or && known?.kind === "against" ? known.of : null;
  let of = same ?? rankable(state.takeLastColumn(true));
  const before = form.unread.at(-1);
  if (before && comparative.test(before)) form.unread.pop();
  let fn: Against["fn"] = null;
  let other: Mention | null = null;
  for (let next = state.chunks[state.at + 1]; next; next = state.chunks[state.at + 1]) {
    if (next.kind === "key" && next.key.key === "where") state.at++;
    else if (next.kind === "key" && next.key.key === "aggregate" && next.key.fn !== "sum") {
      fn = next.key.fn;
      state.at++;
    } else if (next.kind === "key" && next.key.key === "ranker") {
      fn = next.key.direction === "desc" ? "max" : "min";
      state.at++;
    } else if (
      next.kind === "key" &&
      next.key.key === "compare" &&
      next.key.value === 1 &&
      next.key.operator === ">="
    ) {
      // `older than at least one engineer`
      state.at++;
    } else if (next.kind === "link" && next.candidates[0]?.kind === "column" && other === null) {
      other = asMention(next);
      state.at++;
    } else break;
  }
  other = rankable(other);
  if (of === null && key.about.length === 0) of = other;
  if (of === null && key.about.length === 0) {
    form.unread.push(words);
    return;
  }
  const condition: Against = {
    either: state.takeOr(),
    kind: "against",
    of,
    other: other === of ? null : other,
    operator: key.operator,
    fn: fn ?? null,
    some: key.some,
    about: key.about,
    within: [],
    words,
  };
  form.conditions.push(condition);
  // Two columns of one row need no more words.
  const ahead = state.chunks[state.at + 1];
  const of2 = ahead?.kind === "key" && ahead.key.key === "where" && ahead.key.word === "of";
  const columns =
    condition.other !== null &&
    of !== null &&
    fn === null &&
    !of2 &&
    condition.other.words.toLowerCase() !== of.words.toLowerCase();
  if (!columns) state.against = { condition, from: form.conditions.length };
  state.mode = "where";
  state.marker = "of";
  state.last = other ?? of;
  state.negated = false;
}

const comparative =
  /^(higher|lower|larger|smaller|greater|less|more|fewer|longer|shorter|older|younger|bigger|better|worse)$/i;

function rankable(mention: Mention | null): Mention | null {
  return mention?.candidates.some(isRankable) ? mention : null;
}

/** What was said since belongs to the rows it is bounded by. */
export function closeAgainst(state: ClauseState): void {
  const { against, form } = state;
  if (!against) return;
  state.against = null;
  against.condition.within = form.conditions.splice(against.from);
}
