import { aboutCandidates, moneyCandidates } from "./amount-links.ts";
import type { Candidate } from "./candidates.ts";
import { stem } from "./english/stem.ts";
import type { Mention } from "./form.ts";
import { neighbours } from "./joins.ts";
import { type Measure, measureOf } from "./measure.ts";
import { isPlainTop } from "./mention.ts";
import { plainName } from "./names.ts";
import type { Dimension, RankBy } from "./plan-parts.ts";
import type { Planner } from "./planner.ts";
import { isNumber, isTime, type Schema, type SchemaColumn, type SchemaTable } from "./schema.ts";
import { ownerOf } from "./slots.ts";

const quantityStem = stem("quantity");

/**
 * Whether the superlative only tells which row of a table that is named on the way is meant; what is asked for is
 * then filtered by it, not ranked.
 */
export function takesExtreme(planner: Planner, measures: Measure[], dimensions: Dimension[]): boolean {
  const { form } = planner.context;
  const { rank } = form;
  if (!rank || rank.fn !== null || (rank.count ?? 1) > 1 || rank.by === "money") return false;
  const named = form.conditions.flatMap((one) => {
    const candidate = one.kind === "with" ? planner.chosen(one.mention) : null;
    return candidate?.kind === "table" ? [candidate.table] : [];
  });
  let by = planner.chosen(rank.by);
  if (!by && rank.adjective) {
    const near = named.at(-1) ?? planner.subject?.table ?? measures[0]?.home;
    by = near ? (aboutCandidates(rank.adjective.about, near, planner.context.schema)[0] ?? null) : null;
  }
  if (by?.kind !== "column" || !(isNumber(by.column.column) || isTime(by.column.column))) return false;
  const { column } = by;
  const aside = named.includes(column.owner) && column.owner !== planner.subject?.table;
  // `the average rating and the title of the oldest movie`: what is shown beside the figure is the movie's.
  const told = rank.by === null && by.kind === "column";
  const own = (mention: Mention) => {
    const shown = planner.chosen(mention);
    return told && shown?.kind === "column" && shown.column.owner === by.column.owner;
  };
  const figure = measures.length > 0 && dimensions.length === 0 && form.attributes.every(own);
  const measured = measures.some(({ of }) => of.kind === "column" && of.column === column);
  if (measured || !(figure || (aside && measures.length === 0))) return false;
  planner.extreme = { column, direction: rank.direction, words: rank.words };
  form.rank = null;
  // What it tells apart is not asked for, nor split by.
  if (figure && form.attributes.length === 0 && planner.subject?.table === column.owner)
    planner.subject = null;
  return true;
}

/** `sorted by their total amount`: a figure of another table, computed for each of what is listed. */
export function orderedBy(planner: Planner, measures: Measure[]): RankBy | null {
  const { order, rank } = planner.context.form;
  const candidate = planner.chosen(order?.by ?? null);
  if (!order?.fn || rank || measures.length > 0 || !candidate || !planner.subject || planner.subject.column)
    return null;
  if (ownerOf(candidate) === planner.subject.table) return null;
  const measure = measureOf(candidate, order.fn, false);
  return measure && { kind: "measure", measure };
}

/** What rows are ranked by; null where nothing ranks, or where what should rank measures nothing. */
export function rankOf(planner: Planner, measures: Measure[]): RankBy | null {
  const { form } = planner.context;
  const { rank } = form;
  if (!rank) return null;
  const candidate = planner.chosen(rank.by);
  if (candidate) return rankBy(planner, candidate, rank.fn, rank.adjective !== null, rank.direction);
  if (rank.adjective && planner.subject) {
    const found = planner.about(rank.adjective.about, planner.subject.table);
    if (!found) return byMoney(planner, rank.adjective.about);
    // The oldest has the greatest age, but the earliest date of birth.
    const dated =
      isTime(found.column.column) ||
      found.column.names[0]!.some((word) => word.startsWith("year") || word.startsWith("found"));
    if (dated && rank.adjective.about[0] === "age")
      rank.direction = rank.adjective.direction === "desc" ? "asc" : "desc";
    return rankBy(planner, found, rank.fn, true, rank.direction);
  }
  const [measure] = measures;
  const often = /often$|common(ly)?$|popular$|frequent(ly)?$|times$/i.test(rank.words);
  if (!measure && planner.subject && often) {
    const counted = occurrences(planner);
    if (counted) return { kind: "measure", measure: counted };
  }
  if (!measure) {
    const sold = bySales(planner);
    if (sold) return sold;
  }
  if (!measure && planner.subject && isPlainTop(rank)) return byMoney(planner, ["size"], 0.86);
  // `the level with the most people`: nothing is called so, and still there are most of them where most rows are.
  const counted =
    !measure && planner.subject && rank.by === null && rank.adjective === null ? occurrences(planner) : null;
  if (counted) {
    planner.doubt(0.8, `it is ranked by the ${counted.label}, which the question does not say`);
    return { kind: "measure", measure: counted };
  }
  return measure ? { kind: "measure", measure } : null;
}

