import { groupedPlan } from "./grouped.ts";
import { listPlan } from "./listed.ts";
import { type Measure, measureOf } from "./measure.ts";
import type { Plan, PlanContext } from "./plan-parts.ts";
import { Planner } from "./planner.ts";
import { isNumber, type SchemaColumn } from "./schema.ts";

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
    const measure = planner.measure(of, fn, distinct);
    if (!measure) return null;
    measures.push(measure);
  }
  const dimensions = planner.dimensions();
  if (!dimensions) return null;
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
  if (form.keys && planner.subject) {
    for (const id of planner.subject.table.table.primaryKey)
      attributes.unshift(planner.context.schema.columnById.get(id)!);
    if (planner.subject.table.table.primaryKey.length === 0) return null;
  }
  const rank = planner.rank(measures);
  if (rank === null && form.rank !== null && (form.rank.by !== null || measures.length === 0)) return null;
  if (!planner.sortBounds()) return null;
  const aggregated = measures.length > 0 || rank?.kind === "measure" || planner.having.length > 0;
  return aggregated
    ? groupedPlan(planner, measures, dimensions, attributes, rank)
    : listPlan(planner, dimensions, attributes, rank);
}
