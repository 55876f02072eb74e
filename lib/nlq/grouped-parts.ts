import type { ReadingPart } from "#lib/contracts/reading.ts";
import { queryOver } from "./assemble.ts";
import type { Form } from "./form.ts";
import { addsUp, type Measure, measureExpression, measureOf, sameMeasure } from "./measure.ts";
import { singular } from "./names.ts";
import { placePeriod } from "./period-place.ts";
import { type Dimension, part } from "./plan-parts.ts";
import type { Planner } from "./planner.ts";
import type { Expression } from "./query.ts";
import { columnLabel, publicId, tableLabel } from "./schema.ts";
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
  if (groups.length > 0) return (part) => ({ kind: "overall", of: part });
  if (star.where.length === 0) return null;
  const surroundings = planner.surroundings();
  const whole = new Star(measure.home, surroundings);
  const bare = planner.again();
  if (!placePeriod(bare, whole, measure)) return null;
  const expression = measureExpression(measure, whole);
  if (!expression) return null;
  const query = queryOver(
    whole,
    [{ expression, output: { name: "whole", label: "Whole", role: "measure" } }],
    [],
  );
  return () => ({ kind: "subquery", query });
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
