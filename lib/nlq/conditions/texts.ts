import type { ConditionForm } from "../form.ts";
import { type Extreme, part } from "../plan-parts.ts";
import type { Planner } from "../planner.ts";
import { asNumber, type Expression } from "../query.ts";
import { columnLabel, type SchemaColumn } from "../schema.ts";
import type { Star } from "../star.ts";
import { groupColumn } from "./groups.ts";

/** `contains "x"`, `starts with x`, or a quoted text that is stored nowhere. */
export function placeText(
  planner: Planner,
  star: Star,
  condition: Extract<ConditionForm, { kind: "text" }>,
): boolean {
  const candidate = planner.chosen(condition.of);
  // `the publishers whose name contains …`: what is asked for is a name itself.
  const itself =
    planner.subject?.column ?? (!condition.of && planner.subject?.words === "" ? groupColumn(planner) : null);
  if (itself?.column.kind === "text" && (!condition.of || /^names?$/i.test(condition.of.words)))
    return placeTextIn(planner, star, condition, itself);
  const label = candidate?.kind === "table" ? candidate.table.label[0] : planner.subject?.table.label[0];
  const column =
    candidate?.kind === "column" ? candidate.column : planner.context.schema.columnById.get(label?.id ?? "");
  if (column?.column.kind !== "text") return false;
  if (!candidate) planner.doubt(0.6, `“${condition.text}” was looked for in ${columnLabel(column)}`);
  return placeTextIn(planner, star, condition, column);
}

function placeTextIn(
  planner: Planner,
  star: Star,
  condition: Extract<ConditionForm, { kind: "text" }>,
  column: SchemaColumn,
): boolean {
  const escaped = condition.text.toLowerCase().replace(/[\\%_]/g, "\\$&");
  const pattern = { equals: escaped, contains: `%${escaped}%`, starts: `${escaped}%`, ends: `%${escaped}` }[
    condition.mode
  ];
  // Nothing stored equals it as far as the index goes: the answer will be empty or surprising.
  if (condition.mode === "equals")
    planner.doubt(0.8, `“${condition.text}” was not found among the stored values`);
  const words = { equals: "is", contains: "contains", starts: "starts with", ends: "ends with" }[
    condition.mode
  ];
  planner.filters.push({
    ...part(`${columnLabel(column)} ${words} “${condition.text}”`, [condition.words]),
    binding: column.column.id,
  });
  return star.filter(column.owner, (place) => ({
    kind: "like",
    left: place.column(column.column),
    pattern,
    negated: condition.negated,
  }));
}

/** `more expensive than average`: compared with the average over all rows of the column's own table. */
export function placeAverage(
  planner: Planner,
  star: Star,
  condition: Extract<ConditionForm, { kind: "average-bound" }>,
): boolean {
  const candidate =
    planner.chosen(condition.of) ??
    (planner.subject && condition.about.length > 0
      ? planner.about(condition.about, planner.subject.table)
      : null);
  if (candidate?.kind !== "column") return false;
  const { column } = candidate;
  planner.filters.push({
    ...part(
      `${columnLabel(column)} ${condition.operator.startsWith(">") ? "above" : "below"} its ${condition.fn === "avg" ? "average" : condition.fn === "max" ? "highest" : "lowest"}`,
      [condition.words],
    ),
    binding: column.column.id,
  });
  // `above the average of those in Oslo`: the figure may be meant of fewer rows.
  const { conditions } = planner.context.form;
  const later = conditions.slice(conditions.indexOf(condition) + 1);
  if (later.some(({ kind }) => kind === "value"))
    planner.doubt(0.65, "it is not clear over which rows the figure is");
  return star.filter(column.owner, (place) => ({
    kind: "compare",
    left: asNumber(place.column(column.column)),
    operator: condition.operator,
    right: overall(column, condition.fn),
  }));
}

/** `in the dorm with the largest capacity`: rows of that table whose figure is the greatest of all. */
export function placeExtreme(planner: Planner, star: Star, { column, direction, words }: Extreme): boolean {
  const fn = direction === "desc" ? "max" : "min";
  planner.filters.push({
    ...part(`${direction === "desc" ? "highest" : "lowest"} ${columnLabel(column)}`, [words]),
    binding: column.column.id,
  });
  return star.filter(column.owner, (place) => ({
    kind: "compare",
    left: asNumber(place.column(column.column)),
    operator: "=",
    right: overall(column, fn),
  }));
}

/** A second superlative: by the figure it stands before, else by what its adjective says of the thing. */
export function placeNamedExtreme(
  planner: Planner,
  star: Star,
  { mention, before, adjective, direction, words }: Extract<ConditionForm, { kind: "extreme" }>,
): boolean {
  const candidate = planner.chosen(mention);
  const thing = candidate?.kind === "table" ? candidate.table : null;
  const named = planner.chosen(before);
  const about =
    thing && adjective
      ? planner.about(adjective.about, thing)
      : !candidate && named?.kind === "table" && adjective
        ? planner.about(adjective.about, named.table)
        : null;
  const taken = about ?? candidate;
  if (taken?.kind !== "column") return false;
  return placeExtreme(planner, star, { column: taken.column, direction, words });
}

/** A figure over all rows of a column's table. */
function overall(column: SchemaColumn, fn: "avg" | "max" | "min"): Expression {
  const { schema, name } = column.owner.table;
  return {
    kind: "subquery",
    query: {
      root: { alias: `all_${name}`, schema, name },
      joins: [],
      where: [],
      select: [
        {
          expression: {
            kind: "aggregate",
            fn,
            distinct: false,
            of: asNumber({ kind: "column", alias: `all_${name}`, column: column.column }),
          },
          output: { name: "figure", label: "Figure", role: "measure" },
        },
      ],
      distinct: false,
      groupBy: [],
      having: [],
      orderBy: [],
      limit: null,
    },
  };
}
