import { repeatedBy } from "../meaning.ts";
import type { Environment } from "./environment.ts";
import type { Group } from "./from.ts";
import { relationsIn, visit } from "./ties.ts";

/** Totals that a repeated row changes; a minimum, a maximum or a distinct count it does not. */
const MULTIPLIED = new Set(["sum", "avg", "count"]);

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Totals of one level over rows that a join repeats, a sentence each. */
export function findMultiplied(env: Environment, select: Record<string, unknown>, group: Group): string[] {
  const edges = group.edges.map(([a, b]) => ({
    left: a.relation,
    right: b.relation,
    leftColumns: [a.column.name],
    rightColumns: [b.column.name],
  }));
  if (edges.length === 0) return [];
  const findings: string[] = [];
  visit([select.projection, select.having], (node) => {
    if ((node as { Subquery?: unknown }).Subquery) return false;
    const call = (node as { Function?: Record<string, unknown> }).Function;
    const [name] = list(call?.name) as Array<{ Identifier?: { value?: unknown } }>;
    const called = String(name?.Identifier?.value).toLowerCase();
    if (!call || !MULTIPLIED.has(called)) return undefined;
    const args = (call.args as { List?: { args?: unknown; duplicate_treatment?: unknown } } | undefined)
      ?.List;
    if (args?.duplicate_treatment === "Distinct") return undefined;
    const owners = relationsIn(args?.args, env.references);
    const repeating = owners.length === 1 ? repeatedBy(owners[0]!, edges, env.catalog) : null;
    if (repeating)
      findings.push(
        `The join to ${repeating.alias} repeats rows of ${owners[0]!.alias}, so ${called} may count a figure of ${owners[0]!.alias} more than once.`,
      );
    return undefined;
  });
  return findings;
}
