import type { PriceLimits } from "#lib/config/schema.ts";
import type { Estimate, Price, PriceMetric } from "#lib/contracts/statement.ts";
import { amount } from "#lib/format/amount.ts";

const METRICS: PriceMetric[] = ["scannedRows", "bytes", "engineCost", "resultRows"];

/**
 * What an estimate comes to: below every `approve` limit it runs, between the two a person decides, above a `reject`
 * limit it is refused. No single metric is enough: `select *` over millions of rows looks cheap by the planner's cost.
 */
export function priceAgainst(
  estimate: Estimate,
  limits: { approve: PriceLimits; reject: PriceLimits },
  what: string,
): Price {
  const rejected = firstOver(estimate, limits.reject);
  if (rejected)
    return {
      verdict: "refuse",
      over: rejected,
      sentence: `It ${inWords(rejected, what)}, more than any query may (${amount(rejected.limit)}). Ask for a shorter period or fewer groups.`,
    };
  const asked = firstOver(estimate, limits.approve);
  if (asked)
    return {
      verdict: "ask",
      over: asked,
      sentence: `It ${inWords(asked, what)}. Your limit without asking is ${amount(asked.limit)}.`,
    };
  return { verdict: "run", sentence: `${capitalised(inWords(cheap(estimate), what))}, within your limit.` };
}

type Over = NonNullable<Price["over"]>;

function firstOver(estimate: Estimate, limits: PriceLimits): Over | undefined {
  for (const metric of METRICS) {
    const [value, limit] = [estimate[metric], limits[metric]];
    if (value !== undefined && limit !== undefined && value > limit) return { metric, value, limit };
  }
  return undefined;
}

function cheap(estimate: Estimate): Pick<Over, "metric" | "value"> {
  const metric = METRICS.find((each) => estimate[each] !== undefined) ?? "engineCost";
  return { metric, value: estimate[metric] ?? 0 };
}

function inWords({ metric, value }: Pick<Over, "metric" | "value">, what: string): string {
  switch (metric) {
    case "scannedRows":
      return `reads about ${amount(value)} rows of ${what}`;
    case "bytes":
      return `reads about ${amount(value / 1e6)} MB of ${what}`;
    case "resultRows":
      return `would return about ${amount(value)} rows`;
    case "engineCost":
      return `is expected to cost ${amount(value)} in the database's own unit`;
  }
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
