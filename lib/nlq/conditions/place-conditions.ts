import type { ConditionForm } from "../form.ts";
import { plainName } from "../names.ts";
import { placeDuring } from "../period-place.ts";
import { part, type RowBound } from "../plan-parts.ts";
import type { Planner } from "../planner.ts";
import { asNumber, type Condition } from "../query.ts";
import { columnLabel } from "../schema.ts";
import type { Star } from "../star.ts";
import { placeAgainst } from "./against.ts";
import { placeCommonest } from "./commonest.ts";
import {
  type Denied,
  deniedWith,
  hasDates,
  impliedByDenial,
  nothingMore,
  ownPeriod,
  placeDid,
  placeMissing,
  type ValueForm,
} from "./denials.ts";
import { flag, placeBooleans } from "./flags.ts";
import { amongGroups, groupColumn } from "./groups.ts";
import { placeAverage, placeExtreme, placeNamedExtreme, placeText } from "./texts.ts";
import { placeValues } from "./values.ts";

/**
 * Places every condition of the form on the star, and notes each as a part of the reading. False where one of them
 * cannot be placed: a condition is never dropped.
 */
export function placeConditions(planner: Planner, star: Star): boolean {
  const denied = deniedWith(planner);
  const inside = [...denied.values()];
  const elsewhere = new Set<ConditionForm>(inside.flatMap(({ values }) => values));
  const deniedBounds = new Set(inside.flatMap(({ bounds }) => bounds));
  const later: ConditionForm[][] = [];
  const plain: ValueForm[] = [];
  for (const unit of unitsOf(planner)) {
    const [first] = unit;
    if (unit.length > 1) later.push(unit);
    else if (first?.kind === "value") {
      if (!elsewhere.has(first)) plain.push(first);
    } else if (first?.kind === "did") {
      if (!placeDid(planner, star, first, denied.get(first) ?? nothingMore)) return false;
    } else later.push(unit);
  }
  if (!placeValues(planner, star, plain)) return false;
  const bounds = planner.rowBounds
    .filter((one) => !deniedBounds.has(one))
    .filter(({ condition }) => !later.some((unit) => unit.length > 1 && unit.includes(condition)));
  const [held, apart] = contradicting(bounds);
  if (!held.every((bound) => placeBound(planner, star, bound))) return false;
  if (!apart.every((bound) => placeApart(planner, star, bound))) return false;
  for (const unit of later) {
    const placed =
      unit.length > 1
        ? placeEither(planner, star, unit, denied)
        : placeOther(planner, star, unit[0]!, denied);
    if (!placed) return false;
  }
  // `the managers`: those that somebody has.
  const role = star.root.role;
  if (role && !star.covers(role.edge.from) && !star.exists(role.edge.from, () => [], false)) return false;
  if (planner.extreme && !placeExtreme(planner, star, planner.extreme)) return false;
  return placeBooleans(planner, star);
}

/** Conditions with those that `or` ties to them; values of one column are a list of their own. */
function unitsOf(planner: Planner): ConditionForm[][] {
  const units: ConditionForm[][] = [];
  const [first] = planner.context.form.conditions;
  if (first?.either) planner.doubt(0.5, "it is not clear between what “or” stands");
  for (const condition of planner.context.form.conditions) {
    const last = units.findLast((unit) => unit[0]!.kind !== "with");
    const before = last?.at(-1);
    if (condition.either && last && before && !sameColumn(planner, before, condition)) last.push(condition);
    else units.push([condition]);
  }
  return units;
}

function sameColumn(planner: Planner, a: ConditionForm, b: ConditionForm): boolean {
  if (a.kind !== "value" || b.kind !== "value") return false;
  const [first, second] = [planner.chosen(a.mention), planner.chosen(b.mention)];
  return first?.kind === "value" && second?.kind === "value" && first.column === second.column;
}

/** `in Texas or older than 60`: either of them may hold. */
function placeEither(
  planner: Planner,
  star: Star,
  unit: ConditionForm[],
  denied: Map<ConditionForm, Denied>,
): boolean {
  const parts: Condition[] = [];
  const said = planner.filters.length;
  for (const condition of unit) {
    const before = star.where.length;
    const bound = planner.rowBounds.find((one) => one.condition === condition);
    const placed = star.leniently(() => {
      if (bound) return placeBound(planner, star, bound);
      if (condition.kind === "value") return placeValues(planner, star, [condition]);
      if (condition.kind === "bound") return false;
      return condition.kind === "with"
        ? placeWith(planner, star, condition)
        : placeOther(planner, star, condition, denied);
    });
    const found = star.where.splice(before);
    if (!placed || found.length === 0) return false;
    parts.push(found.length === 1 ? found[0]! : { kind: "all", of: found });
  }
  // `in Paris, Texas or in Rome, Georgia`: pairs, which no flat list of conditions tells apart.
  const columns = (all: ConditionForm[]) =>
    all.flatMap((one) => {
      const value = one.kind === "value" ? planner.chosen(one.mention) : null;
      return value?.kind === "value" ? [value.column] : [];
    });
  const inside = new Set(columns(unit));
  const paired = columns(planner.context.form.conditions.filter((one) => !unit.includes(one))).some(
    (column) => inside.has(column),
  );
  planner.doubt(paired ? 0.55 : 0.95, "“or” stands between different things");
  // One part of the reading, not several that would all hold.
  const labels = planner.filters.splice(said);
  if (labels[0])
    planner.filters.push({
      ...labels[0],
      label: labels.map(({ label }) => label).join(" or "),
      words: labels.flatMap(({ words }) => words),
    });
  star.where.push({ kind: "any", of: parts });
  return true;
}

