import type { Prediction, ReadingContext } from "#lib/contracts/reading.ts";
import { decide, declined } from "../decide.ts";
import type { Form, Mention } from "../form.ts";
import { asRemoval, refusal } from "../refusal.ts";
import { shape, thresholds } from "../score.ts";
import type { Heard, Session, Understood } from "../session.ts";
import type { Choice } from "../slots.ts";
import { toReading } from "../to-reading.ts";
import { movedPeriod, movesPeriod } from "./carried-period.ts";
import { changesBetween } from "./changes.ts";
import { type Ellipsis, ellipsisOf, hangsOn, pointsBack } from "./ellipsis.ts";
import { isFragment, merge } from "./merge.ts";
import { remove } from "./remove.ts";

/** Longer chains of changes are asked to be said anew: each question of one is read again for every later one. */
const mostChanges = 12;
const mostCharacters = 3_000;
/** Positions of a later question's words, so far behind those before that they never seem to touch. */
const apart = 1_000;

/** A question of the conversation, with everything the ones before it left standing. */
interface Turn {
  heard: Heard;
  understood: Understood;
}

/**
 * Reads a question that only changes the one before it. The one before is rebuilt from the conversation's words:
 * nothing is remembered between calls.
 *
 * @returns null where the question stands by itself
 */
export function readFollowUp(question: string, session: Session, context: ReadingContext): Prediction | null {
  const previous = context.previous ?? [];
  const ellipsis = ellipsisOf(question);
  const next = hearRest(session, ellipsis, previous.length);
  if (!leans(question, ellipsis, next)) return null;
  if (previous.length === 0) {
    const headless = isFragment(next.form) || ellipsis.removes || ellipsis.rest === "";
    return headless && marksItself(ellipsis, next) ? declined(noneBefore) : null;
  }
  if (previous.length > mostChanges || previous.join("").length > mostCharacters)
    return declined("This goes on from too many changes. Please ask the whole question in one sentence.");
  const before = rebuild(previous, session);
  if (!before) return marksItself(ellipsis, next) ? declined(unreadBefore) : null;
  const changed = change(question, before, next, ellipsis, session, context);
  if (changed) return changed;
  // `all customers`, where none were picked before, is a question of its own.
  if (!ellipsis.removes) return null;
  return declined(
    `The question before holds nothing called “${ellipsis.rest || ellipsis.part || "that"}”. It reads: ${wordsOf(before)}.`,
  );
}

const noneBefore =
  "There is no question before this one that it could go on from. Please ask the whole question in one sentence.";
const unreadBefore =
  "The question before this one could not be read, so there is nothing to go on from. Please ask the whole question in one sentence.";

function hearRest(session: Session, { rest }: Ellipsis, turn: number): Heard {
  return session.hear(rest, apart * (turn + 1));
}

/** Whether a question only makes sense after another. */
function leans(question: string, ellipsis: Ellipsis, next: Heard): boolean {
  const moves = movesPeriod(question) && !stands(next.form);
  return (
    isMarked(ellipsis, next) ||
    moves ||
    ellipsis.all ||
    pointsBack(question) ||
    countsWhat(next.form) ||
    isFragment(next.form)
  );
}

function saysNothing(form: Form): boolean {
  return !stands(form) && form.attributes.length === 0 && !isFragment(form);
}

/** `how many are there?`: of what was listed before. */
function countsWhat({ measures, subject }: Form): boolean {
  return subject === null && measures.length === 1 && measures[0]!.fn === "count" && measures[0]!.of === null;
}

/** Has something to measure or list of its own. */
function stands({ measures, subject }: Form): boolean {
  return measures.length > 0 || subject !== null;
}

function isMarked(ellipsis: Ellipsis, next: Heard): boolean {
  return marksItself(ellipsis, next) || (hangsOn(ellipsis.rest) && isFragment(next.form));
}

function marksItself({ marked }: Ellipsis, { form }: Heard): boolean {
  // `only`, `and` before a whole question with its own verb say nothing.
  return marked && !(form.measures.length > 0 && form.ask !== null && form.subject !== null);
}

/** The last of the earlier questions, with all the changes up to it; null where it could not be read. */
function rebuild(previous: string[], session: Session): Turn | null {
  let turn: Turn | null = null;
  for (const [i, question] of previous.entries()) {
    // What was turned away, or says nothing of the data (`thanks`), changed nothing.
    if (refusal(question) !== null && asRemoval(question) === null) continue;
    const ellipsis = ellipsisOf(question);
    const next = hearRest(session, ellipsis, i);
    if (turn && leans(question, ellipsis, next)) {
      const changed = apply(question, turn, next, ellipsis, session);
      // What fitted nowhere was declined then, and changed nothing.
      if (changed && changed.turn.understood.found.length > 0) turn = changed.turn;
      if (changed || ellipsis.removes) continue;
    }
    const heard = session.hear(question, apart * (i + 1));
    if (turn && saysNothing(heard.form)) continue;
    const understood = session.understand(heard);
    turn = understood.found.length > 0 ? { heard: { ...heard, form: understood.form }, understood } : null;
  }
  return turn;
}

