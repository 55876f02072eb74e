import { moneyCandidates } from "./amount-links.ts";
import { type Candidate, type CandidateOf, idOf } from "./candidates.ts";
import type { ConditionForm, Form, Mention } from "./form.ts";
import { flagOf, holdsYears, isNumber, isTime, type Schema, type SchemaTable } from "./schema.ts";

/** Which candidate each mention is taken for. */
export type Choice = Map<Mention, Candidate>;

interface Slot {
  mention: Mention;
  candidates: Candidate[];
}

const mostChoices = 64;
const mostPerSlot = 12;
const mostSlots = 24;

/**
 * The ways to take the mentions of a form, most promising first: a beam over the product of their candidates, each
 * restricted to what its place in the sentence allows. Candidates in the same or a neighbouring table lift each other
 * a little, so that close readings survive the beam; the real price of a join is taken later, by the plan.
 */
export function choices(form: Form): Choice[] {
  const slots = slotsOf(form);
  if (slots.some(({ candidates }) => candidates.length === 0)) return [];
  // Nobody asks of so many things in one question; to weigh them all would take seconds.
  if (slots.length > mostSlots) return [];
  let beam: Array<{ choice: Choice; score: number; tables: Set<SchemaTable>; key: string }> = [
    { choice: new Map(), score: 0, tables: new Set(), key: "" },
  ];
  for (const { mention, candidates } of slots) {
    const next = beam.flatMap(({ choice, score, tables, key }) => {
      const ways = candidates.map((candidate) => {
        const owner = ownerOf(candidate);
        const near = tables.has(owner) ? 0.06 : owner.edges.some(({ to }) => tables.has(to)) ? 0.03 : 0;
        return { candidate, owner, gain: Math.log(Math.max(candidate.score, 0.05)) + near };
      });
      // A plain `name` is in every table: what lies near the tables already chosen comes first.
      ways.sort((x, y) => y.gain - x.gain);
      return ways.slice(0, mostPerSlot).map(({ candidate, owner, gain }) => ({
        choice: new Map(choice).set(mention, candidate),
        score: score + gain,
        tables: new Set(tables).add(owner),
        key: `${key}|${idOf(candidate)}`,
      }));
    });
    next.sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1));
    beam = next.slice(0, mostChoices);
  }
  return beam.map(({ choice }) => choice);
}

export function ownerOf(candidate: Candidate): SchemaTable {
  switch (candidate.kind) {
    case "table":
      return candidate.table;
    case "metric":
    case "line-amount":
      return candidate.owner;
    default:
      return candidate.column.owner;
  }
}

/** Every mention of the form once, with the candidates that fit its role. */
function slotsOf(form: Form): Slot[] {
  const slots = new Map<Mention, Candidate[]>();
  const add = (mention: Mention | "money" | null | undefined, fits: (candidate: Candidate) => boolean) => {
    if (!mention || mention === "money") return;
    const known = slots.get(mention) ?? mention.candidates;
    slots.set(mention, known.filter(fits));
  };
  const measures = (one: Candidate) => {
    if (one.kind === "column") return true;
    return one.kind === "table" || one.kind === "metric" || one.kind === "line-amount";
  };
  add(
    form.subject,
    (one) => one.kind === "table" || (one.kind === "column" && !isJustItsTable(one, form.subject!)),
  );
  for (const { of } of form.measures) add(of, measures);
  add(form.rank?.by, (one) => measures(one) && !(one.kind === "column" && !ranksRows(one)));
  for (const condition of form.conditions) addCondition(condition, add, form.subject);
  for (const mention of form.attributes) {
    if (/^(full )?names?$/i.test(mention.words)) slots.set(mention, withLabels(mention, form.subject));
    add(mention, (one) => one.kind !== "value" && one.kind !== "line-amount");
  }
  for (const { mention, grain } of form.dimensions) {
    if (mention && grain === null) add(mention, (one) => one.kind === "table" || one.kind === "column");
    // `for each year`, where the year is a column of its own.
    else if (mention?.candidates.some(isStoredGrain)) add(mention, isStoredGrain);
  }
  add(form.order?.by, (one) => one.kind !== "value");
  for (const { by } of form.order?.further ?? []) add(by, (one) => one.kind === "column");
  const near = form.period?.near;
  if (near && !slots.has(near)) {
    const dated = near.candidates.filter(isDated);
    if (dated.length > 0) slots.set(near, dated);
  }
  // The surest mentions are settled first, so that the doubtful ones can lean on them.
  return [...slots]
    .map(([mention, candidates]) => ({ mention, candidates }))
    .sort((a, b) => Number(isVague(a.candidates)) - Number(isVague(b.candidates)));
}

