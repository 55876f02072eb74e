import type { Catalog } from "#lib/contracts/catalog.ts";
import type { Parameter } from "#lib/contracts/reading.ts";
import { GateFault } from "../fault.ts";
import { Budget } from "../resolution.ts";
import type { Relation, ScopeColumn } from "../scope.ts";
import type { TwoParserDialect } from "./dialects.ts";
import type { Scope } from "./scope.ts";
import type { References } from "./ties.ts";

/** A query as it is printed, with what it brings to whoever reads from it. */
export interface Printed {
  text: string;
  columns: ScopeColumn[];
  /** At most one row, whatever the data. */
  singleRow: boolean;
}

/**
 * What one walk over a statement knows and finds. The walk prints what it judges, so that nothing can run that was not
 * looked at.
 */
export class Environment {
  readonly dialect: TwoParserDialect;
  readonly catalog: Catalog;
  readonly #given: readonly Parameter[];
  /** Values in the order in which the print needs them. */
  readonly params: Parameter[] = [];
  readonly #numbers = new Map<number, number>();
  readonly #marks: Map<object, number>;
  readonly tables = new Set<string>();
  readonly columns = new Set<string>();
  readonly functions = new Set<string>();
  /** Bare names of tables, as the statement has them, lower case. */
  readonly tableNames = new Set<string>();
  readonly references: References = new WeakMap();
  readonly filtered = new Set<string>();
  readonly findings = new Set<string>();
  readonly budget = new Budget();
  /** The first fault of a layer after safety: safety is looked at to the end of the statement first. */
  later: GateFault | null = null;
  /** Prints a query within an expression; the query printer puts itself here. */
  query: (node: unknown, parent: Scope | null) => Printed;

  constructor(
    dialect: TwoParserDialect,
    catalog: Catalog,
    given: readonly Parameter[],
    marks: Map<object, number>,
    query: (env: Environment, node: unknown, parent: Scope | null) => Printed,
  ) {
    this.dialect = dialect;
    this.catalog = catalog;
    this.#given = given;
    this.#marks = marks;
    this.query = (node, parent) => query(this, node, parent);
  }

  /** Runs a look-up; a fault of a later layer is kept for then, and `instead` goes on in its place. */
  postponing<T>(work: () => T, instead: T): T {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof GateFault) || error.layer === "safety" || error.layer === "syntax") throw error;
      this.later ??= error;
      return instead;
    }
  }

  quote(name: string): string {
    const { quote } = this.dialect;
    return `${quote}${name.replaceAll(quote, quote + quote)}${quote}`;
  }

  /** A placeholder, numbered anew by first use (DuckDB) or by place (MySQL). Throws `E_PARAM`. */
  placeholder(text: string, node: object): string {
    const numbered = this.dialect.name === "duckdb";
    const number = numbered ? Number(/^\$(\d+)$/.exec(text)?.[1]) : this.#marks.get(node);
    if (!number || !(number >= 1 && number <= this.#given.length) || (!numbered && text !== "?"))
      throw new GateFault("safety", "E_PARAM", `The placeholder ${text} has no value.`);
    if (!numbered) {
      this.params.push(this.#given[number - 1]!);
      return "?";
    }
    if (!this.#numbers.has(number)) {
      this.params.push(this.#given[number - 1]!);
      this.#numbers.set(number, this.params.length);
    }
    return `$${this.#numbers.get(number)}`;
  }

  columnText(relation: Relation, column: ScopeColumn): string {
    return `${this.quote(relation.alias)}.${this.quote(column.name)}`;
  }
}
