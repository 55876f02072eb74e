import type { Candidate } from "../candidates.ts";
import type { ConditionForm, Form, MeasureForm, Mention } from "../form.ts";
import { isNumber, type SchemaColumn } from "../schema.ts";
import type { Choice } from "../slots.ts";
import { carriedPeriod } from "./carried-period.ts";
import type { Ellipsis } from "./ellipsis.ts";

/** A question as it was understood: its clauses, and what each of its mentions was taken for. */
export interface Held {
  form: Form;
  choice: Choice;
}

/**
 * Puts what a follow-up says into the question before it: what it names is replaced or added, the rest stays.
 *
 * @param fiscalStart month in which the source's fiscal year starts, 1 to 12
 */
export function merge(held: Held, next: Form, ellipsis: Ellipsis, fiscalStart: number): Form {
  const before = held.form;
  const form: Form = {
    ...before,
    unread: [...before.unread, ...next.unread],
    soft: [...before.soft, ...next.soft],
  };
  const taken = withoutFigures(next, before);
  takeMeasures(form, before, taken);
  takeDimensions(form, before, taken, ellipsis);
  takeConditions(form, held, taken, ellipsis);
  if (taken.growth) form.growth = taken.growth;
  if (taken.period) form.period = carriedPeriod(taken.period, before.period, fiscalStart);
  takeRank(form, before, taken);
  if (ellipsis.share !== null) form.share = ellipsis.share;
  else if (taken.share) form.share = true;
  form.distinct ||= taken.distinct;
  form.both ||= taken.both;
  return form;
}

/**
 * `and by margin` ranks, it splits nothing; `and its price` after a total is another total. Figures that stand where
 * dimensions or columns do are moved to where they belong.
 */
function withoutFigures(next: Form, before: Form): Form {
  const form = { ...next, dimensions: [...next.dimensions], measures: [...next.measures] };
  const figures = form.dimensions.filter(
    ({ mention, grain }) => grain === null && mention && isFigure(mention),
  );
  if (figures.length > 0 && figures.length === form.dimensions.length) {
    form.dimensions = [];
    const by = figures[0]!.mention!;
    if (before.rank) form.rank = { ...before.rank, by, fn: null };
    else form.order = { direction: "desc", by, fn: null, words: by.words, further: [] };
  }
  const total = before.measures.length > 0 || before.rank?.by != null;
  if (total && form.measures.length === 0 && form.subject === null && form.dimensions.length === 0) {
    const measured = form.attributes.filter(isFigure);
    form.measures = measured.map((of): MeasureForm => ({ fn: null, of, distinct: false }));
    form.attributes = form.attributes.filter((mention) => !measured.includes(mention));
  }
  return form;
}

function isFigure({ candidates }: Mention): boolean {
  const best = candidates[0];
  if (best?.kind === "metric" || best?.kind === "line-amount") return true;
  return best?.kind === "column" && isNumber(best.column.column) && !best.column.key;
}

function takeMeasures(form: Form, before: Form, next: Form): void {
  const named = next.subject;
  const table = named?.candidates[0]?.kind === "table";
  const counts = next.measures.length === 1 && next.measures[0]!.of === null;
  if (next.measures.length > 0 && !(counts && before.subject === null)) {
    // `which product has the highest revenue`, `and margin`: what ranks is replaced.
    const ranked = before.measures.length === 0 && before.rank?.by != null;
    if (ranked) form.rank = { ...before.rank!, by: next.measures[0]!.of, fn: next.measures[0]!.fn };
    else form.measures = next.measures;
    // A list that is counted shows nothing more.
    if (counts && before.measures.length === 0) form.attributes = [];
    if (named && table && next.measures.some(({ of }) => of === null)) form.subject = named;
    return;
  }
  // Behind `top 5` a thing says what is ranked, not what is counted.
  if (!named || !table || next.rank) {
    if (next.attributes.length === 0 || before.measures.length > 0) return;
    // A list without columns shows what its rows are called by: that stays, beside what is added.
    const called = before.subject && before.attributes.length === 0 ? [before.subject] : before.attributes;
    form.attributes = [...called, ...next.attributes];
    return;
  }
  // `for customers in Germany`: it only says whose Germany is.
  const about = next.conditions.some(({ kind }) => kind === "value");
  if (about && before.measures.length > 0) return;
  if (before.measures.length > 0 || before.dimensions.length > 0)
    form.measures = [{ fn: before.measures[0]?.fn === "count" ? "count" : null, of: named, distinct: false }];
  else {
    form.subject = named;
    form.attributes = next.attributes;
  }
}

