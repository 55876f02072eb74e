import { stem } from "./english/stem.ts";
import type { ConditionForm } from "./form.ts";
import { complete, widened } from "./growth.ts";
import type { Measure } from "./measure.ts";
import type { Period } from "./period.ts";
import { part } from "./plan-parts.ts";
import type { Planner } from "./planner.ts";
import { asNumber, type Condition, type Expression } from "./query.ts";
import { columnLabel, holdsYears, isTime, type SchemaColumn } from "./schema.ts";
import type { Star } from "./star.ts";

/** Dates about the record or the person rather than about what happened. */
const incidental = new Set(
  [
    "update",
    "modified",
    "modify",
    "change",
    "create",
    "insert",
    "load",
    "birth",
    "expire",
    "expiry",
    "valid",
  ].map(stem),
);

/**
 * The date that a period or a grain refers to: the metric's own, else the one whose name the question says, else the
 * nearest date column that tells when something happened.
 */
export function timeColumn(planner: Planner, star: Star, measure: Measure | null): SchemaColumn | null {
  const { schema, form, stems } = planner.context;
  const declared = measure?.of.kind === "metric" ? measure.of.metric.time : undefined;
  if (declared) return schema.columnById.get(declared) ?? null;
  const near = planner.chosen(form.period?.near ?? null);
  if (near?.kind === "column" && isTime(near.column.column)) return near.column;
  let best: { column: SchemaColumn; score: number } | null = null;
  let second: { column: SchemaColumn; score: number } | null = null;
  for (const [table, distance] of star.within(3)) {
    for (const column of table.columns) {
      if (!isTime(column.column)) continue;
      const words = column.names[0]!;
      const said = words.some((word) => stems.has(word) && word !== "date") ? 1 : 0;
      const aside = words.some((word) => incidental.has(word)) ? 0.6 : 0;
      const sparse = (column.column.nullShare ?? 0) > 0 ? 0.25 : 0;
      // Orders are ordered: the date that the table's name tells is what dates its rows.
      const own =
        column.happening !== null && table.names.some((name) => name.includes(column.happening!)) ? 0.15 : 0;
      const score = said + own - aside - sparse - 0.3 * distance + (words.includes("date") ? 0.05 : 0);
      if (!best || score > best.score) [best, second] = [{ column, score }, best];
      else if (!second || score > second.score) second = { column, score };
    }
  }
  if (!best) return null;
  if (second && best.score - second.score < 0.1) {
    planner.doubt(0.8, `the date could also be ${columnLabel(second.column)}`, [columnLabel(second.column)]);
  } else if (best.column.column.name !== "" && best.score < -0.4) {
    planner.doubt(0.85, `the only date is ${columnLabel(best.column)}`);
  }
  return best.column;
}

/** Bounds the time column by the period, half open. False where there is a period but nothing it could bound. */
export function placePeriod(planner: Planner, star: Star, measure: Measure | null): boolean {
  const { form } = planner.context;
  const said =
    planner.context.period ??
    (planner.growth ? complete(planner.growth.grain, planner.context.schema.catalog) : null);
  const period = said && planner.growth ? widened(said, planner.growth.step) : said;
  const grain = form.dimensions.find((dimension) => dimension.grain !== null)?.grain ?? undefined;
  if (planner.periodPlaced) return true;
  if (!period) {
    if (grain) planner.time = { ...part(`by ${grain}`, [grain]), grain };
    return true;
  }
  if (period.whole) {
    planner.time = { ...part(period.label, [form.period!.words]), whole: true, ...(grain ? { grain } : {}) };
    return true;
  }
  const near = planner.chosen(form.period?.near ?? null);
  const yearNumber = near?.kind === "column" && holdsYears(near.column) ? near.column : null;
  const column = yearNumber ?? timeColumn(planner, star, measure) ?? yearColumn(planner, star);
  if (!column) return false;
  const numeric = !isTime(column.column);
  if (numeric && !period.years) return false;
  const bound = (left: Expression) => boundsOf(period, left, numeric);
  const other = form.period?.or ?? null;
  if (other) {
    const either = (left: Expression): Condition => ({
      kind: "any",
      of: [period, other].map((one) => ({ kind: "all", of: boundsOf(one, left, numeric) })),
    });
    if (numeric && !other.years) return false;
    if (!star.filter(column.owner, (place) => either(asNumber(place.column(column.column))))) return false;
  }
  const pieces = other ? [] : bound({ kind: "star" });
  for (const i of pieces.keys()) {
    if (!star.filter(column.owner, (place) => bound(asNumber(place.column(column.column)))[i]!)) return false;
  }
  planner.time = {
    ...part(period.label, form.period ? [form.period.words] : []),
    binding: column.column.id,
    because: `by ${columnLabel(column)}`,
    ...(said?.from ? { from: said.from } : {}),
    ...(period.to ? { to: period.to } : {}),
    ...(grain ? { grain } : {}),
  };
  return true;
}

/** Places a period that is one of several conditions; false where there is nothing it could bound. */
export function placeDuring(
  planner: Planner,
  star: Star,
  { period, near, words }: Extract<ConditionForm, { kind: "during" }>,
): boolean {
  const named = planner.chosen(near);
  const own =
    named?.kind === "column" && (isTime(named.column.column) || holdsYears(named.column))
      ? named.column
      : null;
  const column = own ?? timeColumn(planner, star, null) ?? yearColumn(planner, star);
  if (!column || (!isTime(column.column) && !period.years)) return false;
  planner.filters.push({ ...part(period.label, [words]), binding: column.column.id });
  return star.filter(column.owner, (place) => ({
    kind: "all",
    of: boundsOf(period, asNumber(place.column(column.column)), !isTime(column.column)),
  }));
}

/** A plain number named year, where a table keeps no dates. */
function yearColumn(planner: Planner, star: Star): SchemaColumn | null {
  // The root's own year before that of a table joined to it, in the order of their distance.
  for (const table of star.within(1).keys()) {
    if (!star.has(table) && table !== planner.subject?.table) continue;
    const found = table.columns.find(
      (column) => holdsYears(column) && column.names[0]!.includes(stem("year")),
    );
    if (found) return found;
  }
  return null;
}

/** A period as bounds, half open; in whole years where only years are kept. */
function boundsOf(
  period: Pick<Period, "from" | "to" | "years">,
  left: Expression,
  numeric: boolean,
): Condition[] {
  const from = numeric ? period.years?.from : period.from;
  const to = numeric ? period.years?.to : period.to;
  const value = (edge: string | number): Expression => ({
    kind: "value",
    value: edge,
    type: numeric ? "number" : "date",
  });
  return [
    ...(from === undefined
      ? []
      : [{ kind: "compare" as const, left, operator: ">=" as const, right: value(from) }]),
    ...(to === undefined
      ? []
      : [{ kind: "compare" as const, left, operator: "<" as const, right: value(to) }]),
  ];
}
