import { sortBounds } from "./bounds.ts";
import type { MeasureForm } from "./form.ts";
import { groupedPlan } from "./grouped.ts";
import { growthOf } from "./growth.ts";
import { listPlan } from "./listed.ts";
import { type Measure, measureOf } from "./measure.ts";
import { plainName } from "./names.ts";
import type { Plan, PlanContext } from "./plan-parts.ts";
import { Planner } from "./planner.ts";
import { orderedBy, piecesSold, rankOf, takesExtreme } from "./ranking.ts";
import { columnLabel, isNumber, type SchemaColumn, type SchemaTable } from "./schema.ts";

/**
 * Turns one way to take the mentions into a query, or null where it cannot be said as one: no way joins the tables, a
 * total would be multiplied, or the parts do not fit each other.
 */
export function plan(context: PlanContext): Plan | null {
  const planner = new Planner(context);
  const { form } = planner.context;
  planner.subject = planner.findSubject();
  const measures: Measure[] = [];
  for (const { fn, of, distinct } of form.measures) {
    const measure = soldPieces(planner, of, fn) ?? planner.measure(of, fn, distinct);
    if (!measure) return null;
    measures.push(measure);
  }
  renamed(planner);
  let dimensions = planner.dimensions();
  if (!dimensions) return null;
  // `name and date for each race`: a list of races, nothing is computed.
  const [only] = dimensions;
  const listed = only?.kind === "entity" && dimensions.length === 1 && form.attributes.length > 0;
  if (
    listed &&
    measures.length === 0 &&
    form.rank === null &&
    !form.conditions.some(({ kind }) => kind === "bound")
  ) {
    planner.subject = { table: only.table, column: null, words: only.words };
    dimensions = [];
  }
  if (form.growth) {
    const along = growthOf(form, dimensions);
    if (!along || form.rank || form.share || form.order) return null;
    if (!dimensions.some(({ kind }) => kind === "grain"))
      dimensions = [...dimensions, { kind: "grain", grain: along.grain, words: "" }];
    planner.growth = along;
  }
  preferOwn(planner);
  // `quantity by product`: a figure that is split is added up.
  const attributes: SchemaColumn[] = [];
  for (const mention of form.attributes) {
    const candidate = planner.chosen(mention)!;
    if (candidate.kind === "metric") {
      measures.push(measureOf(candidate, null, false)!);
    } else if (
      candidate.kind === "column" &&
      dimensions.length > 0 &&
      measures.length === 0 &&
      isNumber(candidate.column.column) &&
      !candidate.column.key
    ) {
      const measure = measureOf(candidate, null, false);
      if (measure) measures.push(measure);
    } else if (candidate.kind === "column") {
      attributes.push(candidate.column);
    } else if (candidate.kind === "table") {
      for (const column of candidate.table.label)
        attributes.push(planner.context.schema.columnById.get(column.id)!);
    }
  }
  // `orders by channel`: how many.
  if (dimensions.length > 0 && measures.length === 0 && form.rank === null && planner.subject?.words) {
    const { table, column } = planner.subject;
    const count = column
      ? null
      : measureOf({ kind: "table", table, score: 1, because: "by name" }, "count", false);
    if (count) measures.push(count);
    planner.doubt(0.95, "they are counted, as nothing else is asked of them");
  }
  if (form.loose.length > 0)
    planner.doubt(0.78, "a relative clause names a column without saying what about it");
  if (form.keys || form.everything) {
    const entity = dimensions.find((dimension) => dimension.kind === "entity");
    const table = planner.subject?.table ?? (entity?.kind === "entity" ? entity.table : null);
    const keys = table ? keysOf(table) : [];
    if (!table || (form.keys && keys.length === 0)) return null;
    if (form.everything) attributes.push(...table.columns.filter((column) => !attributes.includes(column)));
    else for (const id of keys) attributes.unshift(planner.context.schema.columnById.get(id)!);
    if (form.everything && dimensions.length > 0) return null;
    if (form.keys && entity?.kind === "entity")
      attributes.push(...labelColumns(planner, entity.table, attributes));
  }
  takesExtreme(planner, measures, dimensions);
  const rank = rankOf(planner, measures) ?? orderedBy(planner, measures);
  if (rank === null && form.rank !== null && (form.rank.by !== null || measures.length === 0)) return null;
  if (!sortBounds(planner)) return null;
  if (form.growth && measures.length !== 1) return null;
  const aggregated = measures.length > 0 || rank?.kind === "measure" || planner.having.length > 0;
  return aggregated
    ? groupedPlan(planner, measures, dimensions, attributes, rank)
    : listPlan(planner, dimensions, attributes, rank);
}

