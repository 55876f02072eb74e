import type { ConditionForm } from "../form.ts";
import { neighbours } from "../joins.ts";
import { plainName } from "../names.ts";
import { placePeriod } from "../period-place.ts";
import { part, type RowBound } from "../plan-parts.ts";
import type { Planner } from "../planner.ts";
import { asNumber, type Condition } from "../query.ts";
import { columnLabel, flagOf, isTime, type SchemaColumn, type SchemaTable } from "../schema.ts";
import type { Star } from "../star.ts";
import { flag } from "./flags.ts";
import { amongGroups, groupColumn } from "./groups.ts";

export type ValueForm = Extract<ConditionForm, { kind: "value" }>;
type DeniedForm = Extract<ConditionForm, { kind: "missing" | "did" }>;

/** What is denied of the rows of another table: values and bounds. */
export interface Denied {
  values: ValueForm[];
  bounds: RowBound[];
}

export const nothingMore: Denied = { values: [], bounds: [] };

/** `not reviewed by X`: what follows a denial and belongs to the denied table is part of what is denied. */
export function deniedWith(planner: Planner): Map<ConditionForm, Denied> {
  const found = new Map<ConditionForm, Denied>();
  let open: DeniedForm | null = null;
  for (const condition of planner.context.form.conditions) {
    if (condition.kind === "missing" || (condition.kind === "did" && condition.negated)) {
      open = condition;
      found.set(open, { values: [], bounds: [] });
    } else if (condition.kind === "value" && open !== null && !condition.negated) {
      const candidate = planner.chosen(condition.mention);
      if (
        candidate?.kind === "value" &&
        (candidate.column.owner !== planner.subject?.table || open.kind === "did")
      )
        found.get(open)!.values.push(condition);
    } else if (condition.kind === "bound" && open !== null) {
      // `no coaster longer than 3000`: of the coaster, unless it is the thing asked for that is bounded.
      const bound = planner.rowBounds.find((one) => one.condition === condition);
      if (bound && bound.column.owner !== planner.subject?.table) found.get(open)!.bounds.push(bound);
    }
  }
  return found;
}

/** `not reported any event`: without a report there is none of an event either. */
export function impliedByDenial(planner: Planner): Set<ConditionForm> {
  const { conditions } = planner.context.form;
  const first = conditions.findIndex((one) => one.kind === "missing" || (one.kind === "did" && one.negated));
  return new Set(first === -1 ? [] : conditions.slice(first).filter(({ kind }) => kind === "with"));
}

/** `not returned yet`, `without an address`, `no orders`. */
export function placeMissing(
  planner: Planner,
  star: Star,
  condition: Extract<ConditionForm, { kind: "missing" }>,
  denied: Denied,
): boolean {
  const candidate = planner.chosen(condition.mention);
  if (candidate?.kind === "column") {
    const { column } = candidate;
    // Of a thing that there may be several of, none is missing a value: there is no row.
    if (!star.has(column.owner) && !star.reachesOne(column.owner)) {
      return placeNone(planner, star, column.owner, condition.words, denied);
    }
    if (flagOf(column)) {
      return star.filter(column.owner, (place) => flag(place, column, false));
    }
    // What is bounded is not missing.
    if (planner.having.some(({ measure: { of } }) => of.kind === "column" && of.column === column))
      return false;
    // Only what may be missing can be missing; "not" before another column means something else.
    if (!column.column.nullable || denied.values.length > 0) return false;
    if (planner.subject?.column) planner.doubt(0.6, "“not” is taken for single rows");
    const { conditions } = planner.context.form;
    const later = conditions.slice(conditions.indexOf(condition) + 1);
    if (later.some(({ kind }) => kind === "value" || kind === "text"))
      planner.doubt(0.5, "it is not clear what is denied");
    if (!isTime(column.column) && candidate.score < 0.9)
      planner.doubt(0.85, `${columnLabel(column)} is taken as missing`);
    planner.filters.push({
      ...part(emptyLabel(column), [condition.words]),
      binding: column.column.id,
      because: "an empty value means that it has not happened",
    });
    return star.filter(column.owner, (place) => ({
      kind: "null",
      of: place.column(column.column),
      negated: false,
    }));
  }
  return candidate?.kind === "table" && placeNone(planner, star, candidate.table, condition.words, denied);
}

/** `not yet shipped`, `no email`. */
function emptyLabel(column: SchemaColumn): string {
  const deed = isTime(column.column) ? /^(?:date|time) (.+(?:ed|en|t))$/.exec(columnLabel(column)) : null;
  return deed ? `not yet ${deed[1]}` : `no ${columnLabel(column)}`;
}

