import type { Metric } from "#lib/contracts/catalog.ts";
import { type ExpressionNode, expressionTree, squeeze } from "./expression-tree.ts";

/** A metric that is one aggregate over another: `SUM(profit) / NULLIF(SUM(revenue), 0)`. */
export interface Ratio {
  numerator: Metric;
  denominator: Metric;
}

/** A part of a figure that is a sum: `revenue` with sign 1, `compliance cost` with sign −1. */
export interface Term {
  metric: Metric;
  sign: 1 | -1;
}

/**
 * Takes a ratio apart into the two aggregates that add up over groups, which the ratio itself does not. Exactly one
 * aggregate over another counts, or sums of aggregates; `NULLIF(…, 0)` below and `* 1.0` anywhere change nothing.
 *
 * @returns null where the metric is anything else, as `SUM(a) / SUM(b) * 100` is: its sides would not give it back
 */
export function ratioOf(metric: Metric, known: Metric[] = []): Ratio | null {
  const factors = factorsOf(expressionTree(metric.expression));
  const top = factors.filter(({ inverse }) => !inverse);
  const bottom = factors.filter(({ inverse }) => inverse);
  if (top.length !== 1 || bottom.length !== 1) return null;
  const numerator = plain(top[0]!.node);
  const denominator = plain(divisor(plain(bottom[0]!.node)));
  if (!isOfAggregates(numerator) || !isOfAggregates(denominator)) return null;
  return {
    numerator: named(numerator.text, metric, known, `numerator of ${metric.name}`),
    denominator: named(denominator.text, metric, known, `denominator of ${metric.name}`),
  };
}

/**
 * Takes a figure apart into the terms that add up to it exactly: the terms of a sum of aggregates, or the columns of
 * `SUM(a - b - c)`, each as a metric of its own. A product is never taken apart.
 *
 * @returns at least two terms, or an empty list where it is no sum, or one with a constant, which is no figure
 */
export function termsOf(metric: Metric, known: Metric[] = []): Term[] {
  const node = expressionTree(metric.expression);
  const inner = node.kind === "call" && node.name === "SUM" && node.arguments.length === 1;
  const sum = inner ? expressionTree(node.arguments[0]!) : node;
  if (sum.kind !== "sum" || sum.terms.length < 2) return [];
  const terms = sum.terms.map(({ sign, node: { text } }) => ({
    sign,
    metric: term(inner ? `SUM(${text})` : text, metric, known),
  }));
  return terms.every(({ metric: { columns } }) => columns.length > 0) ? terms : [];
}

/**
 * Whether a figure of several groups is the sum of theirs: one SUM or COUNT of rows, sums and differences of those, and
 * those times a constant. Different things, averages and extremes are not, and neither is a product of two figures.
 */
export function isAdditive(metric: Pick<Metric, "expression">): boolean {
  return addsUp(expressionTree(metric.expression));
}

function addsUp(node: ExpressionNode): boolean {
  if (node.kind === "call") return ADDITIVE.has(node.name) && !isDistinct(node.arguments);
  if (node.kind === "sum") return node.terms.every((each) => addsUp(each.node));
  if (node.kind !== "product") return false;
  const varying = node.factors.filter((each) => each.node.kind !== "number");
  return varying.length === 1 && !varying[0]!.inverse && addsUp(varying[0]!.node);
}

const ADDITIVE = new Set(["SUM", "COUNT"]);
const AGGREGATES = new Set([...ADDITIVE, "AVG", "MIN", "MAX"]);

function isDistinct([first = ""]: string[]): boolean {
  return /^distinct\b/i.test(first);
}

function isOfAggregates(node: ExpressionNode): boolean {
  return node.kind === "sum"
    ? node.terms.every((each) => isOfAggregates(each.node))
    : node.kind === "call" && AGGREGATES.has(node.name);
}

/** The factors but for ones. */
function factorsOf(node: ExpressionNode): Array<{ inverse: boolean; node: ExpressionNode }> {
  if (node.kind !== "product") return [{ inverse: false, node }];
  return node.factors.filter((each) => each.node.kind !== "number" || each.node.value !== 1);
}

/** `SUM(a) * 1.0` is `SUM(a)`. */
function plain(node: ExpressionNode): ExpressionNode {
  const [only, ...others] = factorsOf(node);
  return only && others.length === 0 && !only.inverse ? only.node : node;
}

function divisor(node: ExpressionNode): ExpressionNode {
  if (node.kind !== "call" || node.name !== "NULLIF" || node.arguments.length !== 2) return node;
  const nothing = expressionTree(node.arguments[1]!);
  return nothing.kind === "number" && nothing.value === 0 ? expressionTree(node.arguments[0]!) : node;
}

function term(expression: string, of: Metric, known: Metric[]): Metric {
  return named(expression, of, known, `part of ${of.name}`);
}

/** The metric that people gave this expression, else one made for the occasion. */
function named(expression: string, of: Metric, known: Metric[], name: string): Metric {
  const own = known.find((each) => squeeze(each.expression) === squeeze(expression));
  if (own) return own;
  const columns = [...expression.matchAll(/\{\{(.+?)\}\}/g)].map((match) => match[1]!);
  // A plain sum is called like what it sums.
  const column = /^SUM\(\{\{[^}]*\.([^.}]+)\}\}\)$/i.exec(expression)?.[1]?.replaceAll("_", " ");
  // A part of a ratio is an amount: in what unit, nobody said.
  const { unit: _, description: __, ...base } = of;
  return {
    ...base,
    id: squeeze(expression),
    name: column ?? name,
    synonyms: [],
    expression,
    columns: [...new Set(columns)],
  };
}
