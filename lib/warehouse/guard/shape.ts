import type { Parameter } from "#lib/contracts/reading.ts";
import { GateFault } from "./fault.ts";
import type { Resolution } from "./resolve.ts";
import type { Relation } from "./scope.ts";
import { seriesLength } from "./series.ts";
import { as, type Fields, list, literal, strings, unwrap, visit } from "./tree.ts";

const MAX_SERIES = 100_000;
const MAX_DEPTH = 100;

/**
 * The static-shape layer: what no planner prices. EXPLAIN cannot see recursion (an endless one was estimated at 5.55)
 * nor the length of a computed series, and a join without a condition is never what a question meant.
 */
export function checkShape(select: Fields, resolution: Resolution, params: readonly Parameter[]): void {
  visit({ SelectStmt: select }, (kind, fields) => {
    if (kind === "FuncCall" && strings(fields.funcname).at(-1) === "generate_series")
      checkSeries(fields, params);
    if (kind === "WithClause") checkRecursion(fields, resolution, params);
    if (kind === "SelectStmt") checkConnected(fields, resolution);
    return undefined;
  });
}

function checkSeries(call: Fields, params: readonly Parameter[]): void {
  const length = seriesLength(list(call.args), params);
  if (length === null)
    throw costly("A computed series needs its start, end and step written out, so that its length is known.");
  if (length > MAX_SERIES)
    throw costly(
      `The series would have ${length.toLocaleString("en")} steps; at most ${MAX_SERIES.toLocaleString("en")} are allowed.`,
    );
}

/** Accepted: a literal bound on a counter, or UNION (which drops repeats) over a table's own columns. */
function checkRecursion(clause: Fields, resolution: Resolution, params: readonly Parameter[]): void {
  if (!clause.recursive) return;
  for (const each of list(clause.ctes)) {
    const query = as(as(each, "CommonTableExpr")!.ctequery, "SelectStmt")!;
    if (!query.larg || !refersToItself(query.rarg, resolution)) continue;
    const [start, step] = [query.larg as Fields, query.rarg as Fields];
    if (!query.all && copiesColumns(start, resolution) && copiesColumns(step, resolution)) continue;
    if (isBounded(start, step, resolution, params)) continue;
    throw costly(
      "The recursion has no bound that can be seen. Count its depth in a column and stop below a number written out.",
    );
  }
}

function refersToItself(value: unknown, resolution: Resolution): boolean {
  let found = false;
  visit(value, (kind, _, node) => {
    if (kind === "RangeVar" && resolution.relations.get(node)?.recursive) found = true;
    return !found;
  });
  return found;
}

function targetsOf(select: Fields): unknown[] {
  return list(select.targetList).map((target) => as(target, "ResTarget")?.val);
}

function copiesColumns(select: Fields, resolution: Resolution): boolean {
  return targetsOf(select).every((value) => {
    const reference = value ? resolution.references.get(value as object) : undefined;
    return (
      literal(value) !== undefined ||
      reference?.column.id !== undefined ||
      reference?.relation.recursive === true
    );
  });
}

function isBounded(
  start: Fields,
  step: Fields,
  resolution: Resolution,
  params: readonly Parameter[],
): boolean {
  const starts = targetsOf(start);
  return targetsOf(step).some((value, position) => {
    const from = literal(starts[position]);
    const counter = counterOf(value, resolution);
    if (typeof from !== "number" || !counter) return false;
    const bound = boundOf(step.whereClause, counter.column, resolution, params);
    return bound !== null && (bound - from) / counter.by <= MAX_DEPTH;
  });
}

/** `r.n + 1`, with r the recursive relation. */
function counterOf(value: unknown, resolution: Resolution): { column: string; by: number } | null {
  const sum = as(value, "A_Expr");
  if (!sum || strings(sum.name).at(-1) !== "+") return null;
  const by = literal(sum.rexpr);
  const reference = sum.lexpr ? resolution.references.get(sum.lexpr as object) : undefined;
  if (typeof by !== "number" || by <= 0 || !reference?.relation.recursive) return null;
  return { column: reference.column.name, by };
}

