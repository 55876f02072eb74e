import type { Catalog, Dialect, Join } from "#lib/contracts/catalog.ts";
import type { Finding } from "#lib/contracts/evidence.ts";
import type { JoinTrial } from "#lib/contracts/used-join.ts";
import type { QueryResult } from "#lib/warehouse/connectors/connector.ts";
import { joinInWords } from "./used-joins.ts";

/** Referring rows that a trial looks at. */
export const TRIAL_ROWS = 10_000;
/** A smaller share of rows without a partner is not worth a sentence. */
const LEAST_ORPHANS = 0.01;

/**
 * The statement that tries a join over a bounded number of referring rows: how many there are, how many come out of the
 * join, how many have a partner. It goes through the gate like any other.
 */
export function trialStatement({ from, to }: Join, catalog: Pick<Catalog, "columns" | "dialect">): string {
  const quoted = (name: string) => quote(name, catalog.dialect);
  const column = (id: string) => catalog.columns.find((each) => each.id === id)!;
  const tableOf = (id: string) => {
    const { table } = column(id);
    return table.split(".").map(quoted).join(".");
  };
  const names = (ids: string[]) => ids.map((id) => quoted(column(id).name));
  const [referring, referred] = [names(from), names(to)];
  const bounded = (list: string) =>
    `(SELECT ${list} FROM ${tableOf(from[0]!)} WHERE ${referring.map((name) => `${name} IS NOT NULL`).join(" AND ")} LIMIT ${TRIAL_ROWS})`;
  return `SELECT (SELECT count(*) FROM ${bounded(referring.join(", "))} AS b) AS referring,
  count(*) AS joined, count(t.${referred[0]}) AS matched
FROM ${bounded(referring.join(", "))} AS r
LEFT JOIN ${tableOf(to[0]!)} AS t ON ${referring.map((name, at) => `t.${referred[at]} = r.${name}`).join(" AND ")}`;
}

/** The counts of a trial; null where the result is no such thing. */
export function trialOf({ rows }: Pick<QueryResult, "rows">): JoinTrial | null {
  const [referring, joined, matched] = (rows[0] ?? []).map(Number);
  return referring === undefined || joined === undefined || matched === undefined
    ? null
    : { referring, joined, matched };
}

/** Why a join must not be used after all, in words: it makes several rows of one. */
export function multiplies(join: Join, { referring, joined }: JoinTrial): string | null {
  if (joined <= referring) return null;
  return `Joining by ${joinInWords(join)} makes ${count(joined)} rows of ${count(referring)}, so totals over it would be too high. Nobody declared this link; it was guessed, and it does not hold.`;
}

/** What a trial that held has to say all the same: rows that have no partner. */
export function orphanFinding(join: Join, { referring, matched }: JoinTrial): Finding | null {
  const orphans = referring - matched;
  if (referring === 0 || orphans / referring < LEAST_ORPHANS) return null;
  const [owner, partner] = [join.from[0]!, join.to[0]!].map((id) =>
    id.split(".").at(-2)!.replaceAll("_", " "),
  );
  const share = Math.round((orphans / referring) * 1000) / 10;
  const of = referring >= TRIAL_ROWS ? ` (of ${count(referring)} looked at)` : "";
  return {
    code: "orphans",
    sentence: `${share} % of the ${owner} that name one${of} have no row in ${partner}: they stand without it. That link (${joinInWords(join)}) was inferred; nobody declared it.`,
  };
}

const count = (number: number) => number.toLocaleString("en");

function quote(name: string, dialect: Dialect): string {
  return dialect === "mysql" ? `\`${name.replaceAll("`", "``")}\`` : `"${name.replaceAll('"', '""')}"`;
}
