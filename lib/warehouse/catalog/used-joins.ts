import type { Catalog, Join } from "#lib/contracts/catalog.ts";
import type { Statement } from "#lib/contracts/statement.ts";
import type { UsedJoin } from "#lib/contracts/used-join.ts";

/** From this score on an inferred join is used without asking; below it a person decides. */
export const SURE_JOIN = 0.8;

/** The catalog's joins that a statement takes: it names all columns of both sides. */
export function joinsUsed(
  { columns }: Pick<Statement, "columns">,
  { joins }: Pick<Catalog, "joins">,
): Join[] {
  const named = new Set(columns);
  return joins.filter(({ from, to }) => [...from, ...to].every((column) => named.has(column)));
}

/** Nobody declared or confirmed it, and it is not likely enough to go without saying. */
export function isUnsure({ origin, score }: Pick<Join, "origin" | "score">): boolean {
  return origin === "inferred" && score < SURE_JOIN;
}

/** By whom or by which rule a join was let through. */
export function approvalOf(join: Join): Pick<UsedJoin, "rule" | "by"> {
  const { origin, score, confirmed } = join;
  if (confirmed)
    return { rule: `confirmed by ${confirmed.by} on ${confirmed.at.slice(0, 10)}`, by: confirmed.by };
  if (origin === "declared") return { rule: "declared key", by: null };
  if (origin === "confirmed") return { rule: "semantic model", by: null };
  return { rule: `inferred, score ${score.toFixed(2)} ${isUnsure(join) ? "<" : "≥"} ${SURE_JOIN}`, by: null };
}

/** `orders.customer_id = customers.id`, with what tells tables of the same name apart left out. */
export function joinInWords({ from, to }: Pick<Join, "from" | "to">): string {
  const short = (id: string) => id.split(".").slice(-2).join(".");
  return from.map((column, at) => `${short(column)} = ${short(to[at]!)}`).join(" and ");
}
