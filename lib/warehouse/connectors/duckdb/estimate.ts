import type { Estimate } from "#lib/contracts/statement.ts";
import type { ExplainAnswer } from "./process/messages.ts";

interface PlanNode {
  name: string;
  children?: PlanNode[];
  extra_info?: Record<string, unknown>;
}

const LONGEST_LINE = 200;

/** Rows of the tables that the plan scans, and the engine's guess of the result. */
export function estimateOf({ plan, rows }: ExplainAnswer): Estimate {
  const [root] = JSON.parse(plan) as PlanNode[];
  const lines: string[] = [];
  let scannedRows = 0;
  let largest = 0;
  const visit = (node: PlanNode, depth: number): void => {
    const table = String(node.extra_info?.Table ?? "")
      .split(".")
      .at(-1)!;
    const guess = Number(node.extra_info?.["Estimated Cardinality"] ?? Number.NaN);
    if (/SCAN/.test(node.name) && table !== "") scannedRows += rows[table] ?? 0;
    // A join that meets many rows reads little and works much.
    if (Number.isFinite(guess)) largest = Math.max(largest, guess);
    const shown = Number.isFinite(guess) ? ` (about ${guess.toLocaleString("en")} rows)` : "";
    lines.push(
      `${"  ".repeat(depth)}${node.name.trim()}${table === "" ? "" : ` ${table}`}${shown}`.slice(
        0,
        LONGEST_LINE,
      ),
    );
    for (const child of node.children ?? []) visit(child, depth + 1);
  };
  if (root) visit(root, 0);
  const resultRows = Number(root?.extra_info?.["Estimated Cardinality"] ?? Number.NaN);
  return {
    scannedRows,
    engineCost: largest,
    ...(Number.isFinite(resultRows) ? { resultRows } : {}),
    quality: "heuristic",
    plan: lines,
  };
}