function placeNone(planner: Planner, star: Star, table: SchemaTable, words: string, denied: Denied): boolean {
  if (!star.path(table)?.edges[0]) return false;
  const values: string[] = [];
  const make = (place: Star): Condition[] => {
    const inside: Condition[] = [];
    for (const { mention } of denied.values) {
      const candidate = planner.chosen(mention);
      if (candidate?.kind !== "value") continue;
      if (!place.join(candidate.column.owner, false)) return [];
      values.push(...candidate.values);
      inside.push({
        kind: "in",
        left: place.column(candidate.column.column),
        values: candidate.values,
        negated: false,
      });
    }
    for (const { column, make } of denied.bounds) {
      if (!place.join(column.owner, false)) return [];
      inside.push(...make(asNumber(place.column(column.column))));
    }
    inside.push(...ownPeriod(planner, place));
    return inside;
  };
  // Of values rather than rows: no row with this value may have one.
  const asked = valuesAsked(planner, star);
  const placed = asked
    ? amongGroups(planner, star, asked, (inner) => inner.exists(table, make, false), true)
    : star.exists(table, make, true);
  if (denied.values.length > 0 && values.length === 0) return false;
  const what = values.length > 0 ? ` ${values.join(" or ")}` : "";
  planner.filters.push({
    ...part(`without ${plainName(table.table.name)}${what}`, [words]),
    binding: table.table.id,
  });
  return placed;
}

/**
 * The column whose different values are asked for rather than rows: `the home towns of no player`, where nothing but
 * the column is named, and it is no name of a row.
 */
function valuesAsked(planner: Planner, star: Star): SchemaColumn | null {
  const { subject } = planner;
  if (subject?.column) return subject.column;
  const column = subject?.words === "" ? groupColumn(planner) : null;
  if (!column || column.key || column.column.kind !== "text" || column.owner !== star.root) return null;
  return column.owner.label.includes(column.column) ? null : column;
}

/** `ordered in 2025`, `not ordered in 2025`: the period is that of the deed, where its table keeps dates. */
export function ownPeriod(planner: Planner, place: Star): Condition[] {
  if (!planner.context.period || planner.periodPlaced) return [];
  const before = place.where.length;
  if (!placePeriod(planner, place, null)) return [];
  planner.periodPlaced = true;
  return place.where.splice(before);
}

/** `ordered`, `never sold`: rows of the nearest table that records it. */
export function placeDid(
  planner: Planner,
  star: Star,
  condition: Extract<ConditionForm, { kind: "did" }>,
  denied: Denied,
): boolean {
  const named = (table: SchemaTable) =>
    condition.nouns.some((noun) => table.names.some((stems) => stems.includes(noun)));
  const own = denied.values.some(({ mention }) => {
    const value = planner.chosen(mention);
    return value?.kind === "value" && value.column.owner === planner.subject?.table;
  });
  if (condition.negated && own) return placeDeniedValues(planner, star, denied);
  if (!condition.negated && [star.root, planner.subject?.table].some((table) => table && named(table)))
    return true;
  const counted = countsRows(planner, star);
  if (!condition.negated && planner.subject === null && !counted) return true;
  const target = neighbours(planner.context.schema, star.root)
    .filter((table) => table.table.kind !== "view")
    .find(named);
  if (!target) {
    if (condition.negated) return placeDeniedValues(planner, star, denied);
    // A verb about a thing that is already named elsewhere adds nothing.
    planner.doubt(0.85, `“${condition.words}” was not used`);
    return true;
  }
  if (condition.negated) return placeNone(planner, star, target, condition.words, denied);
  if (planner.having.length > 0 || star.reachesOne(target)) return true;
  const used = planner.context.form.rank?.by ?? null;
  if (used !== null || (!counted && planner.context.form.measures.some(({ of }) => of !== null))) return true;
  planner.filters.push({
    ...part(`with ${plainName(target.table.name)}`, [condition.words]),
    binding: target.table.id,
  });
  // Lines of an order are as old as the order.
  const tellsWhen = [target, ...target.edges.filter(({ fansOut }) => !fansOut).map(({ to }) => to)].some(
    hasDates,
  );
  const dated = tellsWhen && !planner.periodPlaced;
  const period = (place: Star) => (dated ? ownPeriod(planner, place) : []);
  const placed = star.exists(target, period, false);
  const also = (place: Star) => {
    planner.periodPlaced &&= !dated;
    return period(place);
  };
  star.deed = { table: target, also };
  return placed;
}

/** `not reviewed by X`, where nothing keeps reviews: what is denied is X itself, however it is related. */
function placeDeniedValues(planner: Planner, star: Star, { values }: Denied): boolean {
  planner.doubt(0.85, "what is denied is told by nothing but a value");
  return (
    values.length > 0 &&
    values.every((one) => {
      const candidate = planner.chosen(one.mention);
      if (candidate?.kind !== "value") return false;
      const { column, values: stored } = candidate;
      planner.filters.push({
        ...part(`not ${stored.join(" or ")}`, [one.mention.words]),
        binding: column.column.id,
      });
      const single = star.has(column.owner) || star.reachesOne(column.owner);
      return star.filter(
        column.owner,
        (place) => ({ kind: "in", left: place.column(column.column), values: stored, negated: single }),
        !single,
      );
    })
  );
}

/** `how many customers ordered in 2025`: the rows that are counted are those that did it. */
function countsRows(planner: Planner, star: Star): boolean {
  const { measures } = planner.context.form;
  return (
    measures.length > 0 &&
    measures.every(({ fn, of }) => {
      const candidate = planner.chosen(of);
      return fn === "count" && candidate?.kind === "table" && candidate.table === star.root;
    })
  );
}

/** Whether a table keeps dates of its own. */
export function hasDates({ columns }: SchemaTable): boolean {
  return columns.some(({ column }) => isTime(column));
}
