import type { Metric } from "#lib/contracts/catalog.ts";

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
 * Takes a ratio apart into the two aggregates that add up over groups, which the ratio itself does not.
 *
 * @returns null where the metric is no ratio of two expressions
 */
export function ratioOf(metric: Metric, known: Metric[] = []): Ratio | null {
  const parts = splitTop(bare(metric.expression), "/");
  if (parts.length !== 2) return null;
  const [top, bottom] = parts.map((part) => bare(part.text)) as [string, string];
  const divisor = /^NULLIF\s*\(([\s\S]*),\s*0(?:\.0+)?\s*\)$/i.exec(bottom)?.[1]?.trim() ?? bottom;
  return {
    numerator: named(top, metric, known, `numerator of ${metric.name}`),
    denominator: named(divisor, metric, known, `denominator of ${metric.name}`),
  };
}

/**
 * Takes a figure apart into the terms that add up to it exactly: the terms of a sum of aggregates, or the columns of
 * `SUM(a - b - c)`, each as a metric of its own. A product is never taken apart.
 *
 * @returns at least two terms, or an empty list where it is no sum
 */
export function termsOf(metric: Metric, known: Metric[] = []): Term[] {
  const expression = bare(metric.expression);
  const outer = splitTop(expression, "+-");
  if (outer.length > 1)
    return outer.map(({ text, sign }) => ({ sign, metric: term(bare(text), metric, known) }));
  const inner = /^SUM\s*\(([\s\S]*)\)$/i.exec(expression)?.[1];
  if (inner === undefined) return [];
  const terms = splitTop(inner, "+-");
  if (terms.length < 2) return [];
  return terms.map(({ text, sign }) => ({ sign, metric: term(`SUM(${bare(text)})`, metric, known) }));
}

function term(expression: string, of: Metric, known: Metric[]): Metric {
  const column = /^SUM\(\{\{[^}]*\.([^.}]+)\}\}\)$/i.exec(expression)?.[1];
  return named(expression, of, known, (column ?? "part").replaceAll("_", " "));
}

/** The metric that people gave this expression, else one made for the occasion. */
function named(expression: string, of: Metric, known: Metric[], name: string): Metric {
  const own = known.find((each) => squeeze(each.expression) === squeeze(expression));
  if (own) return own;
  const columns = [...expression.matchAll(/\{\{(.+?)\}\}/g)].map((match) => match[1]!);
  // A part of a ratio is an amount: in what unit, nobody said.
  const { unit: _, description: __, ...base } = of;
  return { ...base, id: squeeze(expression), name, synonyms: [], expression, columns: [...new Set(columns)] };
}

/** Splits at an operator outside parentheses; each part with the sign before it. */
function splitTop(expression: string, operators: string): Array<{ text: string; sign: 1 | -1 }> {
  const parts: Array<{ text: string; sign: 1 | -1 }> = [];
  let depth = 0;
  let sign: 1 | -1 = 1;
  let text = "";
  for (const char of expression) {
    if (char === "(" || char === "{") depth++;
    if (char === ")" || char === "}") depth--;
    if (depth === 0 && operators.includes(char) && text.trim() !== "") {
      parts.push({ text: text.trim(), sign });
      sign = char === "-" ? -1 : 1;
      text = "";
    } else text += char;
  }
  parts.push({ text: text.trim(), sign });
  return parts;
}

/** Without parentheses that enclose the whole. */
function bare(expression: string): string {
  const text = expression.trim();
  if (!text.startsWith("(") || !text.endsWith(")")) return text;
  let depth = 0;
  for (let at = 0; at < text.length - 1; at++) {
    if (text[at] === "(") depth++;
    if (text[at] === ")") depth--;
    if (depth === 0) return text;
  }
  return bare(text.slice(1, -1));
}

function squeeze(expression: string): string {
  return expression.replace(/\s+/g, "").toLowerCase();
}
