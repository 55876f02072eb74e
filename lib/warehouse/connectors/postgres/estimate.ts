import type { Estimate } from "#lib/contracts/statement.ts";

/** The parts of `EXPLAIN (FORMAT JSON)` that a price needs. */
export interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  Schema?: string;
  "Plan Rows": number;
  "Startup Cost"?: number;
  "Total Cost": number;
  Filter?: string;
  "Parent Relationship"?: string;
  "Subplan Name"?: string;
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
    scannedRows: Math.round(scanned(plan, { share: 1, loops: 1, workers: 0 }, tableRows)),
    engineCost: Math.round(plan["Total Cost"]),
    resultRows: Math.round(plan["Plan Rows"]),
    quality: "heuristic",
    plan: planLines(plan),
  };
}

/** How a node's rows are asked for: which share of them, how often, and by how many parallel workers. */
interface Demand {
  share: number;
  loops: number;
  workers: number;
}

function scanned(node: PlanNode, demand: Demand, tableRows: TableRows): number {
  const reads = node["Relation Name"] !== undefined || node["Node Type"] === "Function Scan";
  // How soon a filter finds what a LIMIT waits for, nobody knows: it may be the last row.
  const ownShare = node.Filter === undefined ? demand.share : 1;
  const own = reads ? rowsRead(node, demand.workers, tableRows) * ownShare * demand.loops : 0;
  const workers = node["Workers Planned"] ?? demand.workers;
  const rows = Math.max(1, node["Plan Rows"] * demand.share);
  const children = node.Plans ?? [];
  const plain = children.filter((child) => !isSubPlan(child));
  const below = sum(
    children.filter(isSubPlan).map((child) => {
      const times = runsOnce(child, node) ? 1 : rows;
      return scanned(child, { share: 1, loops: demand.loops * times, workers: 0 }, tableRows);
    }),
  );
  if (node["Node Type"] === "Nested Loop") {
    const [outer, ...inner] = plain;
    const outerLoops = Math.max(1, outer!["Plan Rows"] * demand.share) * demand.loops;
    const innerRows = inner.map((each) => scanned(each, { share: 1, loops: outerLoops, workers }, tableRows));
    return own + below + scanned(outer!, { ...demand, workers }, tableRows) + sum(innerRows);
  }
  const share = childShare(node, demand.share);
  return own + below + sum(plain.map((child) => scanned(child, { ...demand, share, workers }, tableRows)));
}

/** A correlated sub-query runs once a row; one that the engine hashes or computes beforehand runs once. */
function runsOnce(child: PlanNode, { Plans: _, ...parent }: PlanNode): boolean {
  if (child["Parent Relationship"] === "InitPlan") return true;
  return JSON.stringify(parent).includes(`hashed ${child["Subplan Name"]}`);
}

function isSubPlan(node: PlanNode): boolean {
  return node["Parent Relationship"] === "SubPlan" || node["Parent Relationship"] === "InitPlan";
}

function childShare(node: PlanNode, share: number): number {
  if (node["Node Type"] !== "Limit") return STREAMING.has(node["Node Type"]) ? share : 1;
  const below = node.Plans?.[0];
  if (!below || below["Plan Rows"] <= 0) return share;
  const byRows = node["Plan Rows"] / below["Plan Rows"];
  // An OFFSET shows only in the cost: rows that are skipped are read as well.
  const start = below["Startup Cost"] ?? 0;
  const byCost = (node["Total Cost"] - start) / Math.max(Number.EPSILON, below["Total Cost"] - start);
  return Math.min(1, Math.max(byRows, byCost)) * share;
}

function rowsRead(node: PlanNode, workers: number, tableRows: TableRows): number {
  // Under a Gather the planner gives the rows of one worker.
  const returned = node["Plan Rows"] * (1 + workers);
  if (node["Node Type"] !== "Seq Scan" && node["Node Type"] !== "Sample Scan") return returned;
  return Math.max(returned, tableRows(node.Schema, node["Relation Name"] ?? "") ?? 0);
}

function planLines(node: PlanNode, depth = 0): string[] {
  const relation = node["Relation Name"] ? ` on ${node["Relation Name"]}` : "";
  const line = `${"  ".repeat(depth)}${node["Node Type"]}${relation} · ${Math.round(node["Plan Rows"]).toLocaleString("en")} rows · cost ${Math.round(node["Total Cost"]).toLocaleString("en")}`;
  return [line, ...(node.Plans ?? []).flatMap((child) => planLines(child, depth + 1))];
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