/** `artists`, where a table of that name calls its rows by a column of that name: the rows are meant. */
function isJustItsTable({ column, score }: CandidateOf<"column">, { candidates }: Mention): boolean {
  return (
    column.owner.label.includes(column.column) &&
    candidates.some((one) => one.kind === "table" && one.table === column.owner && one.score > score - 0.05)
  );
}

/** `the names of all customers`, where no column is called so: what their rows are called by. */
function withLabels({ candidates }: Mention, subject: Mention | null): Candidate[] {
  const named = (subject?.candidates ?? []).flatMap((one): Candidate[] =>
    one.kind === "table" && one.table.label.length > 0
      ? [{ kind: "table", table: one.table, score: 0.86 * one.score, because: "what its rows are called by" }]
      : [],
  );
  return [...candidates, ...named].sort((a, b) => b.score - a.score);
}

function isStoredGrain(one: Candidate): boolean {
  return one.kind === "column" && one.score >= 0.95 && !isTime(one.column.column);
}

/** Several candidates fit equally well. */
function isVague(candidates: Candidate[]): boolean {
  return candidates.length > 1 && candidates[0]!.score - candidates[1]!.score < 0.05;
}

/** A column that a period may bound. */
function isDated(candidate: Candidate): boolean {
  return candidate.kind === "column" && (isTime(candidate.column.column) || holdsYears(candidate.column));
}

function ranksRows(candidate: Extract<Candidate, { kind: "column" }>): boolean {
  const { column } = candidate.column;
  return isNumber(column) || isTime(column) || column.kind === "text";
}

function isSized(one: Candidate): boolean {
  return one.kind === "column" && (isNumber(one.column.column) || isTime(one.column.column));
}

function addCondition(
  condition: ConditionForm,
  add: (mention: Mention | "money" | null | undefined, fits: (candidate: Candidate) => boolean) => void,
  subject: Mention | null,
): void {
  switch (condition.kind) {
    case "value": {
      const { near } = condition;
      const columns = near?.candidates.flatMap((one) => (one.kind === "column" ? [one.column] : [])) ?? [];
      const tables = near?.candidates.flatMap((one) => (one.kind === "table" ? [one.table] : [])) ?? [];
      add(
        condition.mention,
        (one) =>
          one.kind === "value" &&
          (near === null || columns.includes(one.column) || tables.includes(one.column.owner)),
      );
      return;
    }
    case "bound":
      add(
        condition.of,
        (one) =>
          one.kind === "table" ||
          one.kind === "metric" ||
          one.kind === "line-amount" ||
          one.kind === "column",
      );
      return;
    case "average-bound":
      add(condition.of, (one) => one.kind === "column" && isNumber(one.column.column));
      return;
    case "against":
      for (const mention of [condition.of, condition.other]) add(mention, isSized);
      for (const one of condition.within) addCondition(one, add, subject);
      return;
    case "missing":
      add(condition.mention, (one) => one.kind === "table" || one.kind === "column");
      return;
    case "extreme":
      add(condition.mention, (one) => one.kind === "table" || (one.kind === "column" && ranksRows(one)));
      return;
    case "flag":
      add(condition.mention, (one) => one.kind === "column" && flagOf(one.column) !== null);
      return;
    case "with":
      add(condition.mention, (one) => one.kind === "table" || one.kind === "column");
      return;
    case "text":
      if (condition.of && /^names?$/i.test(condition.of.words))
        condition.of.candidates = withLabels(condition.of, subject);
      add(
        condition.of,
        (one) => (one.kind === "column" && one.column.column.kind === "text") || one.kind === "table",
      );
      return;
    case "commonest":
      add(condition.mention, (one) => one.kind === "table" || one.kind === "column");
      return;
    case "during":
      if (condition.near?.candidates.some(isDated)) add(condition.near, isDated);
      return;
    case "did":
      return;
  }
}

/** What a bound is about that says no more than earning or paying. */
const payNames = ["salary", "wage", "pay", "income", "earning", "revenue", "price", "cost", "fee", "amount"];

/** `money` written out as a mention, so that it is chosen like any other. */
export function withMoney(form: Form, schema: Schema): Form {
  const money = (): Mention => ({ words: "", candidates: moneyCandidates(schema), start: -1, end: -1 });
  return {
    ...form,
    measures: form.measures.map((measure) =>
      measure.of === "money" ? { ...measure, of: money() } : measure,
    ),
    rank: form.rank?.by === "money" ? { ...form.rank, by: money() } : form.rank,
    conditions: form.conditions.map((one) => {
      if (one.kind !== "bound" || one.of !== "money") return one;
      // Where no money changes hands, people still earn and things still cost.
      return moneyCandidates(schema).length > 0
        ? { ...one, of: money(), fn: "sum" as const }
        : { ...one, of: null, fn: null, about: payNames };
    }),
  };
}
