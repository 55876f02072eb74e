import type { Parameter } from "#lib/contracts/reading.ts";
import type { Condition, Expression, JoinUse, Query, TableUse } from "../query.ts";
import type { DialectRules } from "./dialect-rules.ts";

/** Stands for a value until the text is finished. No name and no template can hold it: PostgreSQL and YAML refuse NUL. */
const mark = "\u0000";

/** Writes the text of one query. What the engines have in common is here, what they have not in their rules. */
export class Writer {
  readonly #rules: DialectRules;
  readonly #values: Parameter[] = [];
  readonly #positions = new Map<string, number>();

  constructor(rules: DialectRules) {
    this.#rules = rules;
  }

  /** The text with the engine's own placeholders, and the values they stand for. */
  finish(text: string): { sql: string; params: Parameter[] } {
    const marks = new RegExp(`${mark}(\\d+)${mark}`, "g");
    if (this.#rules.placeholders === "numbered")
      return { sql: text.replace(marks, "$$$1"), params: this.#values };
    const params: Parameter[] = [];
    const sql = text.replace(marks, (_, position: string) => {
      params.push(this.#values[Number(position) - 1]!);
      return "?";
    });
    return { sql, params };
  }

  query(query: Query): string {
    const { within, from, orderBy, ...ranked } = query;
    if (from) return this.#cut(query, from);
    if (!within) return this.#plain(query, "");
    const groups = within.groups.map((one) => this.expression(one)).join(", ");
    const by = this.#rules.sortKey(this.expression(within.by), within.direction);
    const place = `rank() OVER (PARTITION BY ${groups} ORDER BY ${by})`;
    const names = query.select.map(({ output }) => this.#quote(output.name)).join(", ");
    const rows = this.#plain({ ...ranked, orderBy: [] }, `, ${place} AS place_in_group`);
    const keys = orderBy.flatMap(({ expression }) => this.#nameOf(query, expression));
    return [
      `SELECT ${names}`,
      `FROM (${rows}) AS ranked`,
      `WHERE place_in_group <= ${within.most}`,
      `ORDER BY ${[...keys, "place_in_group"].map((key) => this.#rules.sortKey(key, "asc")).join(", ")}`,
    ].join("\n");
  }

  #cut(query: Query, { column, value }: NonNullable<Query["from"]>): string {
    const names = query.select.map(({ output }) => this.#quote(output.name)).join(", ");
    const [name] = this.#nameOf(query, column);
    const keys = query.orderBy.flatMap(({ expression }) => this.#nameOf(query, expression));
    return [
      `SELECT ${names}`,
      `FROM (${this.#plain({ ...query, orderBy: [] }, "")}) AS compared`,
      `WHERE ${name} >= ${this.expression(value)}`,
      `ORDER BY ${keys.map((key) => this.#rules.sortKey(key, "asc")).join(", ")}`,
    ].join("\n");
  }

  /** The output that shows an expression. */
  #nameOf(query: Query, expression: Expression): string[] {
    const shown = query.select.find((item) => item.expression === expression);
    return shown ? [this.#quote(shown.output.name)] : [];
  }

  #plain(query: Query, more: string): string {
    const items = query.select.map(
      ({ expression, output }) => `${this.expression(expression)} AS ${this.#quote(output.name)}`,
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
        return this.#rules.sortKey(this.expression(expression), direction);
      });
      lines.push(`ORDER BY ${keys.join(", ")}`);
    }
    if (query.limit !== null) lines.push(`LIMIT ${query.limit}`);
    return lines.join("\n");
  }

  #from(root: TableUse, joins: JoinUse[]): string {
    return [`FROM ${this.#table(root)}`, ...joins.map((join) => this.#join(join))].join("\n");
  }

  #join({ table: target, kind, on }: JoinUse): string {
    const pairs = on.map(({ left, right }) => `${this.expression(left)} = ${this.expression(right)}`);
    return `${kind === "left" ? "LEFT JOIN" : "JOIN"} ${this.#table(target)} ON ${pairs.join(" AND ")}`;
  }

  expression(expression: Expression): string {
    switch (expression.kind) {
      case "column":
        return `${this.#quote(expression.alias)}.${this.#quote(expression.column.name)}`;
      case "star":
        return "*";
      case "numeric":
        return this.#rules.asNumber(this.expression(expression.of));
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
        return this.#rules.grain(expression.grain, this.expression(expression.of));
      case "folded":
        return `lower(${this.#text(expression.of)})`;
      case "template":
        return expression.parts
          .map((part) => (typeof part === "string" ? part : this.expression(part)))
          .join("");
      case "share":
        return this.#rules.ratio(this.expression(expression.part), this.expression(expression.whole));
      case "overall":
        return `sum(${this.expression(expression.of)}) OVER ()`;
      case "previous": {
        const { groups, along, step } = expression;
        const groupTexts = groups.map((one) => this.expression(one));
        return this.#rules.previous(this.expression(expression.of), {
          groups: groupTexts,
          along: this.expression(along),
          alongGrain: along.kind === "grain" ? along.grain : null,
          step,
        });
      }
      case "growth": {
        const before = this.expression(expression.before);
        return this.#rules.ratio(`(${this.expression(expression.now)} - ${before})`, before);
      }
      case "subquery":
        return `(${this.query(expression.query).replaceAll("\n", " ")})`;
    }
  }

  /** Enums have no letter case of their own: they are compared as text. */
  #text(expression: Expression): string {
    const plain = expression.kind !== "column" || this.#rules.isText(expression.column.type);
    return plain ? this.expression(expression) : this.#rules.asText(this.expression(expression));
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
        return this.#rules.like(
          `lower(${this.#text(condition.left)})`,
          this.#parameter(condition.pattern, "text"),
          condition.negated,
        );
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
        return this.#rules.inQuery(
          this.expression(condition.left),
          this.query(condition.query).replaceAll("\n", " "),
          {
            negated: condition.negated,
            limited: condition.query.limit !== null,
            column: condition.query.select.map(({ output }) => this.#quote(output.name)).join(", "),
          },
        );
      case "exists": {
        const where = condition.where.map((one) => this.condition(one)).join(" AND ");
        const from = this.#from(condition.root, condition.joins).replaceAll("\n", " ");
        return `${condition.negated ? "NOT " : ""}EXISTS (SELECT 1 ${from} WHERE ${where})`;
      }
    }
  }

  /** A date is cast; so is a fraction. */
  #parameter(value: Parameter, type: "number" | "text" | "date"): string {
    const key = `${type}:${typeof value}:${String(value)}`;
    let position = this.#positions.get(key);
    if (position === undefined) {
      this.#values.push(value);
      position = this.#values.length;
      this.#positions.set(key, position);
    }
    const placeholder = `${mark}${position}${mark}`;
    if (type === "date") return this.#rules.dateParameter(placeholder);
    // A whole number takes the type of what it meets; anything an integer column cannot hold is cast.
    const plain = type === "text" || (Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31);
    return plain ? placeholder : this.#rules.numberParameter(placeholder);
  }

  #table({ alias, schema, name }: TableUse): string {
    const full = `${this.#quote(schema)}.${this.#quote(name)}`;
    return alias === name ? full : `${full} AS ${this.#quote(alias)}`;
  }

  #quote(name: string): string {
    return this.#rules.quoteName(name);
  }
}