/**
 * What is counted for `most common`: rows of the subject for each of the values that are shown; where the subject
 * itself is shown, rows of what it occurs in.
 */
export function occurrences(planner: Planner, often = false): Measure | null {
  const { form, schema } = planner.context;
  const { table, column, words } = planner.subject!;
  const count = (of: SchemaTable) =>
    measureOf({ kind: "table", table: of, score: 1, because: "how often it occurs" }, "count", false);
  const shown = form.attributes.map((mention) => planner.chosen(mention));
  const itself = shown.every(
    (one) =>
      one?.kind !== "column" || (one.column.owner === table && table.label.includes(one.column.column)),
  );
  const single = shown.some(
    (one) => one?.kind === "column" && table.table.primaryKey.join() === one.column.column.id,
  );
  const happens = form.conditions.some((one) => one.kind === "with" || (one.kind === "did" && !one.negated));
  const valued = !itself || (words === "" && !happens);
  // `users who tweeted less than twice`: how often they did it.
  if (!(often && happens) && (column || (!single && shown.length > 0 && valued))) return count(table);
  for (const one of form.conditions) {
    const candidate = one.kind === "with" ? planner.chosen(one.mention) : null;
    if (candidate?.kind === "table" && candidate.table !== table) return count(candidate.table);
    if (one.kind !== "did" || one.negated) continue;
    const recorded = neighbours(schema, table).find((other) =>
      one.nouns.some((noun) => other.names.some((name) => name.includes(noun))),
    );
    if (recorded) return count(recorded);
  }
  const only = table.edges.filter(({ fansOut }) => fansOut);
  if (only.length !== 1) return null;
  planner.doubt(0.85, `how often is taken from ${plainName(only[0]!.to.table.name)}`);
  return count(only[0]!.to);
}

/** Pieces that change hands: the metric of that name, else the quantity of what has a price too. */
export function piecesSold(schema: Schema): Measure | null {
  const metric = schema.metrics.find(({ names }) =>
    names.some((name) => name.length === 1 && name[0] === quantityStem),
  );
  if (metric) return measureOf({ kind: "metric", ...metric, score: 1, because: "pieces sold" }, null, false);
  const [line] = schema.lineAmounts;
  const column = line && schema.columnById.get(line.quantity.id);
  return column
    ? measureOf({ kind: "column", column, score: 1, because: "pieces sold" }, "sum", false)
    : null;
}

/** `sold most`: by pieces where they are counted, else by how often. */
function bySales(planner: Planner): RankBy | null {
  const { form, schema } = planner.context;
  const selling = /selling$/i.test(form.rank?.words ?? "");
  if (!selling && !form.conditions.some((one) => one.kind === "did" && !one.negated)) return null;
  const measure = piecesSold(schema);
  if (!measure) return null;
  planner.doubt(0.9, `most sold is taken by ${measure.label}`);
  return { kind: "measure", measure };
}

/** The biggest customers are those that bring most, where nothing about them has a size. */
function byMoney(planner: Planner, about: string[], factor = 0.75): RankBy | null {
  const metric = about.includes("size")
    ? moneyCandidates(planner.context.schema).find(({ kind }) => kind === "metric")
    : undefined;
  const measure = metric && measureOf(metric, null, false);
  if (!measure) return null;
  planner.doubt(factor, `they are ranked by ${measure.label}, which the question does not say`);
  return { kind: "measure", measure };
}

function rankBy(
  planner: Planner,
  candidate: Candidate,
  fn: Measure["fn"] | null,
  single: boolean,
  direction: "asc" | "desc",
): RankBy | null {
  if (candidate.kind === "column" && !single && planner.subject && isName(candidate.column)) {
    // `the party with the most delegates`: rows of where they are kept are counted.
    const table = candidate.column.owner;
    const measure = measureOf({ kind: "table", table, score: 1, because: candidate.because }, "count", false);
    return measure && { kind: "measure", measure };
  }
  if (candidate.kind === "column" && (fn === null || fn === "count") && planner.subject) {
    const { column } = candidate;
    const own = column.owner === planner.subject.table && planner.subject.column === null;
    if (
      own ||
      (planner.subject.column === null && planner.star(planner.subject.table).reachesOne(column.owner))
    )
      return { kind: "column", column };
    if (column.column.kind === "text" && !isNumber(column.column) && fn !== "count") return null;
    const extreme = single && fn === null ? (direction === "desc" ? "max" : "min") : fn;
    const measure = measureOf(candidate, extreme, false);
    return measure ? { kind: "measure", measure } : null;
  }
  const measure = measureOf(candidate, fn ?? (candidate.kind === "table" ? "count" : null), false);
  return measure ? { kind: "measure", measure } : null;
}

/** Text that names things: it has no size, but can be counted. */
export function isName({ column }: SchemaColumn): boolean {
  return column.kind === "text" && !isNumber(column);
}
