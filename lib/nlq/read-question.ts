import type { Catalog } from "#lib/contracts/catalog.ts";
import type { Prediction, ReadingContext } from "#lib/contracts/reading.ts";
import { todayOf } from "./calendar-days.ts";
import { chunk } from "./chunks.ts";
import { emitPostgres } from "./emit-postgres.ts";
import { stem } from "./english/stem.ts";
import type { Form } from "./form.ts";
import { parseForm } from "./form-parser.ts";
import { splitFullNames } from "./full-names.ts";
import { nearestNames } from "./nearest.ts";
import type { Calendar, Period } from "./period.ts";
import { plan } from "./plan.ts";
import { refusal } from "./refusal.ts";
import { relaxed } from "./relax.ts";
import { type Schema, schemaOf } from "./schema.ts";
import { scoreOf, thresholds } from "./score.ts";
import { choices, withMoney } from "./slots.ts";
import { type Interpretation, toReading } from "./to-reading.ts";
import { prepare, tokenise } from "./tokens.ts";
import { readingWords } from "./words.ts";

/**
 * Reads a question against a catalog, without any call: tokens, chunks, clauses, ways to take them, a query each, and
 * a score each. The same input gives the same prediction.
 *
 * @param question what the person typed; anything may be in it
 * @param catalog what the asking role may see
 * @returns the best guess, and whether it is sure enough to run: `answered`, `asked` (to be confirmed) or `declined`,
 *   with a reason for a person
 */
export function readQuestion(question: string, catalog: Catalog, context: ReadingContext = {}): Prediction {
  const refused = refusal(question);
  if (refused) return declined(refused);
  const schema = schemaOf(catalog);
  if (schema.tables.length === 0) return declined("This source has no tables that you may read.");
  const text = prepare(question);
  const tokens = splitFullNames(tokenise(text), schema);
  const calendar: Calendar = { today: todayOf(catalog), fiscalStart: catalog.fiscalStart };
  const chunks = chunk(tokens, text, schema, calendar);
  const whole = withMoney(parseForm(chunks), schema);
  const period: Period | null = context.period ?? whole.period?.period ?? null;
  const stems = new Set(tokens.map((token) => token.stem));

  const interpret = (form: Form) =>
    interpretations(form, { schema, period, stems, onlyAsked: context.columns === "asked" });
  let form = whole;
  let found = interpret(whole);
  // Nothing fits as a whole: something is left out, and said.
  for (const less of relaxed(whole)) {
    if (found.length > 0 || whole.unread.length > mostUnread) break;
    form = less;
    found = interpret(less);
  }
  return decide(distinct(found), found.length > 0 ? form : whole, schema);
}

/** With more words unread than this, a question is not tried in parts. */
const mostUnread = 4;

const denials = ["not", "never", "without", "except", "exclud"].map(stem);
/** A denial that the query does not carry turns the answer into its opposite: such a reading is only ever asked about. */
const lostDenial = 0.6;

/** Whether the question denies something and the query denies nothing. `Not more than` is a bound, no denial. */
function losesDenial(stems: Set<string>, sql: string): boolean {
  return (
    denials.some((word) => stems.has(word)) && !stems.has(stem("than")) && !/\bNOT\b|\bNULL\b|<>/.test(sql)
  );
}

/** Every way to take the mentions that makes a query, surest first. */
function interpretations(
  form: Form,
  given: { schema: Schema; period: Period | null; stems: Set<string>; onlyAsked: boolean },
): Interpretation[] {
  const found: Interpretation[] = [];
  for (const choice of choices(form)) {
    // The form is copied: a plan may turn a rank's direction round (the oldest has the earliest date of birth).
    const own = { ...form, rank: form.rank ? { ...form.rank } : null };
    const made = plan({ ...given, form: own, choice });
    if (!made) continue;
    const { sql, params } = emitPostgres(made.query);
    const score = scoreOf(made, form, choice) * (losesDenial(given.stems, sql) ? lostDenial : 1);
    found.push({ plan: made, choice, score, sql, params });
  }
  found.sort((a, b) => b.score - a.score || a.sql.length - b.sql.length || (a.sql < b.sql ? -1 : 1));
  return found;
}

function distinct(found: Interpretation[]): Interpretation[] {
  const seen = new Set<string>();
  return found.filter(({ sql, params }) => {
    const key = `${sql}|${JSON.stringify(params)}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function decide(found: Interpretation[], form: Form, schema: Schema): Prediction {
  const [best, second] = found;
  if (!best) return declined(nothingFits(form, schema));
  const readings = found.slice(0, 3).map((one) => toReading(one, form));
  const base = { sql: best.sql, params: best.params, score: best.score, readings };
  if (headUnread(form))
    return {
      ...base,
      outcome: "declined",
      score: Math.min(base.score, 0.3),
      reason: nothingFits(form, schema),
    };
  if (best.score < thresholds.asked)
    return {
      ...base,
      outcome: "declined",
      reason: form.unread.length > 0 ? nothingFits(form, schema) : tooDoubtful(best, form),
    };
  // The same reading over a further table is no other reading.
  const wider = second && best.plan.joins.every((join) => second.plan.joins.includes(join));
  const same = second && wider && readingWords(best.plan, form) === readingWords(second.plan, form);
  if (second && !same && best.score - second.score < thresholds.margin && best.score >= thresholds.asked) {
    const lines = readings.slice(0, 2).map(({ words }) => words);
    const reason =
      lines[0] === lines[1]
        ? `This can be read in two ways that differ in how tables are joined: ${readings[0]!.joins.join("; ")} – or ${readings[1]!.joins.join("; ")}.`
        : `This can be read in two ways: “${lines[0]}” or “${lines[1]}”. Which one do you mean?`;
    return { ...base, outcome: "asked", score: Math.min(best.score, thresholds.answered - 0.01), reason };
  }
  if (best.score >= thresholds.answered) return { ...base, outcome: "answered", reason: "" };
  return { ...base, outcome: "asked", reason: doubtsInWords(best, form, schema) };
}

/** What the question asks for was not understood, only something it mentions on the way. */
function headUnread(form: Form): boolean {
  if (form.unread.length === 0 || form.subject !== null) return false;
  const named = [...form.attributes, ...form.measures.map(({ of }) => of)].filter(
    (one) => one !== null && one !== "money",
  );
  if (named.length === 0) return form.measures.length === 0;
  // `the names of the enzymes`, where nobody knows enzymes: every table has names.
  return named.every(({ words }) => anyThing.test(words));
}

/** Words for columns that nearly every table has: they say nothing about the thing. */
const anyThing =
  /^(different |distinct )?(full |first |last )?(names?|ids?|titles?|types?|codes?|descriptions?|dates?|numbers?|details|status(es)?|locations?|count|amount)$/i;

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

function doubtsInWords(best: Interpretation, form: Form, schema: Schema): string {
  const doubts = doubtsOf(best);
  const weak = [...best.choice].filter(([mention, { score }]) => score < 0.75 && mention.words !== "");
  for (const [mention, { because }] of weak) doubts.push(`“${mention.words}” was matched only ${because}`);
  if (form.unread.length > 0) doubts.unshift(unreadInWords(form, schema));
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
  const known = [
    ...schema.metrics.map(({ metric }) => metric.name),
    ...schema.tables.map(({ table }) => table.name),
  ];
  return `I cannot turn this into one query over the data I can see. It holds, among others: ${known.slice(0, 8).join(", ")}.`;
}

function declined(reason: string): Prediction {
  return { outcome: "declined", sql: null, params: [], score: 0, reason, readings: [] };
}