/** `how many pumps did we sell`: pieces, not kinds of pump. */
function soldPieces(planner: Planner, of: MeasureForm["of"], fn: MeasureForm["fn"]): Measure | null {
  const { form, schema } = planner.context;
  const thing = planner.chosen(of);
  const sold = form.conditions.some(
    (one) => one.kind === "did" && !one.negated && /^(sold|sell)/i.test(one.words),
  );
  if (fn !== "count" || thing?.kind !== "table" || !sold || form.distinct) return null;
  const onLines = schema.lineAmounts.some(({ owner }) =>
    owner.edges.some(({ to, fansOut }) => !fansOut && to === thing.table),
  );
  const pieces = onLines ? piecesSold(schema) : null;
  if (pieces)
    planner.doubt(0.93, `${pieces.label} are counted, not different ${plainName(thing.table.table.name)}`);
  return pieces;
}

/** A key that is shown beside a dimension does not push its name out. */
function labelColumns(planner: Planner, table: SchemaTable, attributes: SchemaColumn[]): SchemaColumn[] {
  if (
    attributes.some((column) => column.owner === table && !table.table.primaryKey.includes(column.column.id))
  )
    return [];
  return table.label.map(({ id }) => planner.context.schema.columnById.get(id)!);
}

/** `the name of the employee`: where the thing asked for has such a column itself, that of another table is less likely. */
function preferOwn(planner: Planner): void {
  const { form } = planner.context;
  const shown = form.attributes.map((mention) => planner.chosen(mention));
  if (
    shown.some(
      (one, i) =>
        one?.kind === "column" &&
        shown.findIndex((other) => other?.kind === "column" && other.column === one.column) < i,
    )
  )
    planner.doubt(0.6, "two of the columns asked for would be the same");
  const table = planner.subject?.words ? planner.subject.table : null;
  if (!table) return;
  const mentions = [...form.attributes, form.rank?.by, form.order?.by];
  for (const mention of mentions) {
    if (!mention || mention === "money") continue;
    const taken = planner.chosen(mention);
    if (taken?.kind !== "column" || taken.column.owner === table) continue;
    const own = mention.candidates.some(
      (one) => one.kind === "column" && one.column.owner === table && one.score >= taken.score - 0.02,
    );
    if (own) planner.doubt(0.93, `${columnLabel(taken.column)} is also kept of what is asked for`);
  }
}

/** `profit margin`, where neither word nor both together are a metric's name, only parts of its synonyms: a rename. */
function renamed(planner: Planner): void {
  const mentions = planner.context.form.measures.flatMap(({ of }) => (of && of !== "money" ? [of] : []));
  for (const [i, mention] of mentions.entries()) {
    const next = mentions[i + 1];
    const [one, other] = [planner.chosen(mention), planner.chosen(next ?? null)];
    if (!next || mention.end !== next.start || one?.kind !== "metric" || other?.kind !== "metric") continue;
    if (one.metric !== other.metric) continue;
    planner.doubt(
      0.78,
      `“${mention.words} ${next.words}” is taken as ${one.metric.name}, which is not called so here`,
    );
  }
}

/** The declared key of a table, else the column that is called like one. */
function keysOf(table: SchemaTable): string[] {
  if (table.table.primaryKey.length > 0) return table.table.primaryKey;
  const own = table.columns.find(({ names }) => names.some((name) => name.join(" ") === "id"));
  return own ? [own.column.id] : [];
}
