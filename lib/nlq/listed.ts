import type { Column } from "#lib/contracts/catalog.ts";
import type { OutputColumn } from "#lib/contracts/reading.ts";
import { finish, limitOf, queryOver, shownColumn } from "./assemble.ts";
import { placeCompanions, placeConditions } from "./conditions/place-conditions.ts";
import { dimensionName, dimensionPart } from "./grouped-parts.ts";
import { neighbours } from "./joins.ts";
import { plainName, plural, singular } from "./names.ts";
import { placePeriod } from "./period-place.ts";
import type { Dimension, Plan, RankBy } from "./plan-parts.ts";
import type { Planner } from "./planner.ts";
import { asNumber, type Expression, type SelectItem } from "./query.ts";
import { columnLabel, isNumber, isTime, type SchemaColumn, type SchemaTable, tableLabel } from "./schema.ts";

/** A list of rows at the subject's own grain. */
export function listPlan(
  planner: Planner,
  dimensions: Dimension[],
  attributes: SchemaColumn[],
  rank: RankBy | null,
): Plan | null {
  const { form } = planner.context;
  const { subject } = planner;
  if (form.ask === "when" && !attributes.some(({ column }) => isTime(column)))
    planner.doubt(0.4, "it asks when, and no date is meant");
  if (form.ask === "where" && attributes.length === 0)
    planner.doubt(0.5, "it asks where, and no place is meant");
  // `the longest film in each category`: a list of films, ranked within what splits them.
  const within = rank?.kind === "column" && dimensions.every(({ each, kind }) => each && kind !== "grain");
  if (!subject || (dimensions.length > 0 && !within) || form.share) return null;
  const root = rootOf(planner, subject.table, attributes);
  if (!root) return null;
  const star = planner.star(root);
  if (root !== subject.table) {
    if (!star.join(subject.table, false)) return null;
    planner.doubt(
      0.8,
      `there are several ${plural(plainName(root.table.name))} for one ${singular(plainName(subject.table.table.name))}`,
    );
  }
  if (!placeConditions(planner, star)) return null;
  const shown: SelectItem[] = [];
  const show = (column: Column, role: OutputColumn["role"]) => {
    if (shown.some(({ expression }) => expression.kind === "column" && expression.column === column)) return;
    shown.push(shownColumn(planner, star.column(column), column, role));
  };
  const booleans = attributes.filter(({ column }) => column.kind === "boolean" && attributes.length > 1);
  // `the names of those with 'white' as their colour`: the colour is a condition, not something to show.
  const filtered = new Set(
    form.attributes.flatMap((mention) => {
      const column = planner.chosen(mention);
      const said = form.conditions.some((one) => {
        const value = one.kind === "value" ? planner.chosen(one.mention) : null;
        if (one.kind !== "value" || value?.kind !== "value" || column?.kind !== "column") return false;
        return (
          value.column === column.column &&
          mention.start >= one.mention.end &&
          mention.start - one.mention.end <= 4
        );
      });
      return said && column?.kind === "column" ? [column.column] : [];
    }),
  );
  const shownElse = attributes.filter((column) => !booleans.includes(column) && !filtered.has(column));
  const asked = shownElse.length > 0 ? shownElse : attributes.filter((column) => !booleans.includes(column));
  const groups: Expression[] = [];
  for (const group of dimensions) {
    if (group.kind === "grain") return null;
    const columns = group.kind === "column" ? [group.column.column] : group.table.label;
    if (!star.join(group.kind === "column" ? group.column.owner : group.table, true)) return null;
    for (const column of columns) {
      show(column, "dimension");
      groups.push(shown.at(-1)!.expression);
    }
  }
  if (
    asked.length === 0 ||
    (!planner.context.onlyAsked &&
      !subject.column &&
      !form.distinct &&
      subject.words === "" &&
      form.conditions.length > 0)
  ) {
    if (subject.column) show(subject.column.column, "attribute");
    else for (const column of subject.table.label) show(column, "attribute");
  }
  // `the customers and their emails` asks for both.
  const leading = form.attributes[0];
  const named =
    form.subject && leading && leading.start >= form.subject.end && leading.start - form.subject.end <= 3;
  if ((named || form.subjectListed) && !subject.column)
    for (const column of subject.table.label) show(column, "attribute");
  if (subject.column && asked.length > 0) show(subject.column.column, "attribute");
  for (const column of asked) {
    if (!star.join(column.owner, true)) return null;
    show(column.column, "attribute");
  }
  if (rank?.kind === "column" && !star.join(rank.column.owner, false)) return null;
  if (!planner.context.onlyAsked && !form.distinct && !subject.column) {
    if (rank?.kind === "column") show(rank.column.column, "measure");
    for (const { column } of planner.rowBounds) if (star.has(column.owner)) show(column.column, "measure");
  }
  if (shown.length === 0) return null;
  if (!placeCompanions(planner, star)) return null;
  if (!placePeriod(planner, star, null)) return null;
  if (
    asked.length === 0 &&
    !subject.column &&
    subject.table.label.every(({ id }) => subject.table.table.primaryKey.includes(id))
  ) {
    planner.doubt(0.9, `${singular(plainName(subject.table.table.name))} has no name, only a key`);
  }
  const query = queryOver(star, shown, []);
  query.distinct = form.distinct || planner.once || subject.column !== null;
  if (rank?.kind === "column") {
    query.orderBy.push({
      expression: asNumber(star.column(rank.column.column)),
      direction: form.rank!.direction,
    });
    // A DISTINCT list can only be ordered by what it shows.
    query.distinct = false;
  }
  if (form.order) {
    const candidate = planner.chosen(form.order.by);
    const column =
      candidate?.kind === "column"
        ? candidate.column
        : candidate?.kind === "table"
          ? planner.context.schema.columnById.get(candidate.table.label[0]?.id ?? "")
          : null;
    if (form.order.by && !column) return null;
    // A count per row is a figure of its own, which a plain list does not compute.
    if (form.order.fn !== null && !(column && isNumber(column.column))) return null;
    if (column && !star.join(column.owner, false)) return null;
    const expression = column ? asNumber(star.column(column.column)) : shown[0]!.expression;
    query.orderBy.push({ expression, direction: form.order.direction ?? "asc" });
    if (query.distinct && column && !shown.some(({ output }) => output.binding === column.column.id))
      query.distinct = false;
  }
  for (const { by, direction } of form.order?.further ?? []) {
    const candidate = planner.chosen(by);
    if (candidate?.kind !== "column" || !star.join(candidate.column.owner, false)) return null;
    query.orderBy.push({
      expression: asNumber(star.column(candidate.column.column)),
      direction: direction ?? "asc",
    });
  }
  query.limit = limitOf(planner, true);
  // Of rows that are equal in what ranks them, the same ones are shown each time.
  if (query.limit !== null && !query.distinct)
    for (const id of root.table.primaryKey)
      query.orderBy.push({
        expression: star.column(planner.context.schema.columnById.get(id)!.column),
        direction: "asc",
      });
  if (groups.length > 0 && rank?.kind === "column") {
    const { column } = rank.column;
    const by = asNumber(star.column(column));
    query.within = { groups, by, direction: form.rank!.direction, most: query.limit ?? 1 };
    query.orderBy = groups.map((expression) => ({ expression, direction: "asc" as const }));
    query.limit = null;
  }
  const name = subject.column ? columnLabel(subject.column) : singular(tableLabel(root));
  const first = query.orderBy[0];
  return finish(planner, query, star, {
    measures: [],
    dimensions: dimensions.map((group) => dimensionPart(group)),
    ...(groups.length > 0 ? { within: dimensions.map((group) => dimensionName(group)).join(" and ") } : {}),
    order: first
      ? {
          label:
            rank?.kind === "column"
              ? columnLabel(rank.column)
              : form.rank?.words || form.order?.by?.words || (shown[0]?.output.label ?? ""),
          words: [form.rank?.words ?? form.order?.words ?? ""].filter(Boolean),
          direction: first.direction,
          ...(rank?.kind === "column" && isTime(rank.column.column) ? { dated: true } : {}),
        }
      : null,
    grain: query.distinct ? `one row per different ${name}` : `one row per ${name}`,
  });
}

/**
 * The table whose rows are listed: the subject's own, or, where values of several rows for one subject are shown, the
 * nearest one that leads to a single row of all that is shown, such as the table that pairs two others.
 */
function rootOf(planner: Planner, subject: SchemaTable, attributes: SchemaColumn[]): SchemaTable | null {
  const needed = new Set([subject, ...attributes.map(({ owner }) => owner)]);
  const serves = (table: SchemaTable) => {
    const star = planner.star(table);
    return [...needed].every((other) => star.reachesOne(other));
  };
  const near = neighbours(planner.context.schema, subject, 2).filter((table) => !needed.has(table));
  return [...needed, ...near].find(serves) ?? null;
}
