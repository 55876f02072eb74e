import type { ConditionForm } from "./form.ts";
import { neighbours } from "./joins.ts";
import { plainName } from "./names.ts";
import { placePeriod } from "./period-place.ts";
import { part } from "./plan-parts.ts";
import type { Planner } from "./planner.ts";
import { asNumber, type Condition } from "./query.ts";
import { columnLabel, isTime, type SchemaColumn, type SchemaTable } from "./schema.ts";
import type { Star } from "./star.ts";

/**
 * Places every condition of the form on the star, and notes each as a part of the reading. False where one of them
 * cannot be placed: a condition is never dropped.
 */
export function placeConditions(planner: Planner, star: Star): boolean {
  const { conditions, both } = planner.context.form;
  if (both || contradicts(planner)) planner.doubt(0.5, "two conditions are asked of the same thing at once");
  const denied = deniedValues(planner);
  for (const one of conditions) {
    if (one.kind === "did" && !placeDid(planner, star, one, denied.get(one) ?? [])) return false;
  }
  if (!placeValues(planner, star, new Set([...denied.values()].flat()))) return false;
  for (const { column, make, condition } of planner.rowBounds) {
    const pieces = make({ kind: "star" }).length;
    for (let i = 0; i < pieces; i++) {
      if (!star.filter(column.owner, (place) => make(asNumber(place.column(column.column)))[i]!))
        return false;
    }
    planner.filters.push({
      ...part(`${columnLabel(column)} ${condition.words}`, [condition.words]),
      binding: column.column.id,
    });
  }
  for (const one of conditions) {
    if (one.kind === "missing" && !placeMissing(planner, star, one, denied.get(one) ?? [])) return false;
    if (one.kind === "text" && !placeText(planner, star, one)) return false;
    if (one.kind === "average-bound" && !placeAverage(planner, star, one)) return false;
  }
  return placeBooleans(planner, star);
}

/**
 * Tables that must have a row for this one, placed once everything else is joined: what is joined already need not be
 * asked for again. False where one of them cannot be placed.
 */
export function placeCompanions(planner: Planner, star: Star): boolean {
  const implied = impliedByDenial(planner);
  return planner.context.form.conditions.every(
    (one) => one.kind !== "with" || implied.has(one) || placeWith(planner, star, one),
  );
}

type ValueForm = Extract<ConditionForm, { kind: "value" }>;
type DeniedForm = Extract<ConditionForm, { kind: "missing" | "did" }>;

/** `not reviewed by X`: what follows a denial and belongs to the denied table is part of what is denied. */
function deniedValues(planner: Planner): Map<DeniedForm, ValueForm[]> {
  const found = new Map<DeniedForm, ValueForm[]>();
  let open: DeniedForm | null = null;
  for (const condition of planner.context.form.conditions) {
    if (condition.kind === "missing" || (condition.kind === "did" && condition.negated)) {
      open = condition;
      found.set(open, []);
    } else if (condition.kind === "value" && open !== null && !condition.negated) {
      const candidate = planner.chosen(condition.mention);
      if (candidate?.kind === "value" && candidate.column.owner !== planner.subject?.table)
        found.get(open)!.push(condition);
    }
  }
  return found;
}

/** `not reported any event`: without a report there is none of an event either. */
function impliedByDenial(planner: Planner): Set<ConditionForm> {
  const { conditions } = planner.context.form;
  const first = conditions.findIndex((one) => one.kind === "missing" || (one.kind === "did" && one.negated));
  return new Set(first === -1 ? [] : conditions.slice(first).filter(({ kind }) => kind === "with"));
}

/** Bounds on one column that exclude each other, such as above 50 and below 46. */
function contradicts(planner: Planner): boolean {
  return planner.rowBounds.some((one) =>
    planner.rowBounds.some(
      (other) =>
        one.column === other.column &&
        one.condition.operator.startsWith(">") &&
        other.condition.operator.startsWith("<") &&
        one.condition.value >= other.condition.value,
    ),
  );
}

