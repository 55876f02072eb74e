import type { Column, Metric } from "#lib/contracts/catalog.ts";
import type { Candidate } from "./candidates.ts";
import { moneyNames, moneyNouns, personNouns } from "./english/lexicon.ts";
import { stem } from "./english/stem.ts";
import { datesOf, plural } from "./names.ts";
import { type Aggregate, asNumber, type Expression } from "./query.ts";
import {
  columnLabel,
  isNumber,
  isTime,
  type LineAmount,
  type SchemaColumn,
  type SchemaTable,
  tableLabel,
} from "./schema.ts";
import type { Star } from "./star.ts";

/** A figure to compute, with the table at whose grain it is computed. */
export interface Measure {
  home: SchemaTable;
  fn: Aggregate;
  of:
    | { kind: "rows" }
    | { kind: "column"; column: SchemaColumn }
    | { kind: "line"; amount: LineAmount }
    | { kind: "metric"; metric: Metric };
  distinct: boolean;
  label: string;
  unit?: string;
  binding?: string;
  because: string;
}

/** Whether figures of several rows may be added up: a sum or a count of rows, and a metric that is one of these. */
export function addsUp({ fn, of, distinct }: Measure): boolean {
  if (distinct) return false;
  if (of.kind === "metric")
    return /^\s*(sum|count)\s*\((?!\s*distinct\b)[^()]*(\([^()]*\)[^()]*)*\)\s*$/i.test(of.metric.expression);
  return fn === "sum" || fn === "count";
}

const yearStem = stem("year");
const averaged = new Set(
  ["price", "rate", "age", "rating", "score", "margin", "percent", "temperature", "height", "weight"].map(
    stem,
  ),
);

/** What a candidate measures under an aggregate; null where it measures nothing. */
export function measureOf(candidate: Candidate, fn: Aggregate | null, distinct: boolean): Measure | null {
  switch (candidate.kind) {
    case "table":
      return measureOfTable(candidate.table, fn, candidate.because);
    case "column":
      return measureOfColumn(candidate.column, fn, distinct, candidate.because);
    case "line-amount":
      if (fn === "count") return null;
      return {
        home: candidate.owner,
        fn: fn ?? "sum",
        of: { kind: "line", amount: candidate.amount },
        distinct: false,
        label: fn && fn !== "sum" ? `${aggregateWords[fn]} line amount` : "sales amount",
        because: candidate.because,
      };
    case "metric": {
      // An aggregate over a finished aggregate has no meaning; `total revenue` is revenue.
      const { metric } = candidate;
      const counts = fn === "count" && metric.unit === "count";
      const repeats = fn !== null && metric.name.toLowerCase().startsWith(aggregateWords[fn]);
      if (fn !== null && fn !== "sum" && !counts && !repeats) return null;
      return {
        home: candidate.owner,
        fn: "sum",
        of: { kind: "metric", metric },
        distinct: false,
        label: metric.name,
        ...(metric.unit ? { unit: metric.unit } : {}),
        binding: metric.id,
        because: candidate.because,
      };
    }
    case "value":
      return null;
  }
}

export const aggregateWords: Record<Aggregate, string> = {
  sum: "total",
  avg: "average",
  min: "lowest",
  max: "highest",
  count: "number of",
};

function measureOfTable(table: SchemaTable, fn: Aggregate | null, because: string): Measure | null {
  const name = tableLabel(table);
  if (fn === "sum" || fn === null) {
    // `total payments` adds up money; `total orders` counts.
    const amounts = table.columns.filter(
      ({ column, key, names }) =>
        !key && isNumber(column) && names.some((stems) => moneyNames.includes(stems.at(-1)!)),
    );
    const isMoney = table.names.some((stems) => moneyNouns.has(stems.at(-1)!));
    const amount = amounts[0];
    if (isMoney && amount && amounts.length === 1)
      return measureOfColumn(amount, "sum", false, `the amounts of ${name}`);
    if (isMoney && fn === "sum") return null;
  }
  if (fn === "avg" || fn === "min" || fn === "max") return null;
  return {
    home: table,
    fn: "count",
    of: { kind: "rows" },
    distinct: false,
    label: `number of ${plural(name)}`,
    unit: "count",
    binding: table.table.id,
    because,
  };
}

/** A column's values for people: `dates shipped`, since a date is counted and not its verb. */
function several(column: SchemaColumn): string {
  const name = columnLabel(column);
  return isTime(column.column) ? datesOf(name) : plural(name);
}

