import { stem } from "../english/stem.ts";
import type { Form, Mention } from "../form.ts";
import { isTime } from "../schema.ts";

/** What the whole question settles once every clause of it was read. */
export function settle(form: Form): void {
  takeContexts(form);
  orderInsteadOfSplit(form);
  dropBareDates(form);
}

/** `on what dates did they start and end`: the dates are named, and any date is none of them. */
function dropBareDates(form: Form): void {
  const isBare = ({ candidates }: Mention) => candidates.every(({ because }) => because === "a date");
  const dated = form.attributes.some(
    (one) => !isBare(one) && one.candidates[0]!.kind === "column" && isTime(one.candidates[0]!.column.column),
  );
  if (dated) form.attributes = form.attributes.filter((one) => !isBare(one));
}

/** How far a column may stand from the value that it says the column of, in words. */
const nearby = 3;
/** A column named beside a value may be a weaker match than another, as `degree` beside `Ph.D.`. */
const weaker = 0.4;

/**
 * `with "Second time" as order detail`, `have a Ph.D. degree`: the column that stands right behind a stored value, and
 * holds it, says which value is meant and is not asked for.
 */
function takeContexts(form: Form): void {
  for (const condition of form.conditions) {
    if (
      condition.kind !== "value" ||
      (condition.near !== null && condition.near.candidates[0]?.kind !== "table")
    )
      continue;
    const dimensions = form.dimensions.flatMap(({ mention }) => (mention ? [mention] : []));
    const beside = [...form.attributes, ...dimensions].find(
      (one) => follows(one, condition.mention) && narrowed(one, condition.mention),
    );
    if (!beside) continue;
    condition.near = narrowed(beside, condition.mention);
    form.dimensions = form.dimensions.filter(({ mention }) => mention !== beside);
    form.attributes = form.attributes.filter((one) => one !== beside);
    form.loose = form.loose.filter((one) => one !== beside);
  }
}

function follows(column: Mention, value: Mention): boolean {
  return column.start >= value.end && column.start - value.end <= nearby;
}

/** The mention with only those columns that hold the value; null where none does. */
export function narrowed(mention: Mention, value: Mention): Mention | null {
  const best = mention.candidates[0]!.score;
  if (mention.candidates[0]!.kind === "table") return null;
  const holding = mention.candidates.filter(
    (one) =>
      one.kind === "column" &&
      one.score >= best - weaker &&
      value.candidates.some((other) => other.kind === "value" && other.column === one.column),
  );
  if (holding.length > 0) return { ...mention, candidates: holding };
  // `a king bed`, where the kind of bed is what is stored.
  const word = stem(mention.words.toLowerCase());
  const called = value.candidates.flatMap((other) =>
    other.kind === "value" && other.column.names.some((name) => name.includes(word))
      ? [{ kind: "column" as const, column: other.column, score: best, because: "what the value is of" }]
      : [],
  );
  return called.length > 0 && mention.start === value.end ? { ...mention, candidates: called } : null;
}

/**
 * `list the dates by team name in descending order`: nothing is computed that could be split, so what stands behind `by`
 * is what the rows are put in order by.
 */
function orderInsteadOfSplit(form: Form): void {
  const [only, ...others] = form.dimensions;
  const { order } = form;
  if (!only?.mention || others.length > 0 || form.measures.length > 0 || form.rank || only.each) return;
  if (!order || order.by !== null || order.direction === null) return;
  if (
    only.mention.candidates[0]?.kind !== "column" &&
    !(
      only.grain && only.mention.candidates.some((one) => one.kind === "column" && !isTime(one.column.column))
    )
  )
    return;
  if (form.attributes.length === 0 && form.subject === null) return;
  order.by = only.mention;
  form.dimensions = [];
}
