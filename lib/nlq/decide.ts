import type { Prediction, Reading } from "#lib/contracts/reading.ts";
import { belonging, headUnread } from "./belonging.ts";
import type { Form } from "./form.ts";
import { measureOf } from "./measure.ts";
import { nearestNames } from "./nearest.ts";
import { type Schema, tableLabel } from "./schema.ts";
import { thresholds } from "./score.ts";
import type { Understood } from "./session.ts";
import { type Interpretation, toReading } from "./to-reading.ts";
import { readingWords } from "./words.ts";

/** Whether the best way to take a question is sure enough to run, is asked about, or is declined; with the reason. */
export function decide({ found, form, guess, whole }: Understood, schema: Schema): Prediction {
  const [best, second] = found;
  if (!best) {
    const none = declined(nothingFits(form, schema));
    const [nearest] = guess?.found ?? [];
    if (!guess || !nearest) return none;
    const { sql, params, score } = nearest;
    const readings = offered(guess.found, guess.form);
    const offer = { sql, params, score: Math.min(score, guessed), readings };
    if (!keepsSense(form, guess.form) || belonging(form, nearest) < surely) return { ...none, ...offer };
    return { ...offer, outcome: "asked", reason: doubtsInWords(nearest, guess.form, schema, form) };
  }
  const readings = offered(found, form);
  const base = { sql: best.sql, params: best.params, score: best.score, readings };
  const heard = whole ?? form;
  if (belonging(heard, best) < 0)
    return {
      ...base,
      outcome: "declined",
      score: Math.min(base.score, guessed),
      reason: form.unread.length > 0 ? nothingFits(form, schema) : tooDoubtful(best, form),
    };
  const same =
    second && isWider(best, second) && readingWords(best.plan, form) === readingWords(second.plan, form);
  if (second && !same && best.score - second.score < thresholds.margin) {
    const lines = readings.slice(0, 2).map(({ words }) => words);
    const reason =
      readingWords(best.plan, form) === readingWords(second.plan, form)
        ? `This can be read in two ways that differ in how tables are joined: ${readings[0]!.joins.join("; ")} – or ${readings[1]!.joins.join("; ")}.`
        : `This can be read in two ways: “${lines[0]}” or “${lines[1]}”. Which one do you mean?`;
    return { ...base, outcome: "asked", score: Math.min(best.score, thresholds.answered - 0.01), reason };
  }
  if (best.score >= thresholds.answered && !headUnread(heard))
    return { ...base, outcome: "answered", reason: "" };
  return { ...base, outcome: "asked", reason: doubtsInWords(best, form, schema, heard) };
}

/** The most that a guess may score which leaves out what the question tells. */
const guessed = 0.3;

/** Whether it is still the same question with a part left out: of figures apart, growth, or without its split it is not. */
function keepsSense(heard: Form, left: Form): boolean {
  return !heard.growth && figuresApart(heard) === null && left.dimensions.length === heard.dimensions.length;
}

/** Where parts are left out, the rest has to speak for the data by itself. */
const surely = 1;

const mostOffered = 3;

/**
 * The readings that a person may choose from, surest first. Of two in the same words the less likely is left out; where
 * neither is, their joins tell them apart.
 */
function offered(found: Interpretation[], form: Form): Reading[] {
  const kept: Interpretation[] = [];
  const alike = (one: Interpretation, other: Interpretation) =>
    readingWords(one.plan, form).toLowerCase() === readingWords(other.plan, form).toLowerCase();
  for (const one of found.slice(0, mostOffered)) {
    const known = kept.find((other) => alike(one, other));
    if (!known || (!isWider(known, one) && known.score - one.score < thresholds.margin)) kept.push(one);
  }
  return kept.map((one) => {
    const reading = toReading(one, form);
    const twin = kept.find((other) => other !== one && alike(one, other));
    const own = one.plan.joins.filter((join) => !twin?.plan.joins.includes(join));
    return twin && own.length > 0
      ? { ...reading, words: `${reading.words}, over ${own.join("; ")}` }
      : reading;
  });
}

