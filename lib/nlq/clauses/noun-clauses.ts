import type { Mention } from "../form.ts";
import { agrees, sameTable } from "../mention.ts";
import { inRole } from "../roles.ts";
import type { ClauseState } from "./clause-state.ts";
import { directed } from "./directions.ts";
import { narrowed } from "./settle.ts";

/** A table: what is asked for, counted or listed, or what has to be there. */
export function readTable(state: ClauseState, mention: Mention, previous: Mention | null): void {
  const form = state.form;
  // `customer orders`: orders are meant, customers only say which.
  if (state.mode === "head" && previous?.candidates[0]?.kind === "table" && previous.end === mention.start) {
    const measure = form.measures.find(({ of }) => of === previous);
    if (measure) measure.of = mention;
    else if (form.subject === previous) form.subject = mention;
    if (measure || form.subject === mention) {
      // `music artists`, where no more than a word of some name speaks for music.
      if (previous.candidates[0].score < 0.6) {
        form.soft.push(previous.words);
        return;
      }
      form.conditions.push({ either: false, kind: "with", mention: previous });
      return;
    }
  }
  const clause = state.mode === "where" && /^(that|who|which|having)$/.test(state.marker);
  if (form.subject === null && form.measures.length === 0 && !(clause && form.attributes.some(saysWhose))) {
    form.subject = mention;
    const before = state.chunks[state.at - 1];
    const next = state.chunks[state.at + 1];
    const compound = next?.kind === "link" && next.start === mention.end;
    form.subjectListed =
      state.mode === "head" &&
      before?.kind === "key" &&
      before.key.key === "and" &&
      form.attributes.length > 0 &&
      !compound;
  } else if (
    state.mode === "head" &&
    form.subject !== null &&
    form.subject.candidates[0]?.kind === "table" &&
    state.marker === "" &&
    isListed(state)
  ) {
    form.attributes.push(mention);
  } else {
    form.conditions.push({ either: false, kind: "with", mention });
  }
}

/** `status of orders`: a column told together with its table, so that a later noun is not what is asked for. */
function saysWhose({ words }: Mention): boolean {
  return /\bof\b/i.test(words);
}

/** A stored value, with the name beside it that says of which column. */
export function readValue(state: ClauseState, given: Mention, previous: Mention | null): void {
  const named = directed(state, given);
  const touching = previous && state.touches(previous, named.start) ? previous : null;
  // `with manager Ada`: the manager is called so.
  const cast = touching && touching !== state.form.subject ? inRole(named, touching) : null;
  if (cast) state.release(touching!);
  const mention = cast ?? named;
  const next = state.chunks[state.at + 1];
  const following =
    next?.kind === "link" && next.candidates[0]?.kind !== "value" && next.start === mention.end
      ? { words: next.text, candidates: next.candidates, start: next.start, end: next.end }
      : null;
  let near: Mention | null = null;
  if (following && agrees(mention, following) && isContext(state, following)) {
    near = following;
    state.at++;
    state.last = following;
  } else if (touching && agrees(mention, touching)) {
    near = touching;
    state.release(touching);
  } else if (touching && state.mode === "where" && touching.end === mention.start) {
    // `with code HKG`: a weaker match of the column that holds it.
    near = narrowed(touching, mention);
    if (near) state.release(touching);
  }
  state.form.conditions.push({
    kind: "value",
    mention,
    negated: state.negated,
    near,
    either: state.takeOr(),
  });
  state.denied = state.negated;
  // `not in Germany or France` denies both.
  if (state.chunks[state.at + 1]?.kind !== "key") state.negated = false;
}

/** `crime section`: the section says which column is meant; `German customers`: customers are asked for. */
function isContext(state: ClauseState, following: Mention): boolean {
  const best = following.candidates[0]!.kind;
  return (
    best === "column" ||
    (best === "table" && state.form.subject !== null && !sameTable(state.form.subject, following))
  );
}
/** Stands behind a comma, `and`, or at the beginning: one of the things asked for. */
export function isListed(state: ClauseState): boolean {
  const before = state.chunks[state.at - 1];
  return before?.kind === "key" && ["and", "ask", "stop", "distinct"].includes(before.key.key);
}
