import { GateFault } from "./fault.ts";
import { outputName } from "./output-name.ts";
import {
  aliased,
  emptyScope,
  expandStar,
  type FromItem,
  fromItem,
  functionRelation,
  isNamedBy,
  isSingleRow,
  joinStar,
  positionalNames,
  renamed,
  sharedNames,
} from "./relations.ts";
import { Budget, emptyResolution, insistOnAll, type Resolution } from "./resolution.ts";
import { nearest, schemaFault, unknownColumn } from "./schema-fault.ts";
import type { CommonTable, IndexedTable, Relation, Scope, ScopeColumn, TableIndex } from "./scope.ts";
import { as, type Fields, list, strings, unwrap } from "./tree.ts";

type Tables = ReadonlyMap<string, CommonTable>;

/**
 * The schema layer: every table must be one the role may read, after scoping of common table expressions, and the
 * last part of every column reference must be a known column (else `o.f` would call the function `f(o)`).
 * Rewrites the tree in place: tables get their schema, and `*` becomes the columns the role may read.
 */
export function resolveNames(select: Fields, index: TableIndex): Resolution {
  const resolver = new Resolver(index);
  resolver.select(select, new Map(), null);
  insistOnAll(select, resolver.resolution);
  return resolver.resolution;
}

class Resolver {
  readonly resolution = emptyResolution();
  readonly #budget = new Budget();
  readonly #index: TableIndex;

  constructor(index: TableIndex) {
    this.#index = index;
  }

  /** Resolves a select and everything in it; returns what it puts out. */
  select(select: Fields, outer: Tables, parent: Scope | null): CommonTable {
    const tables = this.#commonTables(select, outer, parent);
    if (select.larg) {
      const left = this.select(select.larg as Fields, tables, parent);
      return this.#setOperation(select, left, tables, parent);
    }
    if (select.valuesLists) return this.#values(select, tables, parent);

    const scope = emptyScope(parent);
    for (const item of list(select.fromClause)) scope.star.push(...this.#from(item, scope, tables).star);
    select.targetList = list(select.targetList).flatMap((target) => expandStar(target, scope));
    this.#budget.columns(list(select.targetList).length);
    const columns = list(select.targetList).map((target) => this.#output(target, scope, tables));
    for (const clause of ["whereClause", "havingClause", "windowClause"])
      this.#expression(select[clause], scope, tables);
    const outputs = columns.map((column) => column.name);
    for (const clause of ["groupClause", "sortClause", "distinctClause"])
      this.#items(select[clause], outputs, scope, tables);
    this.#limits(select, tables, parent);
    return { columns, singleRow: isSingleRow(select), recursive: false };
  }

  /** The right arm and the rest of a set operation, once its left arm is known. */
  #setOperation(select: Fields, left: CommonTable, tables: Tables, parent: Scope | null): CommonTable {
    this.select(select.rarg as Fields, tables, parent);
    const outputs = left.columns.map((column) => column.name);
    this.#items(select.sortClause, outputs, emptyScope(null), tables);
    this.#limits(select, tables, parent);
    const columns = left.columns.map(({ name, weight }) =>
      weight === undefined ? { name } : { name, weight },
    );
    return { columns, singleRow: false, recursive: false };
  }

  #values(select: Fields, tables: Tables, parent: Scope | null): CommonTable {
    const rows = list(select.valuesLists);
    for (const row of rows) this.#expression(row, emptyScope(parent), tables);
    const width = list(as(rows[0], "List")?.items).length;
    const columns = Array.from({ length: width }, (_, position) => ({ name: `column${position + 1}` }));
    const outputs = columns.map((column) => column.name);
    this.#items(select.sortClause, outputs, emptyScope(parent), tables);
    this.#limits(select, tables, parent);
    return { columns, singleRow: rows.length <= 1, recursive: false };
  }

