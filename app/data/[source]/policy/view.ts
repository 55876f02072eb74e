import { basename } from "node:path";
import type { PriceLimits } from "#lib/config/schema.ts";
import type { PolicyView } from "#lib/contracts/policy-view.ts";
import { amount } from "#lib/format/amount.ts";
import { type BusinessRule, tighter } from "#lib/warehouse/policy.ts";
import type { Source } from "#lib/warehouse/sources.ts";

/** A source's rules in words. */
export async function policyView(source: Source): Promise<PolicyView> {
  const { policy, config } = source;
  return {
    file: config.schema_policy === undefined ? null : basename(config.schema_policy),
    excluded: policy.excluded.map(({ id, reason }) => ({
      id,
      what: id.split(".").length === 2 ? "table" : "column",
      reason,
    })),
    rules: policy.rules.map((rule) => ({ rule: inWords(rule), reason: rule.reason })),
    limits: limitsOf(source),
    idle: await source.idleRules(),
  };
}

function inWords(rule: BusinessRule): string {
  return rule.kind === "never_together"
    ? `${rule.tables.join(" and ")} are not read together`
    : `${rule.table} is only read with a condition on ${rule.columns.join(" or ")}`;
}

function limitsOf({ limits, policy, config }: Source): PolicyView["limits"] {
  const { maxRows, maxBytes, timeoutSeconds } = limits;
  return [
    { name: "Rows of a result", value: maxRows.toLocaleString("en") },
    { name: "Size of a result", value: `${(maxBytes / 1e6).toLocaleString("en")} MB` },
    { name: "Time of a query", value: `${timeoutSeconds} seconds` },
    ...priceLimits("A person decides above", tighter(config.approve_above, policy.limits.approve_above)),
    ...priceLimits("Never runs above", tighter(config.reject_above, policy.limits.reject_above)),
    ...priceLimits("One person’s day", config.budget_per_day),
  ];
}

const UNITS: Record<keyof PriceLimits, string> = {
  scannedRows: "scanned rows",
  bytes: "bytes",
  engineCost: "units of the planner’s cost",
  resultRows: "result rows",
};

function priceLimits(name: string, limits: PriceLimits): PolicyView["limits"] {
  const parts = Object.entries(UNITS).flatMap(([metric, unit]) => {
    const limit = limits[metric as keyof PriceLimits];
    return limit === undefined ? [] : [`${amount(limit)} ${unit}`];
  });
  return parts.length === 0 ? [] : [{ name, value: parts.join(", or ") }];
}
