import { schemaFault } from "./schema-fault.ts";
import type { Relation, ScopeColumn } from "./scope.ts";
import { type Fields, visit } from "./tree.ts";

/** What each reference in a statement turned out to mean; later layers read it. */
export interface Resolution {
  tables: Set<string>;
  columns: Set<string>;
  /** Column reference node → what it names. */
  references: WeakMap<object, { relation: Relation; column: ScopeColumn }>;
  /** FROM item node → the relation it brings. */
  relations: WeakMap<object, Relation>;
  /** References to an output by its name. */
  outputs: WeakSet<object>;
}

/** A resolution in which nothing was looked up yet. */
export function emptyResolution(): Resolution {
  return {
    tables: new Set(),
    columns: new Set(),
    references: new WeakMap(),
    relations: new WeakMap(),
    outputs: new WeakSet(),
  };
}

/** No clause may have been passed over: every table and every column in the tree was looked up. */
export function insistOnAll(select: Fields, { references, relations, outputs }: Resolution): void {
  const isKnown = (kind: string, node: object) => {
    if (kind === "RangeVar") return relations.has(node);
    return kind !== "ColumnRef" || references.has(node) || outputs.has(node);
  };
  visit(
    select,
    (kind, _, node) => {
      if (!isKnown(kind, node))
        throw schemaFault("E_NODE", "A name stands where none is looked for, so the statement is not run.");
      return undefined;
    },
    "SelectStmt",
  );
}

/** The engine's own limit for a select. */
const MAX_COLUMNS = 1_664;
const MAX_COLUMNS_IN_ALL = 10_000;
const MAX_RELATIONS = 100;
const MAX_WEIGHT = 500;

/** What a statement may come to once it is written out: a few words can ask for very much. */
export class Budget {
  #columns = 0;
  #relations = 0;

  /** `SELECT *, *` doubles with each level. */
  columns(count: number): void {
    this.#columns += count;
    if (count > MAX_COLUMNS || this.#columns > MAX_COLUMNS_IN_ALL)
      throw schemaFault(
        "E_SIZE",
        `The statement asks for more than ${MAX_COLUMNS.toLocaleString("en")} columns.`,
      );
  }

  relation(): void {
    this.#relations += 1;
    if (this.#relations > MAX_RELATIONS)
      throw schemaFault("E_SIZE", `The statement joins more than ${MAX_RELATIONS} tables and sub-queries.`);
  }

  /** The planner writes sub-queries out: a column named twice at each of twenty levels stands there a million times. */
  weightOf(value: unknown, name: string, { references }: Resolution): number {
    let weight = 0;
    visit(value, (kind, _, node) => {
      if (kind === "ColumnRef") weight += references.get(node)?.column.weight ?? 1;
      return undefined;
    });
    if (weight > MAX_WEIGHT)
      throw schemaFault(
        "E_SIZE",
        `The column "${name}" grows with each sub-query it stands in. Write it once.`,
      );
    return Math.max(1, weight);
  }
}
