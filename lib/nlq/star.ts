import type { Column } from "#lib/contracts/catalog.ts";
import { describeEdge, findPath, type Path } from "./joins.ts";
import type { ColumnUse, Condition, JoinUse, TableUse } from "./query.ts";
import type { Edge, SchemaColumn, SchemaTable } from "./schema.ts";

/** What the search for ways may take into account, and what it must share across sub-queries. */
export interface Surroundings {
  /** Tables the question names. */
  mentioned: Set<SchemaTable>;
  /** Stems of the question's words. */
  stems: Set<string>;
  /** Tables that record what a verb of the question says: a way through them goes first. */
  hinted: SchemaTable[];
  aliases: Set<string>;
}

/**
 * One FROM clause in the making: a root table and what is joined to it over keys. It knows which joins multiply the
 * root's rows, and turns filters that would do so into EXISTS.
 */
export class Star {
  readonly root: SchemaTable;
  readonly rootUse: TableUse;
  readonly joins: JoinUse[] = [];
  readonly edges: Edge[] = [];
  /** Joins in words, and other ways that were as short. */
  readonly described: string[] = [];
  readonly rivals: string[] = [];
  /** Joins that were guessed from names and values. */
  readonly guessed: Set<Edge["join"]>;
  readonly where: Condition[] = [];
  /** Joins keep rows without a partner, and no EXISTS is shared: another condition may hold instead. */
  #lenient = false;
  /** The table that records what a verb says of these rows: what is said further is said of its rows. */
  deed: {
    table: SchemaTable /** What holds of each of its rows. */;
    also: (star: Star) => Condition[];
  } | null = null;
  /** Ways that lead over a shared row to its other dependants: rows are related, but rarely as meant. */
  turns = 0;
  readonly #surroundings: Surroundings;
  readonly #uses = new Map<SchemaTable, { use: TableUse; left: boolean; depth: number }>();
  readonly #inner: Array<{ star: Star; anchor: SchemaTable }> = [];

  constructor(root: SchemaTable, surroundings: Surroundings, guessed = new Set<Edge["join"]>()) {
    this.root = root;
    this.guessed = guessed;
    this.#surroundings = surroundings;
    this.rootUse = this.#name(root);
    this.#uses.set(root, { use: this.rootUse, left: false, depth: 0 });
  }

  has(table: SchemaTable): boolean {
    return this.#uses.has(table);
  }

  /** Whether it is joined here, or within an EXISTS of this row. */
  covers(table: SchemaTable): boolean {
    return this.has(table) || this.#inner.some(({ star }) => star.has(table));
  }

  /** @param both several of its rows have to belong to one row here, so that no way to a single one will do */
  path(table: SchemaTable, both = false): Path | null {
    const { mentioned, stems } = this.#surroundings;
    // What stands in a role is reached over the key that gives it.
    if (table.role && !this.has(table)) {
      const { edge } = table.role;
      const before = this.path(edge.from);
      return before && { ...before, edges: [...before.edges, edge] };
    }
    const told = this.#throughHinted(table) ?? (both ? this.#throughPairs(table) : null);
    if (told) return told;
    // A way that multiplies nothing goes before a shorter one that does.
    // What is said further is said of the rows themselves, not of who stands beside them in a role.
    const joined = [...this.#uses.keys()].filter((known) => !known.role || known === this.root);
    return findPath(joined, table, mentioned, stems, true) ?? findPath(joined, table, mentioned, stems);
  }

  /** Whether several rows of a table may belong to one row here, through a table that pairs the two. */
  pairedWith(table: SchemaTable): boolean {
    return this.path(table, true)?.edges.some(({ fansOut }) => fansOut) ?? false;
  }

  /** The way through a table that records what the question's verb says, from any joined table. */
  #throughHinted(table: SchemaTable): Path | null {
    return this.#through(table, this.#surroundings.hinted);
  }

