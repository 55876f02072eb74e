import type { Parameter } from "#lib/contracts/reading.ts";
import type { Condition, Expression, JoinUse, Query, TableUse } from "./query.ts";

/**
 * Writes a query for PostgreSQL. Values become `$n`, one for each different value and type; what steers the statement
 * (units of `date_trunc`, positions, the limit) stays in the text, because a parameter there changes or breaks it.
 */
export function emitPostgres(query: Query): { sql: string; params: Parameter[] } {
  const writer = new Writer();
  const sql = writer.query(query);
  return { sql, params: writer.params };
}

/** Words that PostgreSQL reserves, at least as a column or table name. */
const reserved = new Set(
  `all analyse analyze and any array as asc asymmetric authorization between bigint binary bit boolean both case cast char
  character check coalesce collate collation column concurrently constraint create cross current_catalog current_date
  current_role current_schema current_time current_timestamp current_user dec decimal default deferrable desc distinct do
  else end except exists extract false fetch float for foreign freeze from full grant greatest group grouping having ilike
  in initially inner inout int integer intersect interval into is isnull join lateral leading least left like limit
  localtime localtimestamp national natural nchar none normalize not notnull null nullif numeric offset on only or order
  out outer overlaps overlay placing position precision primary real references returning right row select session_user
  setof similar smallint some substring symmetric system_user table tablesample then time timestamp to trailing treat trim
  true union unique user using values varchar variadic verbose when where window with xmlattributes xmlconcat xmlelement
  xmlexists xmlforest xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable year month day hour minute second`.split(
    /\s+/,
  ),
);

