import type { Candidate } from "../candidates.ts";
import type { ConditionForm, Form, Mention } from "../form.ts";
import { grainWords } from "../periods.ts";
import type { SchemaTable } from "../schema.ts";
import { ownerOf } from "../slots.ts";
import type { Ellipsis } from "./ellipsis.ts";
import type { Held } from "./merge.ts";

/** The question with something taken out of it. */
export interface Removed {
  form: Form;
  /** Set where the words fit two parts of the question, and which of them is meant is a guess. */
  unsure: string | null;
}

/**
 * `drop the region`, `without the filter`, `all countries`: takes out what the words name. Null where the question
 * before holds nothing of the kind.
 */
export function remove(held: Held, next: Form, ellipsis: Ellipsis): Removed | null {
  const { form: before } = held;
  const certain = (form: Form): Removed => ({ form, unsure: null });
  switch (ellipsis.part) {
    case "filters":
      return before.conditions.length > 0 ? certain({ ...before, conditions: [] }) : null;
    case "filter":
      return removeOnlyFilter(before);
    case "period":
      return before.period ? certain({ ...before, period: null }) : removeGrain(before);
    case "dimensions":
      return before.dimensions.length > 0 ? certain({ ...before, dimensions: [] }) : null;
    case "rank":
      return before.rank ? certain(withoutRank(before)) : null;
    case "order":
      return before.order ? certain({ ...before, order: null }) : null;
    case null:
      return removeNamed(held, next, ellipsis);
  }
}

function removeOnlyFilter(before: Form): Removed | null {
  const filters = before.conditions;
  if (filters.length === 0) return before.period ? { form: { ...before, period: null }, unsure: null } : null;
  return {
    form: { ...before, conditions: [] },
    unsure: filters.length > 1 ? "the question before has several filters" : null,
  };
}

function removeGrain(before: Form): Removed | null {
  const dimensions = before.dimensions.filter(({ grain }) => grain === null);
  return dimensions.length < before.dimensions.length
    ? { form: { ...before, dimensions }, unsure: null }
    : null;
}

/** What was ranked is still split by it, and shown with the figure that ranked it. */
function withoutRank(before: Form): Form {
  const { rank, subject, measures } = before;
  if (!rank?.by || measures.length > 0 || subject?.candidates[0]?.kind !== "table")
    return { ...before, rank: null };
  return {
    ...before,
    rank: null,
    subject: null,
    measures: [{ fn: rank.fn, of: rank.by, distinct: false }],
    dimensions: [...before.dimensions, { mention: subject, grain: null, words: subject.words }],
  };
}

function removeNamed(held: Held, next: Form, ellipsis: Ellipsis): Removed | null {
  const { form: before, choice } = held;
  const grain = grainWords[ellipsis.rest.toLowerCase().replace(/s$/, "")];
  if (grain && before.dimensions.some((one) => one.grain === grain)) return removeGrain(before);
  if (grain && before.period) return { form: { ...before, period: null }, unsure: null };
  if (next.period && before.period && next.period.period.from === before.period.period.from)
    return { form: { ...before, period: null }, unsure: null };

  const named = mentionsOf(next);
  const values = next.conditions.filter((one) => one.kind === "value");
  const filters = before.conditions.filter((one) => {
    const mention = conditionMention(one);
    const taken = mention ? choice.get(mention) : undefined;
    if (!mention || !taken) return false;
    return values.length > 0
      ? values.some(({ mention: other }) => sameValue(other, taken))
      : namesIt(named, taken);
  });
  const splits =
    values.length > 0
      ? []
      : before.dimensions.filter(({ mention }) => {
          const taken = mention ? choice.get(mention) : undefined;
          return taken !== undefined && namesIt(named, taken);
        });
  if (filters.length > 0) {
    const conditions = before.conditions.filter((one) => !filters.includes(one));
    const unsure =
      splits.length > 0 && !ellipsis.all
        ? `“${ellipsis.rest}” is both a filter and what it is split by`
        : null;
    return { form: { ...before, conditions }, unsure };
  }
  if (ellipsis.all) return null;
  if (splits.length > 0) {
    const dimensions = before.dimensions.filter((one) => !splits.includes(one));
    return { form: { ...before, dimensions }, unsure: null };
  }
  const shown = before.attributes.filter((mention) => {
    const taken = choice.get(mention);
    return taken !== undefined && namesIt(named, taken);
  });
  if (shown.length > 0)
    return {
      form: { ...before, attributes: before.attributes.filter((one) => !shown.includes(one)) },
      unsure: null,
    };
  const measures = before.measures.filter(({ of }) => {
    const taken = of && of !== "money" ? choice.get(of) : undefined;
    return taken !== undefined && namesIt(named, taken);
  });
  if (measures.length > 0 && measures.length < before.measures.length)
    return {
      form: { ...before, measures: before.measures.filter((one) => !measures.includes(one)) },
      unsure: null,
    };
  if (values.length === 0) return null;
  // `without Germany`, where no Germany was meant: every other one.
  const denied = values.map((one): ConditionForm => ({ ...one, negated: true, either: false }));
  return { form: { ...before, conditions: [...before.conditions, ...denied] }, unsure: null };
}

function mentionsOf(form: Form): Mention[] {
  const measured = form.measures.flatMap(({ of }) => (of && of !== "money" ? [of] : []));
  const split = form.dimensions.flatMap(({ mention }) => (mention ? [mention] : []));
  const others = form.conditions.flatMap((one) =>
    one.kind === "with" || one.kind === "missing" ? [one.mention] : [],
  );
  return [...(form.subject ? [form.subject] : []), ...form.attributes, ...measured, ...split, ...others];
}

function conditionMention(condition: ConditionForm): Mention | null {
  if ("mention" in condition) return condition.mention;
  return "of" in condition && condition.of !== "money" ? condition.of : null;
}

/** Whether words name what was taken: its column, its table, or the very same figure. */
function namesIt(named: Mention[], taken: Candidate): boolean {
  return named.some(({ candidates }) =>
    candidates.some((one) => {
      if (one.score < leastName) return false;
      if (one.kind === "table") return one.table === ownerOf(taken) || oneOf(taken, one.table);
      if (one.kind === "metric") return taken.kind === "metric" && taken.metric === one.metric;
      if (one.kind !== "column") return false;
      return (taken.kind === "column" || taken.kind === "value") && taken.column === one.column;
    }),
  );
}

/** A name this sure is what the words say. */
const leastName = 0.6;

/** `the region`, where regions are kept in a table and a column points at it. */
function oneOf(taken: Candidate, table: SchemaTable): boolean {
  if (taken.kind !== "column" && taken.kind !== "value") return false;
  const { owner, column } = taken.column;
  return owner.edges.some(
    ({ to, fansOut, fromColumns }) => !fansOut && to === table && fromColumns.includes(column.id),
  );
}

function sameValue(mention: Mention, taken: Candidate): boolean {
  return (
    taken.kind === "value" &&
    mention.candidates.some(
      (one) =>
        one.kind === "value" &&
        one.column === taken.column &&
        one.values.some((value) => taken.values.includes(value)),
    )
  );
}
