import type { Metric } from "#lib/contracts/catalog.ts";
import type { LineAmount, SchemaColumn, SchemaTable } from "./schema.ts";

/** One thing in the catalog that words may mean, and how well they fit it. */
export type Candidate = { score: number; because: string } & (
  | { kind: "table"; table: SchemaTable }
  | { kind: "column"; column: SchemaColumn }
  | { kind: "metric"; metric: Metric; owner: SchemaTable }
  | { kind: "line-amount"; amount: LineAmount; owner: SchemaTable }
  | { kind: "value"; column: SchemaColumn; values: string[] }
);

/** A candidate of one kind. */
export type CandidateOf<K extends Candidate["kind"]> = Extract<Candidate, { kind: K }>;

const mostCandidates = 40;
/** Candidates this far behind the best are noise. */
const spread = 0.4;

/** Candidates best first, without repeats and without those far behind the best. */
export function ranked(found: Candidate[]): Candidate[] {
  const order = ["metric", "table", "value", "column", "line-amount"];
  found.sort(
    (a, b) =>
      b.score - a.score || order.indexOf(a.kind) - order.indexOf(b.kind) || (idOf(a) < idOf(b) ? -1 : 1),
  );
  const best = found[0]?.score ?? 0;
  // What people defined by this very name is meant, whatever columns are called.
  if (best > 1.05) return found.filter((one) => one.score > 1.05 || one.kind === "value");
  const seen = new Set<string>();
  return found
    .filter((one) => {
      const key = `${one.kind}:${idOf(one)}`;
      if (one.score < best - spread || seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .slice(0, mostCandidates);
}

/** What a candidate points at, as an id of the catalog. */
export function idOf(candidate: Candidate): string {
  switch (candidate.kind) {
    case "table":
      return candidate.table.table.id;
    case "column":
    case "value":
      return candidate.column.column.id;
    case "metric":
      return candidate.metric.id;
    case "line-amount":
      return candidate.amount.price.id;
  }
}