/** Values of the same column are alternatives: nothing is in Germany and in France at once. */
function placeValues(planner: Planner, star: Star, elsewhere: Set<ValueForm>): boolean {
  const groups = new Map<
    string,
    { column: SchemaColumn; values: string[]; negated: boolean; words: string[]; because: string }
  >();
  for (const condition of planner.context.form.conditions) {
    if (condition.kind !== "value" || elsewhere.has(condition)) continue;
    const candidate = planner.chosen(condition.mention);
    if (candidate?.kind !== "value") return false;
    // Groups without such a row are not the rows without it: that takes a difference of two lists.
    if (condition.negated && planner.subject?.column) planner.doubt(0.6, "“not” is taken for single rows");
    const key = `${candidate.column.column.id}:${condition.negated}`;
    const known = groups.get(key);
    // `in Texas or named Bob` is no list of values of one column.
    if (condition.either && !known) planner.doubt(0.5, "“or” stands between different things");
    if (known) {
      // `those with A and with B`: of several rows both may be wanted; of one row only one can hold.
      const several =
        planner.subject?.column || planner.subject?.words === "" || !star.reachesOne(candidate.column.owner);
      if (!condition.either && !condition.negated && several)
        planner.doubt(0.65, "“and” is taken for either of the two");
      known.values.push(...candidate.values);
      known.words.push(condition.mention.words);
    } else {
      groups.set(key, {
        column: candidate.column,
        values: [...candidate.values],
        negated: condition.negated,
        words: [condition.mention.words],
        because: candidate.because,
      });
    }
  }
  for (const { column, values, negated, words, because } of groups.values()) {
    const multiplies = negated && !star.has(column.owner) && !star.reachesOne(column.owner);
    // "Not in Germany" over several rows is about all of them: none may be.
    const make = (place: Star): Condition => ({
      kind: "in",
      left: place.column(column.column),
      values: [...new Set(values)],
      negated: negated && !multiplies,
    });
    if (!star.filter(column.owner, make, multiplies)) return false;
    const label = `${negated ? "not " : ""}${[...new Set(values)].join(" or ")}`;
    planner.filters.push({
      ...part(label, words),
      binding: column.column.id,
      because: `${columnLabel(column)}, ${because}`,
    });
  }
  return true;
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
  if (star.has(table) || table === planner.subject?.table) return true;
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
  if (!star.exists(table, () => [], false)) return false;
  planner.filters.push({
    ...part(`with ${plainName(table.table.name)}`, [mention.words]),
    binding: table.table.id,
  });
  return true;
}