export function quoteName(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) && !reserved.has(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

class Writer {
  readonly params: Parameter[] = [];
  readonly #positions = new Map<string, number>();

  query(query: Query): string {
    const { within, from, orderBy, ...ranked } = query;
    if (from) return this.#cut(query, from);
    if (!within) return this.#plain(query, "");
    const groups = within.groups.map((one) => this.expression(one)).join(", ");
    const direction = within.direction === "desc" ? " DESC NULLS LAST" : "";
    const place = `rank() OVER (PARTITION BY ${groups} ORDER BY ${this.expression(within.by)}${direction})`;
    const names = query.select.map(({ output }) => quoteName(output.name)).join(", ");
    const rows = this.#plain({ ...ranked, orderBy: [] }, `, ${place} AS place_in_group`);
    const keys = orderBy.flatMap(({ expression }) => this.#nameOf(query, expression));
    return [
      `SELECT ${names}`,
      `FROM (${rows}) AS ranked`,
      `WHERE place_in_group <= ${within.most}`,
      `ORDER BY ${[...keys, "place_in_group"].join(", ")}`,
    ].join("\n");
  }

  #cut(query: Query, { column, value }: NonNullable<Query["from"]>): string {
    const names = query.select.map(({ output }) => quoteName(output.name)).join(", ");
    const [name] = this.#nameOf(query, column);
    const keys = query.orderBy.flatMap(({ expression }) => this.#nameOf(query, expression));
    return [
      `SELECT ${names}`,
      `FROM (${this.#plain({ ...query, orderBy: [] }, "")}) AS compared`,
      `WHERE ${name} >= ${this.expression(value)}`,
      `ORDER BY ${keys.join(", ")}`,
    ].join("\n");
  }

  /** The output that shows an expression. */
  #nameOf(query: Query, expression: Expression): string[] {
    const shown = query.select.find((item) => item.expression === expression);
    return shown ? [quoteName(shown.output.name)] : [];
  }

  #plain(query: Query, more: string): string {
    const items = query.select.map(
      ({ expression, output }) => `${this.expression(expression)} AS ${quoteName(output.name)}`,
    );
    const lines = [
      `SELECT ${query.distinct ? "DISTINCT " : ""}${items.join(", ")}${more}`,
      this.#from(query.root, query.joins),
    ];
    if (query.where.length > 0)
      lines.push(`WHERE ${query.where.map((one) => this.condition(one)).join(" AND ")}`);
    if (query.groupBy.length > 0)
      lines.push(`GROUP BY ${query.groupBy.map((one) => this.expression(one)).join(", ")}`);
    if (query.having.length > 0)
      lines.push(`HAVING ${query.having.map((one) => this.condition(one)).join(" AND ")}`);
    if (query.orderBy.length > 0) {
      const keys = query.orderBy.map(({ expression, direction }) => {
        // Descending order puts NULL first in PostgreSQL; "highest first" never means the unknown ones.
        const last = direction === "desc" ? " DESC NULLS LAST" : "";
        return `${this.expression(expression)}${last}`;
      });
      lines.push(`ORDER BY ${keys.join(", ")}`);
    }
    if (query.limit !== null) lines.push(`LIMIT ${query.limit}`);
    return lines.join("\n");
  }

  #from(root: TableUse, joins: JoinUse[]): string {
    return [`FROM ${table(root)}`, ...joins.map((join) => this.#join(join))].join("\n");
  }

  #join({ table: target, kind, on }: JoinUse): string {
    const pairs = on.map(({ left, right }) => `${this.expression(left)} = ${this.expression(right)}`);
    return `${kind === "left" ? "LEFT JOIN" : "JOIN"} ${table(target)} ON ${pairs.join(" AND ")}`;
  }

  expression(expression: Expression): string {
    switch (expression.kind) {
      case "column":
        return `${quoteName(expression.alias)}.${quoteName(expression.column.name)}`;
      case "star":
        return "*";
      case "numeric":
        return `${this.expression(expression.of)}::numeric`;
      case "number":
        return String(expression.value);
      case "value":
        return this.#parameter(expression.value, expression.type);
      case "aggregate": {
        return `${expression.fn}(${expression.distinct ? "DISTINCT " : ""}${this.expression(expression.of)})`;
      }
      case "arithmetic":
        return `(${this.expression(expression.left)} ${expression.operator} ${this.expression(expression.right)})`;
      case "grain":
        return expression.grain === "year"
          ? `extract(year FROM ${this.expression(expression.of)})::int`
          : `date_trunc('${expression.grain}', ${this.expression(expression.of)})`;
      case "folded":
        return `lower(${this.#text(expression.of)})`;
      case "template":
        return expression.parts
          .map((part) => (typeof part === "string" ? part : this.expression(part)))
          .join("");
      case "share":
        return `${this.expression(expression.part)}::numeric / nullif(${this.expression(expression.whole)}, 0)`;
      case "overall":
        return `sum(${this.expression(expression.of)}) OVER ()`;
      case "previous": {
        const groups = expression.groups.map((one) => this.expression(one)).join(", ");
        const { along, step } = expression;
        // A range, not a row before: where a month is missing, the month before is not the one before that.
        const far =
          along.kind === "grain" && along.grain === "year"
            ? "1"
            : `interval '${step === "quarter" ? "3 month" : `1 ${step}`}'`;
        const partition = groups === "" ? "" : `PARTITION BY ${groups} `;
        return `max(${this.expression(expression.of)}) OVER (${partition}ORDER BY ${this.expression(along)} RANGE BETWEEN ${far} PRECEDING AND ${far} PRECEDING)`;
      }
      case "growth": {
        const before = this.expression(expression.before);
        return `(${this.expression(expression.now)} - ${before})::numeric / nullif(${before}, 0)`;
      }
      case "subquery":
        return `(${this.query(expression.query).replaceAll("\n", " ")})`;
    }
  }

  /** Enums have no letter case of their own: they are compared as text. */
  #text(expression: Expression): string {
    const plain =
      expression.kind !== "column" || /^(text|character|varchar|citext)/.test(expression.column.type);
    return plain ? this.expression(expression) : `${this.expression(expression)}::text`;
  }

  condition(condition: Condition): string {
    switch (condition.kind) {
      case "compare":
        return `${this.expression(condition.left)} ${condition.operator} ${this.expression(condition.right)}`;
      case "in": {
        const left = this.expression(condition.left);
        const values = condition.values.map((value) => this.#parameter(value, "text"));
        if (values.length === 1) return `${left} ${condition.negated ? "<>" : "="} ${values[0]}`;
        return `${left} ${condition.negated ? "NOT IN" : "IN"} (${values.join(", ")})`;
      }
      case "like":
        return `lower(${this.#text(condition.left)}) ${condition.negated ? "NOT LIKE" : "LIKE"} ${this.#parameter(condition.pattern, "text")}`;
      case "null":
        return `${this.expression(condition.of)} IS ${condition.negated ? "NOT NULL" : "NULL"}`;
      case "any":
        return `(${condition.of.map((one) => this.condition(one)).join(" OR ")})`;
      case "all":
        return condition.of.length === 1
          ? this.condition(condition.of[0]!)
          : `(${condition.of.map((one) => this.condition(one)).join(" AND ")})`;
      case "not":
        return `NOT (${this.condition(condition.of)})`;
      case "in-query":
        return `${this.expression(condition.left)} ${condition.negated ? "NOT IN" : "IN"} (${this.query(condition.query).replaceAll("\n", " ")})`;
      case "exists": {
        const where = condition.where.map((one) => this.condition(one)).join(" AND ");
        const from = this.#from(condition.root, condition.joins).replaceAll("\n", " ");
        return `${condition.negated ? "NOT " : ""}EXISTS (SELECT 1 ${from} WHERE ${where})`;
      }
    }
  }

  /** A date is cast, so that it bounds dates and instants alike in the session's time zone; so is a fraction. */
  #parameter(value: Parameter, type: "number" | "text" | "date"): string {
    const key = `${type}:${typeof value}:${String(value)}`;
    let position = this.#positions.get(key);
    if (position === undefined) {
      this.params.push(value);
      position = this.params.length;
      this.#positions.set(key, position);
    }
    if (type === "date") return `$${position}::date`;
    // A whole number takes the type of what it meets; anything an integer column cannot hold is cast.
    const plain = type === "text" || (Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31);
    return plain ? `$${position}` : `$${position}::numeric`;
  }
}

function table({ alias, schema, name }: TableUse): string {
  const full = `${quoteName(schema)}.${quoteName(name)}`;
  return alias === name ? full : `${full} AS ${quoteName(alias)}`;
}
