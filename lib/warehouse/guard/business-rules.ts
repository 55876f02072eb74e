import type { BusinessRule } from "#lib/warehouse/policy.ts";
import { GateFault } from "./fault.ts";

/** What a statement reads, as far as rules of the business look at it: ids, whatever the dialect. */
export interface ReadParts {
  tables: ReadonlySet<string>;
  /** Columns that a condition narrows. */
  filtered: ReadonlySet<string>;
}

/** Throws `E_POLICY` with the reason that the business gave. */
export function checkBusinessRules(rules: readonly BusinessRule[], { tables, filtered }: ReadParts): void {
  for (const rule of rules) {
    if (rule.kind === "never_together") {
      if (rule.tables.every((id) => tables.has(id)))
        throw refusal(`${rule.tables.join(" and ")} are not to be read together: ${rule.reason}`);
    } else if (tables.has(rule.table) && !rule.columns.some((name) => filtered.has(`${rule.table}.${name}`)))
      throw refusal(
        `${rule.table} is only to be read with a condition on ${rule.columns.join(" or ")}: ${rule.reason}`,
        rule.columns,
      );
  }
}

function refusal(sentence: string, candidates: string[] = []): GateFault {
  return new GateFault(
    "meaning",
    "E_POLICY",
    /[.!?]$/.test(sentence) ? sentence : `${sentence}.`,
    candidates,
  );
}