/** `not returned yet`, `without an address`, `no orders`. */
function placeMissing(
  planner: Planner,
  star: Star,
  condition: Extract<ConditionForm, { kind: "missing" }>,
  denied: ValueForm[],
): boolean {
  const candidate = planner.chosen(condition.mention);
  if (candidate?.kind === "column") {
    const { column } = candidate;
    // Of a thing that there may be several of, none is missing a value: there is no row.
    if (!star.has(column.owner) && !star.reachesOne(column.owner)) {
      return placeNone(planner, star, column.owner, condition.words, denied);
    }
    if (column.column.kind === "boolean") {
      return star.filter(column.owner, (place) => flag(place, column, false));
    }
    // Only what may be missing can be missing; "not" before another column means something else.
    if (!column.column.nullable || denied.length > 0) return false;
    if (planner.subject?.column) planner.doubt(0.6, "“not” is taken for single rows");
    const { conditions } = planner.context.form;
    const later = conditions.slice(conditions.indexOf(condition) + 1);
    if (later.some(({ kind }) => kind === "value" || kind === "text"))
      planner.doubt(0.5, "it is not clear what is denied");
    if (!isTime(column.column) && candidate.score < 0.9)
      planner.doubt(0.85, `${columnLabel(column)} is taken as missing`);
    planner.filters.push({
      ...part(`${columnLabel(column)} is empty`, [condition.words]),
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

function placeNone(
  planner: Planner,
  star: Star,
  table: SchemaTable,
  words: string,
  denied: ValueForm[],
): boolean {
  if (!star.path(table)?.edges[0]) return false;
  if (planner.subject?.column) planner.doubt(0.6, "“without” is taken for single rows");
  const values: string[] = [];
  const make = (place: Star): Condition[] => {
    const inside: Condition[] = [];
    for (const { mention } of denied) {
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
    inside.push(...deniedPeriod(planner, place));
    return inside;
  };
  const placed = star.exists(table, make, true);
  if (denied.length > 0 && values.length === 0) return false;
  const what = values.length > 0 ? ` ${values.join(" or ")}` : "";
  planner.filters.push({
    ...part(`without ${plainName(table.table.name)}${what}`, [words]),
    binding: table.table.id,
  });
  return placed;
}

/** `not ordered in 2025`: the period is part of what is denied. */
function deniedPeriod(planner: Planner, place: Star): Condition[] {
  if (!planner.context.period || planner.periodPlaced) return [];
  const before = place.where.length;
  if (!placePeriod(planner, place, null)) return [];
  planner.periodPlaced = true;
  return place.where.splice(before);
}

/** `ordered`, `never sold`: rows of the nearest table that records it. */
function placeDid(
  planner: Planner,
  star: Star,
  condition: Extract<ConditionForm, { kind: "did" }>,
  denied: ValueForm[],
): boolean {
  const named = (table: SchemaTable) =>
    condition.nouns.some((noun) => table.names.some((stems) => stems.includes(noun)));
  if (!condition.negated && [star.root, planner.subject?.table].some((table) => table && named(table)))
    return true;
  if (!condition.negated && planner.subject === null) return true;
  const target = neighbours(planner.context.schema, star.root)
    .filter((table) => table.table.kind !== "view")
    .find(named);
  if (!target) {
    if (condition.negated) return false;
    // A verb about a thing that is already named elsewhere adds nothing.
    planner.doubt(0.85, `“${condition.words}” was not used`);
    return true;
  }
  if (condition.negated) return placeNone(planner, star, target, condition.words, denied);
  if (planner.having.length > 0 || star.reachesOne(target)) return true;
  const used = planner.context.form.rank?.by ?? null;
  if (used !== null || planner.context.form.measures.some(({ of }) => of !== null)) return true;
  planner.filters.push({
    ...part(`with ${plainName(target.table.name)}`, [condition.words]),
    binding: target.table.id,
  });
  return star.exists(target, () => [], false);
}

function placeText(
  planner: Planner,
  star: Star,
  condition: Extract<ConditionForm, { kind: "text" }>,
): boolean {
  const candidate = planner.chosen(condition.of);
  const label = candidate?.kind === "table" ? candidate.table.label[0] : planner.subject?.table.label[0];
  const column =
    candidate?.kind === "column" ? candidate.column : planner.context.schema.columnById.get(label?.id ?? "");
  if (column?.column.kind !== "text") return false;
  if (!candidate) planner.doubt(0.6, `“${condition.text}” was looked for in ${columnLabel(column)}`);
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
function placeAverage(
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
  const { schema, name } = column.owner.table;
  planner.filters.push({
    ...part(
      `${columnLabel(column)} ${condition.operator === ">" ? "above" : "below"} its ${condition.fn === "avg" ? "average" : condition.fn === "max" ? "highest" : "lowest"}`,
      [condition.words],
    ),
    binding: column.column.id,
  });
  return star.filter(column.owner, (place) => ({
    kind: "compare",
    left: asNumber(place.column(column.column)),
    operator: condition.operator,
    right: {
      kind: "subquery",
      query: {
        root: { alias: `all_${name}`, schema, name },
        joins: [],
        where: [],
        select: [
          {
            expression: {
              kind: "aggregate",
              fn: condition.fn,
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
    },
  }));
}

/** A boolean column beside the subject is an adjective of it: `active customers`. */
function placeBooleans(planner: Planner, star: Star): boolean {
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

function flag(place: Star, column: SchemaColumn, value: boolean): Condition {
  return {
    kind: "compare",
    left: place.column(column.column),
    operator: "=",
    right: { kind: "value", value, type: "text" },
  };
}
