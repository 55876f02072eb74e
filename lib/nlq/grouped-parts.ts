import type { ReadingPart } from "#lib/contracts/reading.ts";
import { queryOver } from "./assemble.ts";
import { addDays, addMonths } from "./calendar-days.ts";
import { placeCompanions, placeConditions } from "./conditions/place-conditions.ts";
import type { ConditionForm, Form } from "./form.ts";
import { addsUp, type Measure, measureExpression, measureOf, sameMeasure } from "./measure.ts";
import { singular } from "./names.ts";
import type { Grain } from "./period.ts";
import { placePeriod } from "./period-place.ts";
import { type Dimension, part } from "./plan-parts.ts";
import { Planner } from "./planner.ts";
import type { Expression } from "./query.ts";
import { columnLabel, publicId, type SchemaColumn, tableLabel } from "./schema.ts";
import { Star } from "./star.ts";

/** The whole of a share: all groups together, or the same measure without the filters. */
export function wholeOf(
  planner: Planner,
  measures: Measure[],
  groups: Dimension[],
  star: Star,
): ((part: Expression) => Expression) | null {
  const [measure] = measures;
  if (!measure || measures.length > 1) return null;
  // Averages and ratios of parts do not make up that of the whole.
  if (!addsUp(measure) && !measure.distinct) return null;
  const pins = groups.map((group) => pinOf(planner, group));
  const narrowed = groups.length > 0 && pins.every((pin) => pin !== null);
  if (groups.length > 0 && !narrowed) {
    const of = pins.find((pin) => pin !== null);
    if (of) planner.doubt(0.7, `the share is of what “${of.words}” leaves, not of everything`);
    return (part) => ({ kind: "overall", of: part });
  }
  if (star.where.length === 0) return null;
  const whole = new Star(measure.home, planner.surroundings());
  const bare = narrowed ? withoutPins(planner, whole, pins) : planner.again();
  if (!bare || !placePeriod(bare, whole, measure)) return null;
  const expression = measureExpression(measure, whole);
  if (!expression) return null;
  const query = queryOver(
    whole,
    [{ expression, output: { name: "whole", label: "Whole", role: "measure" } }],
    [],
  );
  return () => ({ kind: "subquery", query });
}

/** What narrows a split to a single group. */
type Pin = { words: string } & ({ kind: "value"; condition: ConditionForm } | { kind: "period" });

/** The filter that leaves one group of a split, whose share of what is left could only be all of it; null for none. */
function pinOf(planner: Planner, group: Dimension): Pin | null {
  const { form, period } = planner.context;
  if (group.kind === "grain") {
    const { from, to } = period ?? {};
    const one = from && to && stepAfter(from, group.grain) >= to;
    return one ? { kind: "period", words: period?.label ?? "" } : null;
  }
  const isOf = (column: SchemaColumn) =>
    group.kind === "column"
      ? column === group.column
      : column.owner === group.table &&
        (group.table.label.includes(column.column) ||
          group.table.table.primaryKey.includes(column.column.id));
  const values = form.conditions.flatMap((condition) => {
    const value = condition.kind === "value" ? planner.chosen(condition.mention) : null;
    return condition.kind === "value" && value?.kind === "value" && isOf(value.column) ? [condition] : [];
  });
  const [only, ...more] = values;
  if (!only || only.negated || more.length > 0) return null;
  return { kind: "value", condition: only, words: only.mention.words };
}

function stepAfter(day: string, grain: Grain): string {
  if (grain === "day" || grain === "week") return addDays(day, grain === "day" ? 1 : 7);
  return addMonths(day, { month: 1, quarter: 3, year: 12 }[grain]);
}

/** Places every filter but those that leave single groups, on a query of its own; null where they cannot be placed. */
function withoutPins(planner: Planner, whole: Star, pins: Array<Pin | null>): Planner | null {
  const left = new Set(pins.map((pin) => (pin?.kind === "value" ? pin.condition : null)));
  const { form, period } = planner.context;
  const timeless = pins.some((pin) => pin?.kind === "period");
  if (planner.having.length > 0) return null;
  if (timeless) planner.doubt(0.7, "the share is taken of all time");
  const rest = { ...form, conditions: form.conditions.filter((condition) => !left.has(condition)) };
  const bare = new Planner({
    ...planner.context,
    form: timeless ? { ...rest, period: null } : rest,
    period: timeless ? null : period,
  });
  bare.subject = planner.subject;
  bare.extreme = planner.extreme;
  bare.rowBounds.push(...planner.rowBounds);
  return placeConditions(bare, whole) && placeCompanions(bare, whole) ? bare : null;
}

/** The expression that `sorted by …` names, where the query computes it; null where it does not. */
export function orderExpression(
  planner: Planner,
  star: Star,
  expressions: Map<Measure, Expression>,
  groups: Dimension[],
): Expression | null {
  const order = planner.context.form.order!;
  const candidate = planner.chosen(order.by);
  if (!candidate) return null;
  const entity = groups.find(
    (group) =>
      group.kind === "entity" &&
      order.fn === null &&
      ((candidate.kind === "table" && candidate.table === group.table) ||
        (candidate.kind === "column" && group.table.label.includes(candidate.column.column))),
  );
  const label = entity?.kind === "entity" ? entity.table.label[0] : undefined;
  if (label) return star.column(label);
  const measure = measureOf(candidate, order.fn ?? (candidate.kind === "table" ? "count" : null), false);
  const known = measure && [...expressions].find(([one]) => sameMeasure(one, measure));
  if (known) return known[1];
  if (
    candidate.kind === "column" &&
    groups.some((group) => group.kind === "column" && group.column === candidate.column)
  ) {
    return star.column(candidate.column.column);
  }
  if (measure && measure.home === star.root) return measureExpression(measure, star);
  return null;
}

/** A dimension as a part of the reading. */
export function dimensionPart(group: Dimension): ReadingPart {
  const base = part(dimensionName(group), [group.words].filter(Boolean));
  if (group.kind === "entity")
    return { ...base, binding: group.table.role?.base.table.id ?? group.table.table.id };
  return group.kind === "column" ? { ...base, binding: publicId(group.column) } : base;
}

/** A dimension for people. */
export function dimensionName(group: Dimension): string {
  if (group.kind === "grain") return group.grain;
  return group.kind === "entity" ? singular(tableLabel(group.table)) : columnLabel(group.column);
}

/** The words that the figures came from. */
export function wordsOf(form: Form): string[] {
  return [
    ...form.measures.map(({ of }) => (of && of !== "money" ? of.words : "")),
    form.rank?.by && form.rank.by !== "money" ? form.rank.by.words : "",
  ].filter((words) => words !== "");
}