/** The same reading over a further table is no other reading. */
function isWider({ plan: one }: Interpretation, { plan: other }: Interpretation): boolean {
  const within = (few: string[], many: string[]) => few.every((join) => many.includes(join));
  return within(one.joins, other.joins) || within(other.joins, one.joins);
}

/** Everything was read, and still too little holds it together. */
function tooDoubtful(best: Interpretation, form: Form): string {
  const doubts = doubtsOf(best);
  const because = doubts.length > 0 ? `: ${doubts.join("; ")}` : "";
  return `The best I could make of this is “${readingWords(best.plan, form)}”, and that is too doubtful to show${because}. Try to say it in other words, or in two steps.`;
}

function doubtsOf(best: Interpretation): string[] {
  return best.plan.doubts.map(
    ({ because, alternatives }) => `${because}${alternatives ? ` (${alternatives.join(", ")})` : ""}`,
  );
}

function doubtsInWords(best: Interpretation, form: Form, schema: Schema, heard: Form): string {
  const doubts = doubtsOf(best);
  const weak = [...best.choice].filter(([mention, { score }]) => score < 0.75 && mention.words !== "");
  for (const [mention, { because }] of weak) doubts.push(`“${mention.words}” was matched only ${because}`);
  const left = form.unread.filter((words) => !heard.unread.includes(words));
  if (left.length > 0)
    doubts.unshift(`I do not know where to put ${left.map((words) => `“${words}”`).join(", ")}`);
  if (heard.unread.length > 0) doubts.unshift(unreadInWords(heard, schema));
  const line = readingWords(best.plan, form);
  return `I would read this as “${line}”, but ${doubts.length > 0 ? doubts.join("; ") : "am not sure enough"}. Is that what you mean?`;
}

function unreadInWords(form: Form, schema: Schema): string {
  const words = form.unread.map((word) => `“${word}”`).join(", ");
  const near = form.unread.flatMap((word) => nearestNames(word, schema));
  const hint = near.length > 0 ? ` (nearest here: ${[...new Set(near)].slice(0, 4).join(", ")})` : "";
  return `nothing here is called ${words}${hint}`;
}

function nothingFits(form: Form, schema: Schema): string {
  if (form.unread.length > 0) {
    return `I cannot answer this from the data I can see: ${unreadInWords(form, schema)}. Try the name of a table, a figure or a value.`;
  }
  const apart = figuresApart(form);
  if (apart) return apart;
  if (form.growth)
    return form.rank
      ? "What grew most cannot be ranked here yet. Please ask for the growth itself, such as “year over year growth of …, by …”."
      : "Growth is from one stretch of time to the next: please say which, such as “by month” or “year over year”.";
  const known = [
    ...schema.metrics.map(({ metric }) => metric.name),
    ...schema.tables.map(({ table }) => table.name),
  ];
  return `I cannot turn this into one query over the data I can see. It holds, among others: ${known.slice(0, 8).join(", ")}.`;
}

/** Figures of different tables in one question: to add them up over one join would multiply them. */
function figuresApart({ measures }: Form): string | null {
  const figures = measures.flatMap(({ of, fn, distinct }) => {
    const best = of && of !== "money" ? of.candidates[0] : undefined;
    const measure = best ? measureOf(best, fn, distinct) : null;
    return measure ? [{ label: measure.label, home: tableLabel(measure.home) }] : [];
  });
  const [first] = figures;
  const other = figures.find(({ home }) => home !== first?.home);
  if (!first || !other) return null;
  return `“${first.label}” is kept in ${first.home} and “${other.label}” in ${other.home}: one query over both would count rows several times. Please ask for them one after the other.`;
}

/** No query at all, and why. */
export function declined(reason: string): Prediction {
  return { outcome: "declined", sql: null, params: [], score: 0, reason, readings: [] };
}
