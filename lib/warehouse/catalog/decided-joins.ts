import type { Join } from "#lib/contracts/catalog.ts";
import type { JoinDecision } from "#lib/contracts/catalog-changes.ts";
import { inferJoins, isUniqueSide, joinKey } from "./infer-joins.ts";
import type { RawCatalog } from "./raw-catalog.ts";

/**
 * All joins of a source: those that are declared or stand in the model, those that people confirmed, and between tables
 * that none of them links those that names and values suggest. What people rejected is not among them.
 */
export function decidedJoins(raw: RawCatalog, known: Join[], decisions: readonly JoinDecision[]): Join[] {
  const rejected = new Set(decisions.filter(({ decision }) => decision === "rejected").map(joinKey));
  const given = known.map((join) =>
    join.reasons
      ? join
      : {
          ...join,
          reasons: [
            join.origin === "declared"
              ? "the database declares it as a foreign key"
              : `${Math.round(join.score * 100)} % of the partitions declare it as a foreign key`,
          ],
        },
  );
  const decided = new Set(decisions.map(joinKey));
  const firm = given.filter((join) => join.origin !== "inferred" || !decided.has(joinKey(join)));
  const all = [...firm, ...confirmedOf(raw, firm, decisions)];
  const taken = new Set(all.flatMap(({ from }) => from));
  const linked = new Set(all.flatMap(({ from, to }) => [pairOf(from[0]!, to[0]!), pairOf(to[0]!, from[0]!)]));
  const inferred = inferJoins(raw, rejected).filter(
    ({ from, to }) => !taken.has(from[0]!) && !linked.has(pairOf(from[0]!, to[0]!)),
  );
  return [...all, ...inferred];
}

/** Those that this role sees both sides of, and that nobody declared meanwhile. */
function confirmedOf(raw: RawCatalog, known: Join[], decisions: readonly JoinDecision[]): Join[] {
  const columns = new Set(raw.columns.map(({ id }) => id));
  const there = new Set(known.filter(({ origin }) => origin !== "inferred").map(joinKey));
  return decisions
    .filter(
      (each) =>
        each.decision === "confirmed" &&
        !there.has(joinKey(each)) &&
        [...each.from, ...each.to].every((id) => columns.has(id)),
    )
    .map(({ from, to, by, at, reason }) => ({
      from,
      to,
      origin: "confirmed",
      score: 1,
      cardinality: isUniqueSide(raw, from) ? "one_to_one" : "many_to_one",
      reasons: [`${by} confirmed it on ${at.slice(0, 10)}`, ...(reason ? [reason] : [])],
      confirmed: { by, at },
    }));
}

/** Two tables that are already joined need no guess. */
function pairOf(from: string, to: string): string {
  return `${tableOf(from)}>${tableOf(to)}`;
}

function tableOf(column: string): string {
  return column.slice(0, column.lastIndexOf("."));
}
