import type { OutputColumn } from "#lib/contracts/reading.ts";
import { finish, limitOf, queryOver, shownColumn } from "./assemble.ts";
import { placeCompanions, placeConditions } from "./conditions/place-conditions.ts";
import { dimensionName, dimensionPart, orderExpression, wholeOf, wordsOf } from "./grouped-parts.ts";
import { growthColumn, growthLabel, growthStart } from "./growth.ts";
import { addsUp, type Measure, measureExpression, sameMeasure } from "./measure.ts";
import { plainName, singular } from "./names.ts";
import { placePeriod, timeColumn } from "./period-place.ts";
import { type Dimension, nameOf, type Plan, part, type RankBy, type Subject, title } from "./plan-parts.ts";
import type { Planner } from "./planner.ts";
import type { Expression, SelectItem } from "./query.ts";
import { columnLabel, type SchemaColumn } from "./schema.ts";

/** A query of groups: measures at the grain of their own table, split by dimensions. */
export function groupedPlan(
  planner: Planner,
  measures: Measure[],
  dimensions: Dimension[],
  attributes: SchemaColumn[],
  rank: RankBy | null,
): Plan | null {
  const { form } = planner.context;
  const all = [
    ...measures,
    ...(rank?.kind === "measure" ? [rank.measure] : []),
    ...planner.having.map(({ measure }) => measure),
  ];
  const home = all[0]!.home;
  // Figures of different grains are never added up over one join.
  if (all.some((measure) => measure.home !== home)) return null;
  const star = planner.star(home);
  const selective = rank !== null || planner.having.length > 0;
  // A column of a table that is a dimension as a whole says nothing more.
  const groups = dimensions.filter(
    (group) =>
      group.kind !== "column" ||
      !dimensions.some(
        (other) =>
          other.kind === "entity" &&
          other.table === group.column.owner &&
          other.table.label.includes(group.column.column),
      ),
  );
  const subject = planner.subject;
  if (subject && !isMeasured(subject, measures)) {
    const implied = subject.words === "" && attributes.length > 0;
    const ownRows = subject.table === home && (implied || all.every(({ of }) => of.kind === "rows"));
    // Rows counted a row are one each: what is meant is a count for each value of what is shown.
    if (ownRows && subject.column === null) {
      if (attributes.length === 0) return null;
      groups.unshift(
        ...attributes.splice(0).map((column) => ({ kind: "column" as const, column, words: "" })),
      );
    } else if (subject.column)
      groups.unshift({ kind: "column", column: subject.column, words: subject.words });
    else if (implied && selective && attributes.every((column) => isValue(subject, column)))
      // `home towns of two or more players`: of each town, not of each person who has one.
      groups.unshift(
        ...attributes.splice(0).map((column) => ({ kind: "column" as const, column, words: "" })),
      );
    else if (subject.table !== home || selective)
      groups.unshift({ kind: "entity", table: subject.table, words: subject.words });
  }
  // `name, address and number of students`: what is shown belongs to the thing that is counted for.
  const [shownOf, ...others] = new Set(attributes.map(({ owner }) => owner));
  if (groups.length === 0 && shownOf && others.length === 0 && shownOf !== home) {
    // By the thing itself where it is named, else by what is shown of it.
    const named = attributes.some(
      ({ column }) => shownOf.label.includes(column) || shownOf.table.primaryKey.includes(column.id),
    );
    if (named) groups.push({ kind: "entity", table: shownOf, words: "" });
    else
      groups.push(...attributes.splice(0).map((column) => ({ kind: "column" as const, column, words: "" })));
    planner.doubt(
      0.93,
      `it is split by ${singular(plainName(shownOf.table.name))}, which the question does not say`,
    );
  }
  // `how many men and women`: each of them is counted.
  const values = form.conditions.filter(({ kind }) => kind !== "with");
  if (
    groups.length === 0 &&
    measures.length > 0 &&
    !form.share &&
    values.length === 2 &&
    !form.both &&
    !selective
  ) {
    const [first, second] = values.map((one) =>
      one.kind === "value" && !one.either && !one.negated ? planner.chosen(one.mention) : null,
    );
    if (
      first?.kind === "value" &&
      second?.kind === "value" &&
      first.column === second.column &&
      star.reachesOne(first.column.owner)
    ) {
      groups.push({ kind: "column", column: first.column, words: "" });
      planner.doubt(0.9, "each of them is counted by itself");
    }
  }
  // An average over a row's own column for each of those rows is that column: it is asked over all of them.
  const own = groups.findIndex((group) => group.kind === "entity" && group.table === home);
  const folds = all.every(({ of, fn }) => of.kind === "column" && fn !== "count" && fn !== "sum");
  if (own !== -1 && folds && groups.length === 1 && attributes.length === 0 && !selective)
    groups.splice(own, 1);
  // A count of rows for each of those same rows is one, always: something else was meant.
  const counts = all.every(({ of }) => of.kind === "rows");
  if (counts && groups.some((group) => group.kind === "entity" && group.table === home)) return null;
  if (rank?.kind === "column") return null;
  // Something is to be ranked, and nothing to rank it among.
  if (form.rank && groups.length === 0) return null;
  if (!placeConditions(planner, star)) return null;
  for (const measure of all) {
    if (measure.of.kind === "column" && measure.fn === "count" && !form.distinct)
      planner.doubt(0.9, "different values are counted");
  }
  for (const group of [...groups].sort((a, b) => Number(a.each ?? false) - Number(b.each ?? false))) {
    if (group.kind === "grain") continue;
    const table = group.kind === "entity" ? group.table : group.column.owner;
    // `top customer in each country`: the customer's.
    if (!star.join(table, !selective, group.each ? (subject?.table ?? null) : null)) return null;
  }
  // A metric may need further tables, such as the products whose unit cost it takes off.
  for (const { of } of all) {
    if (of.kind !== "metric") continue;
    for (const id of of.metric.columns)
      if (!star.join(planner.context.schema.columnById.get(id)!.owner, false)) return null;
  }
  const shown: SelectItem[] = [];
  const groupBy: Expression[] = [];
  const orderTime: Expression[] = [];
  // Those within each of which something else is ranked.
  const within: Expression[] = [];
  const leading: Expression[] = [];
  for (const group of groups) {
    const [firstKey, firstShown] = [groupBy.length, shown.length];
    if (group.kind === "grain") {
      const column = timeColumn(planner, star, all[0] ?? null);
      if (!column || !star.join(column.owner, false)) return null;
      const expression: Expression = { kind: "grain", grain: group.grain, of: star.column(column.column) };
      groupBy.push(expression);
      orderTime.push(expression);
      shown.push({
        expression,
        output: { name: group.grain, label: title(group.grain), role: "time", binding: column.column.id },
      });
    } else if (group.kind === "entity") {
      const own = attributes.filter((column) => column.owner === group.table);
      const labels = own.length > 0 ? own.map(({ column }) => column) : group.table.label;
      if (labels.length === 0) return null;
      for (const id of group.table.table.primaryKey) {
        const key = planner.context.schema.columnById.get(id)!.column;
        if (!labels.includes(key)) groupBy.push(star.column(key));
      }
      for (const column of labels) {
        groupBy.push(star.column(column));
        shown.push(shownColumn(planner, star.column(column), column, "dimension"));
      }
      if (own.length === 0 && labels.every(({ id }) => group.table.table.primaryKey.includes(id))) {
        planner.doubt(0.95, `${singular(plainName(group.table.table.name))} has no name, only a key`);
      }
    } else {
      const item = shownColumn(planner, star.column(group.column.column), group.column.column, "dimension");
      if (group.column.column.mixedCase) {
        groupBy.push({ kind: "folded", of: item.expression });
        shown.push({
          ...item,
          expression: { kind: "aggregate", fn: "min", distinct: false, of: item.expression },
        });
      } else {
        groupBy.push(item.expression);
        shown.push(item);
      }
    }
    if (!group.each) continue;
    within.push(...groupBy.slice(firstKey));
    leading.push(...shown.slice(firstShown).map(({ expression }) => expression));
  }
  for (const column of attributes) {
    if (groups.some((group) => group.kind === "entity" && group.table === column.owner)) continue;
    if (shown.some(({ output }) => output.binding === column.column.id)) continue;
    // Nothing says that the figure is to be split by it.
    planner.doubt(0.72, `${columnLabel(column)} is shown beside a total`);
    if (!star.join(column.owner, true)) return null;
    const item = shownColumn(planner, star.column(column.column), column.column, "attribute");
    if (shown.some(({ output }) => output.binding === item.output.binding)) continue;
    groupBy.push(item.expression);
    shown.push(item);
  }
  if (!placeCompanions(planner, star)) return null;
  if (!placePeriod(planner, star, all[0] ?? null)) return null;
  const rankMeasure = rank?.kind === "measure" ? rank.measure : null;
  const figures = measures.filter((one, i) => measures.findIndex((other) => sameMeasure(one, other)) === i);
  for (const extra of [rankMeasure, ...planner.having.map(({ measure }) => measure)]) {
    if (
      extra &&
      !figures.some((known) => sameMeasure(known, extra)) &&
      !(planner.context.onlyAsked && shown.length > 0)
    )
      figures.push(extra);
  }
  // A total of whole orders that merely contain a thing is rarely the total of that thing.
  const contained = star.where.some((one) => one.kind === "exists" && !one.negated);
  if (contained && all.some(({ of, fn }) => of.kind !== "rows" && (fn === "sum" || fn === "avg"))) {
    planner.doubt(0.8, "what merely contains it is added up whole");
  }
  const expressionOf = new Map<Measure, Expression>();
  for (const measure of new Set([...figures, ...all])) {
    const expression = measureExpression(measure, star);
    if (!expression) return null;
    expressionOf.set(measure, expression);
  }
  const whole = form.share ? wholeOf(planner, measures, groups, star) : null;
  if (form.share && !whole) return null;
  for (const measure of figures) {
    const expression = expressionOf.get(measure)!;
    const output: OutputColumn = {
      name: nameOf(form.share ? `share of ${measure.label}` : measure.label),
      label: title(form.share ? `share of ${measure.label}` : measure.label),
      role: "measure",
      ...(form.share ? { unit: "ratio" } : measure.unit ? { unit: measure.unit } : {}),
      ...(addsUp(measure) ? { additive: true } : {}),
      ...(measure.binding ? { binding: measure.binding } : {}),
    };
    shown.push({
      expression: whole ? { kind: "share", part: expression, whole: whole(expression) } : expression,
      output,
    });
  }
  if (planner.growth) {
    const [along] = orderTime;
    const [measure] = figures;
    if (!along || !measure) return null;
    shown.push(
      growthColumn(measure, expressionOf.get(measure)!, { along, groupBy, step: planner.growth.step }),
    );
  }
  const query = queryOver(star, shown, groupBy);
  for (const { measure, make } of planner.having) query.having.push(make(expressionOf.get(measure)!));
  const ranked = rankMeasure ?? (groups.length > 0 ? measures[0] : undefined);
  const direction = form.rank?.direction ?? form.order?.direction ?? "desc";
  const by = form.order?.by ? orderExpression(planner, star, expressionOf, groups) : null;
  if (form.order?.by && !by) return null;
  if (by) query.orderBy.push({ expression: by, direction: form.order!.direction ?? "asc" });
  else if (orderTime.length > 0 && !form.rank && !form.order)
    query.orderBy.push(...orderTime.map((expression) => ({ expression, direction: "asc" as const })));
  else if (ranked && groups.length > 0)
    query.orderBy.push({ expression: expressionOf.get(ranked)!, direction });
  query.limit = limitOf(planner, groups.length > 0);
  const start = planner.growth && growthStart(planner.growth.grain, planner.context.period, orderTime[0]);
  if (start) query.from = start;
  const ranksWithin = form.rank !== null && within.length > 0 && groups.some(({ each }) => !each);
  if (ranksWithin && ranked) {
    query.within = { groups: within, by: expressionOf.get(ranked)!, direction, most: query.limit ?? 1 };
    query.limit = null;
    query.orderBy = leading.map((expression) => ({ expression, direction: "asc" as const }));
  }
  const order = ranked && groups.length > 0 && (orderTime.length === 0 || form.rank || form.order);
  return finish(planner, query, star, {
    measures: figures.map((measure) => ({
      ...part(measure.label, wordsOf(form)),
      ...(measure.binding ? { binding: measure.binding } : {}),
      ...(planner.growth ? { label: growthLabel(measure.label, planner.growth.step) } : {}),
      because: measure.because,
    })),
    dimensions: groups.map((group) => dimensionPart(group)),
    ...(ranksWithin ? { within: namesOf(groups.filter(({ each }) => each)) } : {}),
    order: order
      ? {
          label: form.order?.by ? form.order.by.words : ranked.label,
          words: [form.rank?.words ?? form.order?.words ?? ""].filter(Boolean),
          direction: by ? (form.order!.direction ?? "asc") : direction,
        }
      : null,
    grain:
      groups.length === 0
        ? "one figure"
        : `one row per ${groups.map((group) => dimensionName(group)).join(" and ")}`,
  });
}

/** A value that several rows share, neither their key nor what they are called by. */
function isValue({ table }: Subject, { owner, column, key }: SchemaColumn): boolean {
  return owner === table && !key && column.kind === "text" && !table.label.includes(column);
}

function namesOf(groups: Dimension[]): string {
  return groups.map((group) => dimensionName(group)).join(" and ");
}

function isMeasured(subject: Subject, measures: Measure[]): boolean {
  return measures.some((measure) => {
    if (subject.column) return measure.of.kind === "column" && measure.of.column === subject.column;
    return measure.of.kind === "rows" && measure.home === subject.table;
  });
}
