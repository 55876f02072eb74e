import { part } from "../plan-parts.ts";
import type { Planner } from "../planner.ts";
import type { Condition } from "../query.ts";
import { columnLabel, flagOf, type SchemaColumn } from "../schema.ts";
import type { Star } from "../star.ts";

/** A boolean column beside the subject is an adjective of it: `active customers`. */
export function placeBooleans(planner: Planner, star: Star): boolean {
  const { attributes, subject } = planner.context.form;
  if (subject === null) return true;
  for (const mention of attributes) {
    const candidate = planner.chosen(mention);
    if (candidate?.kind !== "column" || candidate.column.column.kind !== "boolean") continue;
    const { column } = candidate;
    if (!star.filter(column.owner, (place) => flag(place, column, true))) return false;
    planner.filters.push({ ...part(columnLabel(column), [mention.words]), binding: column.column.id });
  }
  return true;
}

/** A boolean column as a condition. */
export function flag(place: Star, column: SchemaColumn, value: boolean): Condition {
  const { yes, no } = flagOf(column) ?? { yes: true, no: false };
  return {
    kind: "compare",
    left: place.column(column.column),
    operator: "=",
    right: { kind: "value", value: value ? yes : no, type: "text" },
  };
}
