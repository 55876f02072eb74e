import { queryOver, shownColumn } from "../assemble.ts";
import { sortBounds } from "../bounds.ts";
import { type ConditionForm, emptyForm } from "../form.ts";
import { part } from "../plan-parts.ts";
import { Planner } from "../planner.ts";
import { asNumber, type Expression } from "../query.ts";
import { columnLabel, isNumber, isTime, publicId, type SchemaColumn } from "../schema.ts";
import type { Star } from "../star.ts";

type Against = Extract<ConditionForm, { kind: "against" }>;

/**
 * Places a bound by another column of the same row, or by a figure over other rows.
 *
 * @param place puts all conditions of a planner on a star; false where it cannot
 */
export function placeAgainst(
  planner: Planner,
  star: Star,
  condition: Against,
  place: (planner: Planner, star: Star) => boolean,
): boolean {
  const { about, operator, words } = condition;
  const taken = planner.chosen(condition.of);
  const subject = planner.subject?.table ?? star.root;
  const found = taken ?? (about.length > 0 ? planner.about(about, subject) : null);
  if (found?.kind !== "column" || !(isNumber(found.column.column) || isTime(found.column.column)))
    return false;
  const { column } = found;
  const second = planner.chosen(condition.other);
  const other = second?.kind === "column" ? second.column : column;
  const above = operator.startsWith(">");
  if (other !== column && condition.fn === null && condition.within.length === 0) {
    // Two figures of one row.
    if (!star.join(column.owner, false) || !star.join(other.owner, false)) return false;
    planner.filters.push({
      ...part(`${columnLabel(column)} ${above ? "above" : "below"} ${columnLabel(other)}`, [words]),
      binding: publicId(column),
    });
    const right = asNumber(star.column(other.column));
    star.where.push({ kind: "compare", left: asNumber(star.column(column.column)), operator, right });
    return true;
  }
  if (condition.within.length === 0 && condition.fn === null) return false;
  const fn = condition.fn ?? (above !== condition.some ? "max" : "min");
  const figure = figureOver(planner, condition, other, fn, place);
  if (!figure) return false;
  const { right, of } = figure;
  const name = { avg: "average", max: "highest", min: "lowest" }[fn];
  planner.filters.push({
    ...part(`${columnLabel(column)} ${above ? "above" : "below"} the ${name} ${of}`, [words]),
    binding: publicId(column),
  });
  return star.filter(column.owner, (on) => ({
    kind: "compare",
    left: asNumber(on.column(column.column)),
    operator,
    right,
  }));
}

/** The figure over the rows that fulfil what is said of them, and what they are, in words. */
function figureOver(
  planner: Planner,
  { within }: Against,
  column: SchemaColumn,
  fn: "avg" | "max" | "min",
  place: (planner: Planner, star: Star) => boolean,
): { right: Expression; of: string } | null {
  const inner = new Planner({
    ...planner.context,
    period: null,
    form: { ...emptyForm(), conditions: within },
  });
  inner.subject = { table: column.owner, column: null, words: columnLabel(column) };
  const star = inner.star(column.owner);
  if (!sortBounds(inner) || inner.having.length > 0) return null;
  if (!place(inner, star)) return null;
  planner.doubts.push(...inner.doubts);
  const use = star.column(column.column);
  const item = shownColumn(planner, use, column.column, "measure");
  const expression: Expression = { kind: "aggregate", fn, distinct: false, of: asNumber(use) };
  const query = queryOver(star, [{ ...item, expression }], []);
  const said = inner.filters.map(({ label }) => label).join(", ");
  return { right: { kind: "subquery", query }, of: said === "" ? columnLabel(column) : `of ${said}` };
}