/** The literal of `r.n < 10`, standing alone or in a conjunction. */
function boundOf(
  condition: unknown,
  column: string,
  resolution: Resolution,
  params: readonly Parameter[],
): number | null {
  const and = as(condition, "BoolExpr");
  if (and?.boolop === "AND_EXPR") {
    const bounds = list(and.args).map((each) => boundOf(each, column, resolution, params));
    return bounds.find((bound) => bound !== null) ?? null;
  }
  const comparison = as(condition, "A_Expr");
  const operator = strings(comparison?.name).at(-1);
  if (comparison?.kind !== "AEXPR_OP" || !(operator === "<" || operator === "<=")) return null;
  const reference = comparison.lexpr ? resolution.references.get(comparison.lexpr as object) : undefined;
  if (!reference?.relation.recursive || reference.column.name !== column) return null;
  const parameter = as(comparison.rexpr, "ParamRef");
  const bound = parameter ? params[Number(parameter.number) - 1] : literal(comparison.rexpr);
  return typeof bound === "number" ? bound : null;
}

/** Every relation of a FROM clause must be tied to the others by a condition, unless it is a single row. */
function checkConnected(select: Fields, resolution: Resolution): void {
  const relations: Relation[] = [];
  const groups = new Groups<Relation>();
  const tie = (value: unknown) => tieReferences(value, resolution, groups);
  const collect = (item: unknown): Relation[] => {
    const node = unwrap(item);
    if (node?.kind === "RangeTableSample") return collect(node.fields.relation);
    if (node?.kind === "JoinExpr") {
      const [left, right] = [collect(node.fields.larg), collect(node.fields.rarg)];
      if (node.fields.usingClause || node.fields.isNatural) groups.join(left.at(-1)!, right.at(-1)!);
      visitComparisons(node.fields.quals, tie);
      return [...left, ...right];
    }
    const relation = resolution.relations.get(item as object);
    if (!relation) return [];
    relations.push(relation);
    // A lateral item that refers to its neighbours is tied to them.
    if (node?.kind !== "RangeVar") {
      const used = relationsIn(node!.fields, resolution);
      for (const each of used) if (relations.includes(each)) groups.join(relation, each);
    }
    return [relation];
  };
  for (const item of list(select.fromClause)) collect(item);
  visitComparisons(select.whereClause, tie);
  const apart = new Set(relations.filter((each) => !each.singleRow).map((each) => groups.of(each)));
  if (apart.size > 1)
    throw costly(
      `Nothing ties ${relations.map((each) => `"${each.alias}"`).join(" and ")} together, so every row would meet every other. Add the condition that joins them.`,
    );
}

function visitComparisons(value: unknown, tie: (value: unknown) => void): void {
  visit(value, (kind, fields) => {
    if (kind === "A_Expr" || kind === "SubLink") tie(fields);
    return undefined;
  });
}

function tieReferences(value: unknown, resolution: Resolution, groups: Groups<Relation>): void {
  const [first, ...others] = relationsIn(value, resolution);
  for (const other of others) groups.join(first!, other);
}

function relationsIn(value: unknown, resolution: Resolution): Relation[] {
  const found = new Set<Relation>();
  visit(value, (kind, _, node) => {
    const reference = kind === "ColumnRef" ? resolution.references.get(node) : undefined;
    if (reference) found.add(reference.relation);
    return undefined;
  });
  return [...found];
}

/** Disjoint sets. */
class Groups<T> {
  readonly #leader = new Map<T, T>();

  of(item: T): T {
    const above = this.#leader.get(item);
    return above === undefined ? item : this.of(above);
  }

  join(a: T, b: T): void {
    const [first, second] = [this.of(a), this.of(b)];
    if (first !== second) this.#leader.set(second, first);
  }
}

function costly(sentence: string): GateFault {
  return new GateFault("shape", "E_COST", sentence);
}