  #limits(select: Fields, tables: Tables, parent: Scope | null): void {
    const scope = emptyScope(parent);
    this.#expression(select.limitCount, scope, tables);
    this.#expression(select.limitOffset, scope, tables);
  }

  /** Items of ORDER BY, GROUP BY or DISTINCT ON: an output name may stand alone there, and only alone. */
  #items(items: unknown, outputs: string[], scope: Scope, tables: Tables): void {
    for (const item of list(items)) {
      const sort = as(item, "SortBy");
      const set = as(item, "GroupingSet");
      const row = as(item, "RowExpr");
      const value = sort ? sort.node : item;
      const names = strings(as(value, "ColumnRef")?.fields);
      if (set) this.#items(set.content, outputs, scope, tables);
      else if (row) this.#items(row.args, outputs, scope, tables);
      else if (names.length === 1 && outputs.includes(names[0]!))
        this.resolution.outputs.add(value as object);
      else this.#expression(value, scope, tables);
    }
  }

  #commonTables(select: Fields, outer: Tables, parent: Scope | null): Tables {
    const clause = select.withClause as Fields | undefined;
    if (!clause) return outer;
    const tables = new Map(outer);
    const defined = list(clause.ctes).map((each) => as(each, "CommonTableExpr")!);
    // In WITH RECURSIVE a name reaches the tables before it, too; nobody needs that, and it hides a table of that name.
    if (clause.recursive)
      for (const { ctename } of defined)
        tables.set(String(ctename), { columns: [], singleRow: false, recursive: false, pending: true });
    for (const { ctename, ctequery, aliascolnames } of defined) {
      const query = as(ctequery, "SelectStmt");
      if (!query) throw schemaFault("E_NODE", "A WITH clause may only hold selects.");
      const named = strings(aliascolnames);
      const output =
        clause.recursive && query.larg
          ? this.#recursive(String(ctename), query, named, tables, parent)
          : this.select(query, tables, parent);
      tables.set(String(ctename), { ...output, columns: renamed(output.columns, named) });
    }
    return tables;
  }

  /** Its own name stands for what its first part puts out. */
  #recursive(
    name: string,
    query: Fields,
    named: string[],
    tables: Map<string, CommonTable>,
    parent: Scope | null,
  ): CommonTable {
    const within = this.#commonTables(query, tables, parent);
    const first = this.select(query.larg as Fields, within, parent);
    const itself = { columns: renamed(first.columns, named), singleRow: false, recursive: true };
    return this.#setOperation(query, first, new Map([...within, [name, itself]]), parent);
  }

  #from(item: unknown, scope: Scope, tables: Tables): FromItem {
    const { kind, fields } = unwrap(item)!;
    switch (kind) {
      case "RangeVar":
        return this.#add(item as object, this.#table(fields, tables), scope);
      case "RangeSubselect": {
        const visible = fields.lateral ? scope : scope.parent;
        const query = this.select(as(fields.subquery, "SelectStmt")!, tables, visible);
        return this.#add(item as object, aliased(query, fields.alias, ""), scope);
      }
      case "RangeFunction":
        this.#expression(fields.functions, scope, tables);
        return this.#add(item as object, functionRelation(fields), scope);
      case "RangeTableSample": {
        this.#expression(fields.args, scope, tables);
        this.#expression(fields.repeatable, scope, tables);
        return this.#from(fields.relation, scope, tables);
      }
      case "JoinExpr":
        return this.#join(fields, scope, tables);
      default:
        throw schemaFault("E_NODE", `A ${kind} cannot stand in FROM.`);
    }
  }

  #add(item: object, relation: Relation, scope: Scope): FromItem {
    this.resolution.relations.set(item, relation);
    this.#budget.relation();
    scope.relations.push(relation);
    return fromItem(relation);
  }

  #join(fields: Fields, scope: Scope, tables: Tables): FromItem {
    const left = this.#from(fields.larg, scope, tables);
    const right = this.#from(fields.rarg, scope, tables);
    const merged = fields.isNatural ? sharedNames(left.star, right.star) : strings(fields.usingClause);
    if (fields.isNatural && merged.length === 0)
      throw new GateFault(
        "shape",
        "E_COST",
        "The NATURAL join has no column in common, so every row would meet every other.",
      );
    for (const name of merged)
      for (const side of [left.relations, right.relations]) {
        const column = side.flatMap((each) => each.columns).find((each) => each.name === name);
        if (!column) throw unknownColumn(name, side);
        if (column.id) this.resolution.columns.add(column.id);
      }
    // Spelled out, so that the engine joins by these columns and not also by those that a policy hides.
    if (fields.isNatural) {
      fields.isNatural = undefined;
      fields.usingClause = merged.map((sval) => ({ String: { sval } }));
    }
    this.#expression(fields.quals, scope, tables);
    const both = [...left.relations, ...right.relations];
    const star = joinStar(left.star, right.star, merged);
    const alias = fields.alias as Fields | undefined;
    if (!alias) return { relations: both, star };
    const columns = star.map((names) => columnOf(names, both));
    const hidesColumns = both.some((each) => each.hidesColumns);
    const whole: Relation = {
      alias: String(alias.aliasname),
      columns: renamed(columns, positionalNames(alias, hidesColumns)),
      hidesColumns,
    };
    scope.relations = [...scope.relations.filter((each) => !both.includes(each)), whole];
    return fromItem(whole);
  }

  #table(fields: Fields, tables: Tables): Relation {
    const name = String(fields.relname);
    const schema = fields.schemaname as string | undefined;
    const common = schema === undefined ? tables.get(name) : undefined;
    if (common?.pending)
      throw schemaFault("E_TABLE", `"${name}" is used before it is defined. Define it first.`);
    if (common) return { ...aliased(common, fields.alias, name), recursive: common.recursive };
    const table = this.#lookUp(schema, name);
    fields.schemaname = table.schema;
    this.resolution.tables.add(table.id);
    const alias = fields.alias as Fields | undefined;
    return {
      alias: String(alias?.aliasname ?? name),
      columns: renamed(table.columns, positionalNames(alias, table.hidesColumns)),
      tableId: table.id,
      hidesColumns: table.hidesColumns,
    };
  }

  #lookUp(schema: string | undefined, name: string): IndexedTable {
    const found = schema === undefined ? this.#index.byName(name) : [this.#index.bySchema(schema, name)];
    const table = found[0];
    if (table && (found.length === 1 || table.schema === "public")) return table;
    const full = schema === undefined ? name : `${schema}.${name}`;
    if (table)
      throw schemaFault(
        "E_TABLE",
        `"${name}" stands in several schemas; say which.`,
        found.map((each) => each!.id),
      );
    if (schema === "pg_catalog" || schema === "information_schema" || /^pg_/.test(name))
      throw schemaFault(
        "E_SCHEMA",
        `"${full}" belongs to the database's own administration, not to its data.`,
      );
    const near = nearest(full, this.#index.names);
    throw schemaFault(
      "E_TABLE",
      `There is no table "${full}" that you may read.${near.length > 0 ? ` Near by: ${near.join(", ")}.` : ""}`,
      near,
    );
  }

  #output(target: unknown, scope: Scope, tables: Tables): ScopeColumn {
    const { name, val } = as(target, "ResTarget")!;
    this.#expression(val, scope, tables);
    const reference = typeof val === "object" && val ? this.resolution.references.get(val) : undefined;
    const shown = name === undefined ? outputName(val) : String(name);
    const weight = this.#budget.weightOf(val, shown, this.resolution);
    return { name: shown, weight, ...(reference?.column.id ? { id: reference.column.id } : {}) };
  }

  #expression(value: unknown, scope: Scope, tables: Tables): void {
    if (Array.isArray(value)) {
      for (const each of value) this.#expression(each, scope, tables);
      return;
    }
    if (!value || typeof value !== "object") return;
    const node = unwrap(value);
    if (node?.kind === "ColumnRef") {
      this.#reference(value, node.fields, scope);
      return;
    }
    if (node?.kind === "SelectStmt") {
      this.select(node.fields, tables, scope);
      return;
    }
    for (const each of Object.values(node ? node.fields : value)) this.#expression(each, scope, tables);
  }

  #reference(node: object, fields: Fields, scope: Scope): void {
    const parts = list(fields.fields);
    if (parts.some((part) => as(part, "A_Star")))
      throw schemaFault("E_ATTR", "A whole row cannot stand where a single column is expected.");
    const names = strings(parts);
    const column = names.at(-1)!;
    for (let at: Scope | null = scope; at; at = at.parent) {
      const relations =
        names.length === 1
          ? at.relations
          : at.relations.filter((each) => isNamedBy(each, names.slice(0, -1)));
      for (const relation of relations) {
        const found = relation.columns.find((each) => each.name === column);
        if (!found) continue;
        if (found.id) this.resolution.columns.add(found.id);
        this.resolution.references.set(node, { relation, column: found });
        return;
      }
      if (names.length > 1 && relations.length > 0) throw unknownColumn(names.join("."), relations, "E_ATTR");
    }
    if (names.length > 1)
      throw schemaFault("E_TABLE", `"${names.slice(0, -1).join(".")}" is not a table of this statement.`);
    const everywhere = relationsAround(scope);
    if (everywhere.some((each) => each.alias === column))
      throw schemaFault(
        "E_ATTR",
        `"${column}" is a table; a whole row cannot stand where a column is expected.`,
      );
    throw unknownColumn(column, everywhere);
  }
}

function columnOf(names: string[], relations: Relation[]): ScopeColumn {
  const name = names.at(-1)!;
  const within = names.length === 1 ? relations : relations.filter((each) => each.alias === names[0]);
  return within.flatMap((each) => each.columns).find((each) => each.name === name) ?? { name };
}

function relationsAround(scope: Scope | null): Relation[] {
  return scope ? [...scope.relations, ...relationsAround(scope.parent)] : [];
}
