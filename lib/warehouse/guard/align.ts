import type { Resolution } from "./resolution.ts";
import { as, type Fields, list, strings, visit } from "./tree.ts";

const COMPARISONS = new Set(["=", "<>", "!=", "<", "<=", ">", ">="]);

/**
 * Gives a date that is compared with a timestamp the timestamp's own type: `at >= date '2025-01-01'` becomes
 * `at >= (date '2025-01-01')::timestamptz`, which the engine would compute anyway. Without it the planner has no
 * statistics for the mixed comparison (measured: 1 row expected of 1.1 million), so a costly query would look free
 * and run under the wrong plan. Changes the tree in place.
 */
export function alignDates(select: Fields, resolution: Resolution): void {
  visit(select, (kind, fields) => {
    if (kind === "A_Expr") alignComparison(fields, resolution);
    return undefined;
  });
}

function alignComparison(comparison: Fields, resolution: Resolution): void {
  const { kind, name, lexpr, rexpr } = comparison;
  const operator = strings(name).at(-1) ?? "";
  if (kind === "AEXPR_OP" && COMPARISONS.has(operator)) {
    comparison.rexpr = aligned(rexpr, timestampType(lexpr, resolution));
    comparison.lexpr = aligned(lexpr, timestampType(rexpr, resolution));
  } else if (kind === "AEXPR_BETWEEN" || kind === "AEXPR_IN") {
    const bounds = as(rexpr, "List");
    const type = timestampType(lexpr, resolution);
    if (bounds) bounds.items = list(bounds.items).map((each) => aligned(each, type));
  }
}

/** `timestamp` or `timestamptz` where the node is a column of that type. */
function timestampType(node: unknown, resolution: Resolution): string | null {
  const column = node && typeof node === "object" ? resolution.references.get(node)?.column : undefined;
  const type = column?.type?.toLowerCase() ?? "";
  if (!type.startsWith("timestamp")) return null;
  return type === "timestamptz" || type.includes("with time zone") ? "timestamptz" : "timestamp";
}

function aligned(node: unknown, type: string | null): unknown {
  const target = type === null ? null : as(node, "TypeCast");
  if (!target || strings((target.typeName as Fields).names).at(-1) !== "date") return node;
  // The parser puts built-in keywords such as `timestamp` under pg_catalog; a bare name would not print back the same.
  const names = type === "timestamp" ? ["pg_catalog", "timestamp"] : [type];
  return {
    TypeCast: { arg: node, typeName: { names: names.map((sval) => ({ String: { sval } })), typemod: -1 } },
  };
}