function placeOther(
  planner: Planner,
  star: Star,
  one: ConditionForm,
  denied: Map<ConditionForm, Denied>,
): boolean {
  switch (one.kind) {
    case "missing":
      return placeMissing(planner, star, one, denied.get(one) ?? nothingMore);
    case "did":
      return placeDid(planner, star, one, denied.get(one) ?? nothingMore);
    case "extreme":
      return placeNamedExtreme(planner, star, one);
    case "text":
      return placeText(planner, star, one);
    case "flag": {
      const candidate = planner.chosen(one.mention);
      if (candidate?.kind !== "column") return false;
      const { column } = candidate;
      planner.filters.push({ ...part(columnLabel(column), [one.mention.words]), binding: column.column.id });
      return star.filter(column.owner, (place) => flag(place, column, true));
    }
    case "commonest":
      return placeCommonest(planner, star, one);
    case "during":
      return placeDuring(planner, star, one);
    case "against":
      return placeAgainst(
        planner,
        star,
        one,
        (inner, on) => placeConditions(inner, on) && placeCompanions(inner, on),
      );
    case "average-bound":
      return placeAverage(planner, star, one);
    default:
      // Bounds are placed with those on their rows, companions once everything is joined.
      return true;
  }
}

function placeBound(planner: Planner, star: Star, { column, make, condition }: RowBound): boolean {
  planner.filters.push({
    ...part(`${columnLabel(column)} ${condition.negated ? "not " : ""}${condition.words}`, [condition.words]),
    binding: column.column.id,
  });
  const pieces = (place: Star) => make(asNumber(place.column(column.column)));
  const count = make({ kind: "star" }).length;
  if (condition.negated) {
    const inside = (place: Star): Condition => ({ kind: "all", of: pieces(place) });
    const asked = planner.subject?.column ?? null;
    if (asked && asked !== column)
      return amongGroups(planner, star, asked, (inner) => inner.filter(column.owner, inside), true);
    if (!star.has(column.owner) && !star.reachesOne(column.owner))
      return star.filter(column.owner, inside, true);
    return star.filter(column.owner, (place) => ({ kind: "not", of: inside(place) }));
  }
  for (let i = 0; i < count; i++) {
    if (!star.filter(column.owner, (place) => pieces(place)[i]!)) return false;
  }
  return true;
}

/** Bounds on one column that exclude each other, such as above 50 and below 46: the second is another row's. */
function contradicting(bounds: RowBound[]): [RowBound[], RowBound[]] {
  const excludes = (one: RowBound, other: RowBound) =>
    (one.column === other.column &&
      one.condition.operator === "=" &&
      other.condition.operator === "=" &&
      one.condition.value !== other.condition.value) ||
    (one.column === other.column &&
      one.condition.operator.startsWith(">") &&
      other.condition.operator.startsWith("<") &&
      one.condition.value >= other.condition.value);
  const apart = bounds.filter((bound, i) =>
    bounds.slice(0, i).some((other) => excludes(bound, other) || excludes(other, bound)),
  );
  return [bounds.filter((bound) => !apart.includes(bound)), apart];
}

function placeApart(planner: Planner, star: Star, bound: RowBound): boolean {
  const { column, make, condition } = bound;
  planner.filters.push({
    ...part(`and ${columnLabel(column)} ${condition.words}`, [condition.words]),
    binding: column.column.id,
  });
  const inside = (place: Star): Condition => ({
    kind: "all",
    of: make(asNumber(place.column(column.column))),
  });
  if (!star.has(column.owner) && !star.reachesOne(column.owner))
    return star.exists(column.owner, (place) => [inside(place)], false);
  const asked = groupColumn(planner);
  return asked !== null && asked !== column
    ? amongGroups(planner, star, asked, (inner) => inner.filter(column.owner, inside), false)
    : false;
}

/**
 * Tables that must have a row for this one, placed once everything else is joined: what is joined already need not be
 * asked for again. False where one of them cannot be placed.
 */
export function placeCompanions(planner: Planner, star: Star): boolean {
  const implied = impliedByDenial(planner);
  return unitsOf(planner).every((unit) => {
    const [one] = unit;
    return unit.length > 1 || one?.kind !== "with" || implied.has(one) || placeWith(planner, star, one);
  });
}

/** Another table that must have a row for this one; where a filter already goes there, it says so by itself. */
function placeWith(
  planner: Planner,
  star: Star,
  { mention }: Extract<ConditionForm, { kind: "with" }>,
): boolean {
  const candidate = planner.chosen(mention);
  if (!candidate || (candidate.kind !== "table" && candidate.kind !== "column")) return false;
  const table = candidate.kind === "table" ? candidate.table : candidate.column.owner;
  if (star.covers(table) || table === planner.subject?.table) return true;
  const filtered = planner.context.form.conditions.some((one) => {
    const other = "mention" in one && one.kind === "value" ? planner.chosen(one.mention) : null;
    return (
      other?.kind === "value" &&
      (other.column.owner === table || star.path(other.column.owner)?.edges.some(({ to }) => to === table))
    );
  });
  if (filtered) return true;
  if (planner.having.some(({ measure }) => measure.home === table)) return true;
  if (star.reachesOne(table)) return star.join(table, false);
  if (!star.exists(table, (place) => (hasDates(table) ? ownPeriod(planner, place) : []), false)) return false;
  planner.filters.push({
    ...part(`with ${plainName(table.table.name)}`, [mention.words]),
    binding: table.table.id,
  });
  return true;
}