  /** The way through any table that pairs a joined one with this: several rows of it may belong to one. */
  #throughPairs(table: SchemaTable): Path | null {
    return this.#through(
      table,
      table.edges.filter(({ fansOut }) => fansOut).map(({ to }) => to),
    );
  }

  #through(table: SchemaTable, pairs: SchemaTable[]): Path | null {
    for (const pair of pairs) {
      const into = [...this.#uses.keys()]
        .flatMap(({ edges }) => edges)
        .find(({ to, fansOut }) => to === pair && fansOut);
      const out = pair.edges.find(({ to, fansOut }) => to === table && !fansOut && into?.from !== to);
      if (into && out && !this.has(pair) && !this.has(table))
        return { edges: [into, out], cost: 2, rivals: [] };
    }
    return null;
  }

  /** Tables within some joins of the root that are reached one row to one, nearest first, with their distance. */
  within(most: number): Map<SchemaTable, number> {
    const found = new Map([...this.#uses].map(([table, { depth }]) => [table, depth]));
    const open = [...found.keys()];
    for (let table = open.shift(); table; table = open.shift()) {
      const distance = found.get(table)! + 1;
      if (distance > most) continue;
      for (const { fansOut, to } of table.edges) {
        if (fansOut || (found.get(to) ?? Number.POSITIVE_INFINITY) <= distance) continue;
        found.set(to, distance);
        open.push(to);
      }
    }
    return found;
  }

  /** Whether a table can be reached without multiplying rows. */
  reachesOne(table: SchemaTable): boolean {
    const path = this.path(table);
    return path?.edges.every((edge) => !edge.fansOut) ?? false;
  }

  /** The way from one joined table to what there is one of for each of its rows. */
  #from(from: SchemaTable, table: SchemaTable): Path | null {
    const { mentioned, stems } = this.#surroundings;
    return findPath([from], table, mentioned, stems, true);
  }

  /** Joins a table and those on the way, from a certain one where it is given; `keep` keeps root rows without a partner. False where no way leads there. */
  join(table: SchemaTable, keep: boolean, from: SchemaTable | null = null): boolean {
    const own = from && this.has(from) && !this.has(table) ? this.#from(from, table) : null;
    const path = own ?? this.path(table);
    if (!path) return false;
    this.#note(path);
    for (const edge of path.edges) this.#joinEdge(edge, keep);
    return true;
  }

  #note(path: Path): void {
    this.rivals.push(...path.rivals);
    path.edges.forEach((edge, i) => {
      if (edge.fansOut && i > 0 && !path.edges[i - 1]!.fansOut) this.turns++;
    });
    for (const edge of path.edges) {
      this.described.push(describeEdge(edge));
      if (edge.join.origin === "inferred") this.guessed.add(edge.join);
    }
  }

  #joinEdge(edge: Edge, keep: boolean): void {
    const from = this.#uses.get(edge.from)!;
    const use = this.#name(edge.to);
    const left = from.left || ((keep || this.#lenient) && edge.optional && !edge.fansOut);
    this.#uses.set(edge.to, { use, left, depth: from.depth + 1 });
    this.edges.push(edge);
    this.joins.push({
      table: use,
      kind: left ? "left" : "inner",
      on: edge.fromColumns.map((id, i) => ({
        left: { kind: "column", alias: use.alias, column: columnOf(edge.to, edge.toColumns[i]!) },
        right: { kind: "column", alias: from.use.alias, column: columnOf(edge.from, id) },
      })),
    });
  }

  /** Runs a placement whose condition is only one of several that may hold. */
  leniently(place: () => boolean): boolean {
    this.#lenient = true;
    const placed = place();
    this.#lenient = false;
    return placed;
  }

  /** A column of a joined table. */
  column(column: Column): ColumnUse {
    for (const [table, { use }] of this.#uses) {
      if (table.table.id === column.table) return { kind: "column", alias: use.alias, column };
    }
    throw new Error(`${column.id} is used before its table is joined`);
  }

  /**
   * Places a condition on a table: on the row itself where one row answers to one, in an EXISTS where several may.
   * Conditions on the same side road share one EXISTS. False where no way leads there.
   */
  filter(table: SchemaTable, make: (star: Star) => Condition, negated = false): boolean {
    if (!this.has(table) && !negated && !this.#lenient) {
      const shared = this.#inner.find(
        ({ star }) =>
          star.has(table) ||
          (!this.reachesOne(table) &&
            (star.reachesOne(table) ||
              (this.deed !== null && star.has(this.deed.table) && star.path(table) !== null))),
      );
      if (shared) {
        shared.star.join(table, false);
        shared.star.where.push(make(shared.star));
        return true;
      }
    }
    const path = this.path(table);
    if (!path) return false;
    if (path.edges.every((edge) => !edge.fansOut)) {
      for (const edge of path.edges) this.#joinEdge(edge, negated);
      this.#note(path);
      this.where.push(make(this));
      return true;
    }
    return this.exists(table, (star) => [make(star)], negated);
  }

  /** Adds `[NOT] EXISTS` a row of the table that belongs to this row. False where no way leads there. */
  exists(
    table: SchemaTable,
    conditions: (star: Star) => Condition[],
    negated: boolean,
    both = false,
  ): boolean {
    // `bought both X and Y`: two orders, not anything else that has to do with X.
    const deed = this.deed;
    if (deed && deed.table !== table && !negated && !this.reachesOne(table)) {
      this.deed = null;
      let joined = false;
      const placed = this.exists(
        deed.table,
        (star) => {
          joined = star.join(table, false);
          return joined ? [...deed.also(star), ...conditions(star)] : [];
        },
        false,
      );
      this.deed = deed;
      return placed && joined;
    }
    const path = this.path(table, both);
    const first = path?.edges[0];
    if (!path || !first) return false;
    this.#note(path);
    const inner = new Star(first.to, this.#surroundings, this.guessed);
    const outer = this.#uses.get(first.from)!.use;
    for (const [i, id] of first.toColumns.entries()) {
      inner.where.push({
        kind: "compare",
        left: { kind: "column", alias: inner.rootUse.alias, column: columnOf(first.to, id) },
        operator: "=",
        right: { kind: "column", alias: outer.alias, column: columnOf(first.from, first.fromColumns[i]!) },
      });
    }
    for (const edge of path.edges.slice(1)) inner.#joinEdge(edge, false);
    inner.where.push(...conditions(inner));
    // The arrays are shared: what is filtered on this side road later lands in the same EXISTS.
    this.where.push({ kind: "exists", root: inner.rootUse, joins: inner.joins, where: inner.where, negated });
    if (!negated && !this.#lenient) this.#inner.push({ star: inner, anchor: table });
    return true;
  }

  /** Columns of all joined tables. */
  *columns(): Generator<SchemaColumn> {
    for (const table of this.#uses.keys()) yield* table.columns;
  }

  /** Joins that multiply the root's rows. */
  fanOuts(): Edge[] {
    return this.edges.filter((edge) => edge.fansOut);
  }

  #name(table: SchemaTable): TableUse {
    const { schema, name } = table.table;
    let alias = name;
    for (let i = 2; this.#surroundings.aliases.has(alias); i++) alias = `${name}_${i}`;
    this.#surroundings.aliases.add(alias);
    return { alias, schema, name };
  }
}

function columnOf(table: SchemaTable, id: string): Column {
  return table.columns.find(({ column }) => column.id === id)!.column;
}