function takeDimensions(form: Form, before: Form, next: Form, { adds }: Ellipsis): void {
  // `top 5 products`: the products are ranked by what was measured.
  const ranked = next.rank && next.subject && before.measures.length > 0 ? next.subject : null;
  const asked = ranked
    ? [{ mention: ranked, grain: null, words: ranked.words }, ...next.dimensions]
    : next.dimensions;
  if (asked.length === 0) return;
  // A list or ranking of things becomes figures of them.
  if (before.measures.length === 0 && before.rank?.by) {
    form.measures = [{ fn: before.rank.fn, of: before.rank.by, distinct: false }];
    form.subject = null;
    form.rank = null;
  }
  const grains = asked.every(({ grain }) => grain !== null);
  const had = before.dimensions.some(({ grain }) => grain !== null);
  if (adds) form.dimensions = [...before.dimensions, ...asked];
  // `by quarter` after `by product and month`: another grain of the same split.
  else if (grains && had)
    form.dimensions = [...before.dimensions.filter(({ grain }) => grain === null), ...asked];
  else form.dimensions = asked;
  // A ranking over the old groups says nothing about the new ones, unless it says how many.
  if (!adds && before.measures.length > 0 && form.subject && !ranked) form.subject = null;
}

function takeConditions(form: Form, { form: before, choice }: Held, next: Form, { adds }: Ellipsis): void {
  let kept = before.conditions;
  const added = next.conditions.filter(({ kind }) => kind !== "with").map((one) => ({ ...one }));
  for (const one of added) {
    if (one.kind === "bound" && one.of === null && one.about.length === 0)
      one.of = before.measures[0]?.of ?? before.rank?.by ?? null;
    if (one.kind !== "value") continue;
    const same = kept.filter((known) => {
      if (adds && known.kind === "value" && known.negated !== one.negated) return false;
      const taken = known.kind === "value" ? choice.get(known.mention) : undefined;
      return taken?.kind === "value" && castAs(one.mention, taken.column).length > 0;
    });
    const known = same[0]?.kind === "value" ? choice.get(same[0].mention) : undefined;
    if (known?.kind === "value") {
      // The same column is meant as before, whatever else stores such a text.
      one.mention = { ...one.mention, candidates: castAs(one.mention, known.column) };
      one.near = null;
    }
    if (adds && !one.negated) one.either = same.length > 0;
    else kept = kept.filter((other) => !same.includes(other));
  }
  form.conditions = inPlace(before.conditions, kept, added);
  // Only one of the two is ever there to stand behind `or`.
  const [first] = form.conditions;
  if (first?.either) form.conditions = [{ ...first, either: false }, ...form.conditions.slice(1)];
}

/**
 * `only those in Germany` after `customers that have no order`: of the customers, so it stands before what is denied,
 * which would take the filter for its own; unless it replaces one of what is denied.
 */
function inPlace(before: ConditionForm[], kept: ConditionForm[], added: ConditionForm[]): ConditionForm[] {
  const denies = (one: ConditionForm) => one.kind === "missing" || (one.kind === "did" && one.negated);
  const at = kept.findIndex(denies);
  const replaced = before.findLastIndex((one) => !kept.includes(one));
  const ahead = (one: ConditionForm) => one.kind === "value" && !one.negated && !one.either;
  if (at === -1 || replaced > before.findIndex(denies)) return [...kept, ...added];
  return [
    ...kept.slice(0, at),
    ...added.filter(ahead),
    ...kept.slice(at),
    ...added.filter((one) => !ahead(one)),
  ];
}

/** The candidates of a value for one column, or for what its table stands for in a role. */
function castAs(mention: Mention, column: SchemaColumn): Candidate[] {
  const { role, columns } = column.owner;
  const plain = role?.base.columns[columns.indexOf(column)] ?? column;
  return mention.candidates.flatMap((one) =>
    one.kind === "value" && (one.column === column || one.column === plain) ? { ...one, column } : [],
  );
}

function takeRank(form: Form, before: Form, next: Form): void {
  if (next.rank) {
    const by = next.rank.by ?? form.rank?.by ?? null;
    const fn = next.rank.by ? next.rank.fn : (form.rank?.fn ?? null);
    // `the lowest three` turns the ranking round, `top 5` takes more of it: by what is ranked stays.
    const adjective = next.rank.by || by ? null : next.rank.adjective;
    // Where the ranking was said before, and with it whether it is within each group, stays.
    const at = form.rank?.at ?? next.rank.at ?? 0;
    form.rank = { ...next.rank, by, fn, adjective, at };
    form.order = null;
  }
  if (!next.order) return;
  if (before.rank && next.order.by === null && next.order.direction)
    form.rank = { ...(form.rank ?? before.rank), direction: next.order.direction, words: next.order.words };
  else if (next.order.by) form.order = next.order;
  else form.order = { ...next.order, by: before.order?.by ?? null, fn: before.order?.fn ?? null };
}

/** Whether a question says nothing but a piece of one: no figure and nothing to list. */
export function isFragment(form: Form): boolean {
  const headless = form.measures.length === 0 && form.subject === null && form.attributes.length === 0;
  const says =
    form.dimensions.length + form.conditions.length > 0 ||
    form.share ||
    form.growth !== null ||
    [form.period, form.rank, form.order].some((one) => one !== null);
  return headless && says;
}
