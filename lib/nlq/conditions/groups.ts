import { queryOver, shownColumn } from "../assemble.ts";
import type { Planner } from "../planner.ts";
import type { SchemaColumn } from "../schema.ts";
import type { Star } from "../star.ts";

/** The column whose values are asked for, where a question asks for values rather than rows; null where for rows. */
export function groupColumn(planner: Planner): SchemaColumn | null {
  if (planner.subject?.column) return planner.subject.column;
  const [only, ...more] = planner.context.form.attributes;
  const candidate = planner.chosen(only ?? null);
  return more.length === 0 && candidate?.kind === "column" ? candidate.column : null;
}

/**
 * Keeps the values (of the column asked for) that some, or with `negated` no, row with a condition has: `countries
 * with rivers over 900 km and rivers under 100 km`. One row fulfils hardly both; its group does.
 *
 * @param fill puts the condition on the inner query; false where it cannot
 */
export function amongGroups(
  planner: Planner,
  star: Star,
  column: SchemaColumn,
  fill: (inner: Star) => boolean,
  negated: boolean,
): boolean {
  if (!star.join(column.owner, false)) return false;
  const inner = planner.star(star.root);
  if (!inner.join(column.owner, false) || !fill(inner)) return false;
  const left = star.column(column.column);
  const used = inner.column(column.column);
  // A NULL among the values would make NOT IN true for nothing.
  if (negated && column.column.nullable) inner.where.push({ kind: "null", of: used, negated: true });
  const query = queryOver(inner, [shownColumn(planner, used, column.column, "attribute")], []);
  planner.once = true;
  star.where.push({ kind: "in-query", left, query, negated });
  return true;
}
