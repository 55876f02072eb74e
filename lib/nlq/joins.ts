import { stem } from "./english/stem.ts";
import { nameStems, splitName } from "./names.ts";
import type { Edge, Schema, SchemaTable } from "./schema.ts";

/** A way from one table to another, with what is doubtful about it. */
export interface Path {
  edges: Edge[];
  cost: number;
  /** Other ways that are as short, in words: which one is meant is then a guess. */
  rivals: string[];
}

const farthest = 7;
const turnCost = 1.5;

/**
 * The shortest way over keys from any of the joined tables to a target (Dijkstra). Going towards several rows costs
 * more than going towards one; tables the question names are preferred; views and inferred joins are not.
 *
 * @param mentioned tables the question names
 * @param oneOnly only towards one row at each step, so that nothing is multiplied
 * @param stems words of the question, which may tell two keys between the same tables apart
 */
export function findPath(
  from: Iterable<SchemaTable>,
  target: SchemaTable,
  mentioned: Set<SchemaTable>,
  stems: Set<string>,
  oneOnly = false,
): Path | null {
  const cost = new Map<SchemaTable, number>();
  const arrivals = new Map<SchemaTable, Edge[]>();
  const open = new Set<SchemaTable>();
  for (const table of from) {
    if (table === target) return { edges: [], cost: 0, rivals: [] };
    cost.set(table, 0);
    open.add(table);
  }
  const roots = new Set(open);
  while (open.size > 0) {
    let next: SchemaTable | null = null;
    for (const table of open) if (next === null || cost.get(table)! < cost.get(next)!) next = table;
    open.delete(next!);
    if (next === target) break;
    if (cost.get(next!)! > farthest) continue;
    for (const edge of next!.edges) {
      if (oneOnly && edge.fansOut) continue;
      // Over a shared row to its other dependants: related, but rarely as meant.
      const into = arrivals.get(next!)?.[0];
      const shared = into && !into.fansOut && into.join.cardinality !== "one_to_one";
      const turn = edge.fansOut && shared ? turnCost : 0;
      const step = cost.get(next!)! + edgeCost(edge, mentioned, stems) + turn;
      const known = cost.get(edge.to);
      if (roots.has(edge.to)) continue;
      if (known === undefined || step < known - 1e-9) {
        cost.set(edge.to, step);
        arrivals.set(edge.to, [edge]);
        open.add(edge.to);
      } else if (Math.abs(step - known) < 1e-9) {
        arrivals.get(edge.to)!.push(edge);
      }
    }
  }
  if (!cost.has(target)) return null;
  const edges: Edge[] = [];
  const rivals: string[] = [];
  for (let at = target; !roots.has(at); at = edges[0]!.from) {
    const into = arrivals.get(at)!;
    edges.unshift(into[0]!);
    for (const other of into.slice(1)) rivals.push(describeEdge(other));
  }
  return { edges, cost: cost.get(target)!, rivals };
}

function edgeCost(edge: Edge, mentioned: Set<SchemaTable>, stems: Set<string>): number {
  let cost = edge.fansOut ? 1.25 : 1;
  if (edge.join.origin === "inferred") cost += 0.02 + (1 - edge.join.score);
  if (edge.to.table.kind === "view") cost += 2;
  if (mentioned.has(edge.to)) cost -= 0.4;
  // Of several keys to the same table: the one the question names, else the one that is named after the table.
  const words = roleWords(edge);
  if (words.length > 0 && words.some((word) => stems.has(word))) cost -= 0.3;
  else if (words.length > 0) cost += 0.1;
  return Math.max(cost, 0.1);
}

/** Words of a foreign key beyond the name of the table it leads to: `billing` in `billing_address_id`. */
export function roleWords(edge: Edge): string[] {
  if (edge.join.role) return nameStems(splitName(edge.join.role));
  const referring = edge.fansOut ? edge.toColumns : edge.join.from;
  const referred = edge.fansOut ? edge.from : edge.join.from === edge.fromColumns ? edge.to : edge.from;
  const target = new Set([...referred.names.flat(), "id", "code", "key", "number", "no"].map(stem));
  const owner = new Set((referred === edge.to ? edge.from : edge.to).names.flat());
  const name = referring[0]!.split(".").at(-1)!;
  return nameStems(splitName(name)).filter((word) => !target.has(word) && !owner.has(word));
}

/** A join in words: `order lines to orders, by declared key`. */
export function describeEdge(edge: Edge): string {
  const [from, to] = edge.join.from === edge.fromColumns ? [edge.from, edge.to] : [edge.to, edge.from];
  const how =
    edge.join.origin === "declared"
      ? "by declared key"
      : edge.join.origin === "confirmed"
        ? "by a join of the semantic model"
        : `inferred, nobody declared it (${Math.round(edge.join.score * 100)} %)`;
  const names = [from, to].map(({ table }) => splitName(table.name).join(" "));
  const column = splitName(edge.join.from[0]!.split(".").at(-1)!).join(" ");
  return `${names[0]} to ${names[1]}, ${how} (${edge.join.role ?? column})`;
}

/** Tables in the reach of a table, nearest first, with what they cost; used to find what a verb may be about. */
export function neighbours(schema: Schema, from: SchemaTable, most = 4): SchemaTable[] {
  const seen = new Set([from]);
  let edge = [from];
  const found: SchemaTable[] = [];
  for (let depth = 0; depth < most && found.length < schema.tables.length; depth++) {
    edge = edge
      .flatMap((table) => table.edges.map(({ to }) => to))
      .filter((table) => !seen.has(table) && seen.add(table));
    found.push(...edge);
  }
  return found;
}