/** The question before with the change in it, and what about that is a guess; null where it changes nothing. */
function apply(
  question: string,
  before: Turn,
  next: Heard,
  ellipsis: Ellipsis,
  session: Session,
  period: ReadingContext["period"] = undefined,
): { turn: Turn; unsure: string | null } | null {
  const { choice } = before.understood.found[0]!;
  const held = { form: before.heard.form, choice };
  const moved = movedPeriod(question, held.form.period);
  const takesOut = ellipsis.removes || (ellipsis.all && !saysMore(next.form));
  const removed = takesOut ? remove(held, next.form, ellipsis) : null;
  if (takesOut && !removed && !moved) return null;
  const form = moved
    ? { ...held.form, period: moved }
    : (removed?.form ?? merge(held, next.form, ellipsis, session.calendar.fiscalStart));
  const stems = new Set([...before.heard.stems, ...next.stems]);
  const understand = (candidate: Form) => session.understand({ form: candidate, stems }, period ?? null);
  // What was taken for something stays so; only where that leads nowhere it is taken anew.
  let understood = settled(choice, () => understand(form));
  if (understood.found.length === 0 || understood.form !== form) {
    const anew = understand(form);
    if (anew.found.length > 0) understood = anew;
  }
  understood = trusting(before, understood, session);
  return { turn: { heard: { form: understood.form, stems }, understood }, unsure: removed?.unsure ?? null };
}

/** Joins that the question before was answered over are no risk again. */
function trusting(before: Turn, { found, form }: Understood, session: Session): Understood {
  if (decide(before.understood, session.schema).outcome !== "answered") return { found, form };
  const known = new Set(before.understood.found[0]!.plan.joins);
  const eased = found.map((one) => {
    const again = one.plan.joins.filter((join) => known.has(join)).length;
    return { ...one, score: Math.round(Math.min(1, one.score / shape.join ** again) * 1_000) / 1_000 };
  });
  return { found: eased.sort((a, b) => b.score - a.score), form };
}

/** `all customers in Germany` is more than a filter given up. */
function saysMore(form: Form): boolean {
  return (
    form.measures.length > 0 || form.conditions.length > 0 || form.dimensions.length > 0 || form.rank !== null
  );
}

/** Runs with every mention of a choice held to what it was taken for. */
function settled<T>(choice: Choice, run: () => T): T {
  const open = new Map<Mention, Mention["candidates"]>();
  for (const [mention, candidate] of choice) {
    open.set(mention, mention.candidates);
    mention.candidates = [candidate];
  }
  const result = run();
  for (const [mention, candidates] of open) mention.candidates = candidates;
  return result;
}

function change(
  question: string,
  before: Turn,
  next: Heard,
  ellipsis: Ellipsis,
  session: Session,
  context: ReadingContext,
): Prediction | null {
  const applied = apply(question, before, next, ellipsis, session, context.period);
  if (!applied) return null;
  const { turn, unsure } = applied;
  const [best] = turn.understood.found;
  if (!best) return declined(misfit(question, ellipsis, before));
  const prediction = decide(turn.understood, session.schema);
  const old = before.understood;
  const followUp = changesBetween(toReading(old.found[0]!, old.form), toReading(best, turn.understood.form), {
    before: old.found[0]!.plan,
    now: best.plan,
  });
  // `only those in Germany`, said again: the answer to a question back, and the question stays.
  const repeats = !ellipsis.removes && next.form.conditions.length > 0;
  if (followUp.changed.length === 0 && !repeats)
    return {
      ...prediction,
      outcome: "declined",
      followUp,
      reason: `That changes nothing about the question before: ${wordsOf(before)}.`,
    };
  if (unsure && prediction.outcome === "answered")
    return {
      ...prediction,
      outcome: "asked",
      score: Math.min(prediction.score, thresholds.answered - 0.01),
      reason: `I would read this as “${prediction.readings[0]!.words}”, but ${unsure}. Is that what you mean?`,
      followUp,
    };
  return { ...prediction, followUp };
}

function wordsOf({ understood: { found, form } }: Turn): string {
  return `“${toReading(found[0]!, form).words}”`;
}

function misfit(question: string, { share }: Ellipsis, before: Turn): string {
  const because = share ? "only sums and counts have a total to be a share of" : "nothing here joins the two";
  return `“${question.trim()}” does not fit the question before (${wordsOf(before)}): ${because}. Please ask the whole question in one sentence.`;
}
