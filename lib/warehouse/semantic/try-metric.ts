import type { Catalog, Metric } from "#lib/contracts/catalog.ts";
import { AppError } from "#lib/contracts/errors.ts";

/**
 * A statement that computes a metric over all rows, for the gate to judge.
 *
 * @throws AppError `E_MODEL` where it is no aggregate, or no known join links its tables
 */
export function tryStatement({ name, expression, columns }: Metric, { joins, dialect }: Catalog): string {
  if (!/\b(SUM|COUNT|AVG|MIN|MAX)\s*\(/i.test(expression))
    throw new AppError(
      "E_MODEL",
      `Nothing was saved. ${name} is no aggregate: put SUM, COUNT, AVG, MIN or MAX around it.`,
    );
  const quote = (id: string) => (dialect === "mysql" ? `\`${id}\`` : `"${id}"`);
  const quoted = (id: string) => id.split(".").map(quote).join(".");
  const aliases = new Map<string, string>();
  const column = (id: string) => `${aliases.get(tableOf(id))}.${quote(id.slice(id.lastIndexOf(".") + 1))}`;
  const tables = [...new Set(columns.map(tableOf))];
  aliases.set(tables[0]!, "t0");
  const from = [`${quoted(tables[0]!)} AS t0`];
  while (aliases.size < tables.length) {
    const next = joins.find((each) => {
      const ends = [tableOf(each.from[0]!), tableOf(each.to[0]!)];
      return ends.every((end) => tables.includes(end)) && ends.filter((end) => aliases.has(end)).length === 1;
    });
    if (!next)
      throw new AppError("E_MODEL", `Nothing was saved. No known join links ${tables.join(" and ")}.`);
    const [a, b] = [tableOf(next.from[0]!), tableOf(next.to[0]!)];
    const added = aliases.has(a) ? b : a;
    aliases.set(added, `t${aliases.size}`);
    const on = next.from.map((id, i) => `${column(id)} = ${column(next.to[i]!)}`).join(" AND ");
    from.push(`JOIN ${quoted(added)} AS ${aliases.get(added)} ON ${on}`);
  }
  return `SELECT ${expression.replace(/\{\{(.+?)\}\}/g, (_, id: string) => column(id))} AS value FROM ${from.join(" ")}`;
}

function tableOf(column: string): string {
  return column.slice(0, column.lastIndexOf("."));
}