function measureOfColumn(
  column: SchemaColumn,
  fn: Aggregate | null,
  distinct: boolean,
  because: string,
): Measure | null {
  const name = columnLabel(column);
  const base = {
    home: column.owner,
    of: { kind: "column" as const, column },
    binding: column.column.id,
    because,
  };
  const numeric = isNumber(column.column) && !column.key;
  if (fn === "count") {
    // `number of employees` where that is a column: the figure is stored, not counted.
    // `how many advisors`, where each row has the number of one.
    const person = personNouns.has(column.names[0]!.at(-1)!) && !/s$/i.test(column.column.name);
    if (numeric && !distinct && !person && column.column.kind !== "text")
      return { ...base, fn: "sum", distinct: false, label: name };
    return { ...base, fn: "count", distinct: true, label: `number of ${several(column)}`, unit: "count" };
  }
  if (fn === "min" || fn === "max") {
    if (!numeric && !isTime(column.column)) return null;
    const words = isTime(column.column) ? (fn === "min" ? "earliest" : "latest") : aggregateWords[fn];
    return { ...base, fn, distinct: false, label: `${words} ${name}` };
  }
  if (!numeric || column.names[0]!.includes(yearStem)) return null;
  const used = fn ?? (column.names[0]!.some((word) => averaged.has(word)) ? "avg" : "sum");
  return { ...base, fn: used, distinct: false, label: `${aggregateWords[used]} ${name}` };
}

/**
 * The measure as an expression over a star whose root is its home; null where joins multiply the rows that it adds
 * up. Counts survive that by counting keys, minima and maxima need nothing.
 */
export function measureExpression(measure: Measure, star: Star): Expression | null {
  const multiplied = star.fanOuts().length > 0;
  const aggregate = (of: Expression, distinct = false): Expression => ({
    kind: "aggregate",
    fn: measure.fn,
    distinct,
    of,
  });
  if (measure.of.kind === "rows") {
    if (!multiplied || onlyThroughBridges(star)) return aggregate({ kind: "star" });
    const [key, ...more] = star.root.table.primaryKey;
    if (!key || more.length > 0) return null;
    return aggregate(star.column(star.root.columns.find(({ column }) => column.id === key)!.column), true);
  }
  if (measure.of.kind === "column") {
    const safe = measure.distinct || measure.fn === "min" || measure.fn === "max" || !multiplied;
    if (!safe && !onlyThroughBridges(star)) return null;
    const use = star.column(measure.of.column.column);
    return aggregate(measure.fn === "count" ? use : asNumber(use), measure.distinct);
  }
  if (multiplied && !onlyThroughBridges(star)) return null;
  if (measure.of.kind === "line")
    return aggregate(lineAmount(measure.of.amount, (column) => star.column(column)));
  return template(measure.of.metric, star);
}

/**
 * A table that only pairs two others (`book_author`) puts a row into each of its groups once: sums within a group are
 * right. That holds where the pair is unique and is all that fans out.
 */
function onlyThroughBridges(star: Star): boolean {
  const fans = star.fanOuts();
  return fans.length === 1 && fans[0]!.to.bridge && fans[0]!.to.table.primaryKey.length === 2;
}

function lineAmount(
  { price, quantity, discount }: LineAmount,
  use: (column: Column) => Expression,
): Expression {
  const amount: Expression = { kind: "arithmetic", operator: "*", left: use(price), right: use(quantity) };
  if (!discount) return amount;
  const rest: Expression = {
    kind: "arithmetic",
    operator: "-",
    left: { kind: "number", value: 1 },
    right: use(discount),
  };
  return { kind: "arithmetic", operator: "*", left: amount, right: rest };
}

function template(metric: Metric, star: Star): Expression | null {
  const parts = metric.expression.split(/\{\{(.+?)\}\}/).map((part, i) => {
    if (i % 2 === 0) return part;
    const column = [...star.columns()].find(({ column: known }) => known.id === part);
    return column ? star.column(column.column) : null;
  });
  return parts.every((part) => part !== null) ? { kind: "template", parts } : null;
}

/** Whether two measures are the same figure. */
export function sameMeasure(a: Measure, b: Measure): boolean {
  return (
    a.fn === b.fn &&
    a.home === b.home &&
    a.binding === b.binding &&
    a.distinct === b.distinct &&
    a.of.kind === b.of.kind
  );
}
