import { queryOver, shownColumn } from "../assemble.ts";
import type { ConditionForm } from "../form.ts";
import { plainName, singular } from "../names.ts";
import { part } from "../plan-parts.ts";
import type { Planner } from "../planner.ts";
import { columnLabel, publicId, type SchemaColumn, type SchemaTable } from "../schema.ts";
import type { Star } from "../star.ts";

/** `documents with the least popular structure`: rows with the value that occurs most, or least, among all of them. */
export function placeCommonest(
  planner: Planner,
  star: Star,
  { mention, direction, negated, words }: Extract<ConditionForm, { kind: "commonest" }>,
): boolean {
  const candidate = planner.chosen(mention);
  const column =
    candidate?.kind === "column"
      ? candidate.column
      : candidate?.kind === "table"
        ? keyTo(planner, planner.subject?.table ?? star.root, candidate.table)
        : null;
  if (!column || !(star.has(column.owner) || star.reachesOne(column.owner))) return false;
  const inner = planner.star(column.owner);
  const use = inner.column(column.column);
  const query = queryOver(inner, [shownColumn(planner, use, column.column, "attribute")], [use]);
  query.orderBy.push({
    expression: { kind: "aggregate", fn: "count", distinct: false, of: { kind: "star" } },
    direction,
  });
  query.limit = 1;
  const name =
    candidate?.kind === "table" ? singular(plainName(candidate.table.table.name)) : columnLabel(column);
  planner.filters.push({
    ...part(`${negated ? "not " : ""}the ${direction === "desc" ? "most" : "least"} frequent ${name}`, [
      words,
    ]),
    binding: publicId(column),
  });
  return star.filter(column.owner, (place) => ({
    kind: "compare",
    left: place.column(column.column),
    operator: negated ? "<>" : "=",
    right: { kind: "subquery", query },
  }));
}

/** The column by which rows of one table point at another. */
function keyTo(planner: Planner, from: SchemaTable, to: SchemaTable): SchemaColumn | null {
  const edge = from.edges.find((one) => one.to === to && !one.fansOut);
  return (edge && planner.context.schema.columnById.get(edge.fromColumns[0]!)) ?? null;
}
