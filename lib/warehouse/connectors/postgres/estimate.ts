import type { Estimate } from "#lib/contracts/statement.ts";

/** The parts of `EXPLAIN (FORMAT JSON)` that a price needs. */
export interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  Schema?: string;
  "Plan Rows": number;
  "Total Cost": number;
  "Join Type"?: string;
  "Parent Relationship"?: string;
  "Workers Planned"?: number;
  Plans?: PlanNode[];
}

/** Rows of a table as the engine's own statistics have them, by table name. */
export type TableRows = (schema: string | undefined, table: string) => number | undefined;

/** Nodes that hand rows on one by one: a LIMIT above them ends the scan below early. */
const STREAMING = new Set([
  "Limit",
  "Result",
  "ProjectSet",
  "Subquery Scan",
  "CTE Scan",
  "Append",
  "Gather",
  "Nested Loop",
  "LockRows",
  "Unique",
]);

/**
 * Prices a plan. `EXPLAIN` gives rows *after* a scan's filter; what costs is rows *read*, so a sequential scan counts
 * its whole table, times the share that a LIMIT above lets it read, times the loops of a nested join.
 */
export function priceOf(plan: PlanNode, tableRows: TableRows): Estimate {
  return {
    scannedRows: Math.round(scanned(plan, 1, 1, tableRows)),
    engineCost: Math.round(plan["Total Cost"]),
    resultRows: Math.round(plan["Plan Rows"]),
    quality: "heuristic",
    plan: planLines(plan),
  };
}

function scanned(node: PlanNode, share: number, loops: number, tableRows: TableRows): number {
  const children = node.Plans ?? [];
  if (children.length === 0 || node["Relation Name"]) {
    const own = node["Relation Name"] ? rowsRead(node, tableRows) * share * loops : 0;
    return own + sum(children.map((child) => scanned(child, 1, loops, tableRows)));
  }
  if (node["Node Type"] === "Nested Loop") {
    const [outer, ...inner] = children;
    const outerRuns = Math.max(1, outer!["Plan Rows"] * share) * loops;
    return (
      scanned(outer!, share, loops, tableRows) +
      sum(inner.map((each) => scanned(each, 1, outerRuns, tableRows)))
    );
  }
  const passed = childShare(node, share);
  return sum(children.map((child) => scanned(child, passed, loops, tableRows)));
}

function childShare(node: PlanNode, share: number): number {
  if (node["Node Type"] === "Limit") {
    const below = node.Plans?.[0]?.["Plan Rows"] ?? 0;
    return below > 0 ? Math.min(1, node["Plan Rows"] / below) * share : share;
  }
  return STREAMING.has(node["Node Type"]) ? share : 1;
}

function rowsRead(node: PlanNode, tableRows: TableRows): number {
  const returned = node["Plan Rows"] * (1 + (node["Workers Planned"] ?? 0));
  if (node["Node Type"] !== "Seq Scan" && node["Node Type"] !== "Sample Scan") return returned;
  return Math.max(returned, tableRows(node.Schema, node["Relation Name"]!) ?? 0);
}

function planLines(node: PlanNode, depth = 0): string[] {
  const relation = node["Relation Name"] ? ` on ${node["Relation Name"]}` : "";
  const line = `${"  ".repeat(depth)}${node["Node Type"]}${relation} · ${Math.round(node["Plan Rows"]).toLocaleString("en")} rows · cost ${Math.round(node["Total Cost"]).toLocaleString("en")}`;
  return [line, ...(node.Plans ?? []).flatMap((child) => planLines(child, depth + 1))];
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
