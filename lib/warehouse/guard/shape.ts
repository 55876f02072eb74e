import type { Parameter } from "#lib/contracts/reading.ts";
import { GateFault } from "./fault.ts";
import type { Resolution } from "./resolution.ts";
import type { Relation } from "./scope.ts";
import { seriesLength } from "./series.ts";
import { as, type Fields, list, literal, strings, unwrap, visit } from "./tree.ts";

const MAX_SERIES = 10_000;
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

/**
 * Accepted: a literal bound on a counter, or UNION (which drops repeats) over the columns of one table. Either way the
 * step is a plain select that reads itself once, tied to a table by equality at most: anything else can branch.
 */
function checkRecursion(clause: Fields, resolution: Resolution, params: readonly Parameter[]): void {
  if (!clause.recursive) return;
  for (const each of list(clause.ctes)) {
    const query = as(as(each, "CommonTableExpr")!.ctequery, "SelectStmt")!;
    if (!query.larg || !refersToItself(query.rarg, resolution)) continue;
    const [start, step] = [query.larg as Fields, query.rarg as Fields];
    const isPlain = !start.larg && !step.larg && readsItselfOnce(step, resolution);
    if (isPlain && !query.all && copiesColumns(start, resolution) && copiesColumns(step, resolution))
      continue;
    if (isPlain && isBounded(start, step, resolution, params)) continue;
    throw costly(
      "The recursion has no bound that can be seen. Count its depth in a column and stop below a number written out.",
    );
  }
}

/** One reference to itself; whatever stands beside it is a table, tied by equality. */
function readsItselfOnce(step: Fields, resolution: Resolution): boolean {
  const relations: Relation[] = [];
  const conditions: unknown[] = [step.whereClause];
  const collect = (item: unknown): void => {
    const join = as(item, "JoinExpr");
    if (join) {
      collect(join.larg);
      collect(join.rarg);
      conditions.push(join.quals);
      return;
    }
    const relation = resolution.relations.get(item as object);
    if (relation) relations.push(relation);
  };
  for (const item of list(step.fromClause)) collect(item);
  const [itself, ...more] = relations.filter((each) => each.recursive);
  if (!itself || more.length > 0) return false;
  const beside = relations.filter((each) => each !== itself);
  return beside.every(
    (each) =>
      each.tableId !== undefined &&
      conditions.some((condition) => hasEquality(condition, itself, each, resolution)),
  );
}

function hasEquality(condition: unknown, a: Relation, b: Relation, resolution: Resolution): boolean {
  return conjunctsOf(condition).some((each) => {
    const comparison = as(each, "A_Expr");
    if (comparison?.kind !== "AEXPR_OP" || strings(comparison.name).at(-1) !== "=") return false;
    const sides = [comparison.lexpr, comparison.rexpr].map((side) =>
      side ? resolution.references.get(side as object)?.relation : undefined,
    );
    return sides.includes(a) && sides.includes(b);
  });
}

/** The parts of a condition that must all hold. */
function conjunctsOf(condition: unknown): unknown[] {
  const and = as(condition, "BoolExpr");
  return and?.boolop === "AND_EXPR" ? list(and.args).flatMap(conjunctsOf) : [condition];
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

/** Every output is a column of one and the same table, or a literal: no more rows than the table has. */
function copiesColumns(select: Fields, resolution: Resolution): boolean {
  const sources = new Set<Relation>();
  const copied = targetsOf(select).every((value) => {
    if (literal(value) !== undefined) return true;
    const reference = value ? resolution.references.get(value as object) : undefined;
    if (reference) sources.add(reference.relation);
    return reference?.column.id !== undefined;
  });
  return copied && sources.size === 1;
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
    const counter = counterOf(value, position, resolution);
    if (typeof from !== "number" || !counter) return false;
    const bound = boundOf(step.whereClause, counter.column, resolution, params);
    return bound !== null && (bound - from) / counter.by <= MAX_DEPTH;
  });
}

/** `r.n + 1`, with r the recursive relation and n the very column that this output becomes. */
function counterOf(
  value: unknown,
  position: number,
  resolution: Resolution,
): { column: string; by: number } | null {
  const sum = as(value, "A_Expr");
  if (!sum || strings(sum.name).at(-1) !== "+") return null;
  const by = literal(sum.rexpr);
  const reference = sum.lexpr ? resolution.references.get(sum.lexpr as object) : undefined;
  if (typeof by !== "number" || by <= 0 || !reference?.relation.recursive) return null;
  if (reference.relation.columns[position] !== reference.column) return null;
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

/** Ties what a condition compares. Only what must hold ties; of an OR, only what each arm ties. */
function visitComparisons(value: unknown, tie: (value: unknown) => void): void {
  for (const each of conjunctsOf(value)) {
    const or = as(each, "BoolExpr");
    if (or?.boolop === "OR_EXPR") {
      if (list(or.args).every((arm) => conjunctsOf(arm).some(isTie))) tie(or.args);
    } else if (isTie(each)) tie(each);
  }
}

/** A comparison that narrows; that two things differ ties nothing. */
function isTie(node: unknown): boolean {
  if (as(node, "SubLink") || as(node, "BoolExpr")?.boolop === "NOT_EXPR") return true;
  const comparison = as(node, "A_Expr");
  const operator = strings(comparison?.name).at(-1);
  return (
    comparison !== null && comparison.kind !== "AEXPR_DISTINCT" && operator !== "<>" && operator !== "!="
  );
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
