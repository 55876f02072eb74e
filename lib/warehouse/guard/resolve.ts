import { outputName } from "./output-name.ts";
import {
  aliased,
  emptyScope,
  expandStar,
  functionRelation,
  isSingleRow,
  renamed,
  sharedNames,
} from "./relations.ts";
import { nearest, schemaFault, unknownColumn } from "./schema-fault.ts";
import type { CommonTable, IndexedTable, Relation, Scope, ScopeColumn, TableIndex } from "./scope.ts";
import { as, type Fields, list, strings, unwrap } from "./tree.ts";

/** What each reference in a statement turned out to mean; later layers read it. */
export interface Resolution {
  tables: Set<string>;
  columns: Set<string>;
  /** Column reference node → what it names. */
  references: WeakMap<object, { relation: Relation; column: ScopeColumn }>;
  /** FROM item node → the relation it brings. */
  relations: WeakMap<object, Relation>;
}

/**
 * The schema layer: every table must be one the role may read, after scoping of common table expressions, and the
 * last part of every column reference must be a known column (else `o.f` would call the function `f(o)`).
 * Rewrites the tree in place: tables get their schema, and `*` becomes the columns the role may read.
 */
export function resolveNames(select: Fields, index: TableIndex): Resolution {
  const resolver = new Resolver(index);
  resolver.select(select, new Map(), null);
  return resolver.resolution;
}

class Resolver {
  readonly resolution: Resolution = {
    tables: new Set(),
    columns: new Set(),
    references: new WeakMap(),
    relations: new WeakMap(),
  };
  readonly #index: TableIndex;

  constructor(index: TableIndex) {
    this.#index = index;
  }

  /** Resolves a select and everything in it; returns what it puts out. */
  select(select: Fields, outer: ReadonlyMap<string, CommonTable>, parent: Scope | null): CommonTable {
    const tables = this.#commonTables(select, outer, parent);
    if (select.larg) return this.#setOperation(select, tables, parent);
    if (select.valuesLists) return this.#values(select, tables, parent);

    const scope = emptyScope(parent);
    for (const item of list(select.fromClause)) this.#from(item, scope, tables);
    select.targetList = list(select.targetList).flatMap((target) => expandStar(target, scope));
    const columns = list(select.targetList).map((target) => this.#output(target, scope, tables));
    this.#expression(select.whereClause, scope, tables);
    scope.outputs = columns.map((column) => column.name);
    for (const clause of ["groupClause", "havingClause", "windowClause", "sortClause", "distinctClause"])
      this.#expression(select[clause], scope, tables);
    this.#limits(select, tables, parent);
    return { columns, singleRow: isSingleRow(select), recursive: false };
  }

  #setOperation(select: Fields, tables: ReadonlyMap<string, CommonTable>, parent: Scope | null): CommonTable {
    const left = this.select(select.larg as Fields, tables, parent);
    this.select(select.rarg as Fields, tables, parent);
    const scope: Scope = { ...emptyScope(null), outputs: left.columns.map((column) => column.name) };
    this.#expression(select.sortClause, scope, tables);
    this.#limits(select, tables, parent);
    return { columns: left.columns.map(({ name }) => ({ name })), singleRow: false, recursive: false };
  }

  #values(select: Fields, tables: ReadonlyMap<string, CommonTable>, parent: Scope | null): CommonTable {
    const rows = list(select.valuesLists);
    for (const row of rows) this.#expression(row, emptyScope(parent), tables);
    this.#limits(select, tables, parent);
    const width = list(as(rows[0], "List")?.items).length;
    const columns = Array.from({ length: width }, (_, position) => ({ name: `column${position + 1}` }));
    return { columns, singleRow: rows.length <= 1, recursive: false };
  }

  #limits(select: Fields, tables: ReadonlyMap<string, CommonTable>, parent: Scope | null): void {
    const scope = emptyScope(parent);
    this.#expression(select.limitCount, scope, tables);
    this.#expression(select.limitOffset, scope, tables);
  }

  #commonTables(
    select: Fields,
    outer: ReadonlyMap<string, CommonTable>,
    parent: Scope | null,
  ): ReadonlyMap<string, CommonTable> {
    const clause = select.withClause as Fields | undefined;
    if (!clause) return outer;
    const tables = new Map(outer);
    for (const each of list(clause.ctes)) {
      const { ctename, ctequery, aliascolnames } = as(each, "CommonTableExpr")!;
      const query = as(ctequery, "SelectStmt");
      if (!query) throw schemaFault("E_NODE", "A WITH clause may only hold selects.");
      const name = String(ctename);
      const named = strings(aliascolnames);
      if (clause.recursive && query.larg) {
        // Its own name stands for what its first part puts out.
        const first = this.select(structuredClone(query.larg) as Fields, tables, parent);
        tables.set(name, { columns: renamed(first.columns, named), singleRow: false, recursive: true });
      }
      const output = this.select(query, tables, parent);
      tables.set(name, { ...output, columns: renamed(output.columns, named) });
    }
    return tables;
  }

  #from(item: unknown, scope: Scope, tables: ReadonlyMap<string, CommonTable>): Relation[] {
    const node = unwrap(item)!;
    const { kind, fields } = node;
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

  #add(item: object, relation: Relation, scope: Scope): Relation[] {
    this.resolution.relations.set(item, relation);
    scope.relations.push(relation);
    return [relation];
  }

  #join(fields: Fields, scope: Scope, tables: ReadonlyMap<string, CommonTable>): Relation[] {
    const left = this.#from(fields.larg, scope, tables);
    const right = this.#from(fields.rarg, scope, tables);
    const merged = fields.isNatural ? sharedNames(left, right) : strings(fields.usingClause);
    for (const name of merged)
      scope.merged.set(name, new Set([...(scope.merged.get(name) ?? []), ...left, ...right]));
    for (const name of merged)
      for (const side of [left, right]) {
        const column = side.flatMap((each) => each.columns).find((each) => each.name === name);
        if (!column) throw unknownColumn(name, side);
        if (column.id) this.resolution.columns.add(column.id);
      }
    this.#expression(fields.quals, scope, tables);
    const both = [...left, ...right];
    const alias = fields.alias as Fields | undefined;
    if (!alias) return both;
    const whole: Relation = {
      alias: String(alias.aliasname),
      columns: renamed(
        both.flatMap((each) => each.columns),
        strings(alias.colnames),
      ),
    };
    scope.relations = [...scope.relations.filter((each) => !both.includes(each)), whole];
    return [whole];
  }

  #table(fields: Fields, tables: ReadonlyMap<string, CommonTable>): Relation {
    const name = String(fields.relname);
    const schema = fields.schemaname as string | undefined;
    const common = schema === undefined ? tables.get(name) : undefined;
    if (common) return { ...aliased(common, fields.alias, name), recursive: common.recursive };
    const table = this.#lookUp(schema, name);
    fields.schemaname = table.schema;
    this.resolution.tables.add(table.id);
    const alias = fields.alias as Fields | undefined;
    return {
      alias: String(alias?.aliasname ?? name),
      columns: renamed(table.columns, strings(alias?.colnames)),
      tableId: table.id,
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

  #output(target: unknown, scope: Scope, tables: ReadonlyMap<string, CommonTable>): ScopeColumn {
    const { name, val } = as(target, "ResTarget")!;
    this.#expression(val, scope, tables);
    const reference = typeof val === "object" && val ? this.resolution.references.get(val) : undefined;
    const shown = name === undefined ? outputName(val) : String(name);
    return reference?.column.id ? { name: shown, id: reference.column.id } : { name: shown };
  }

  #expression(value: unknown, scope: Scope, tables: ReadonlyMap<string, CommonTable>): void {
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
        names.length === 1 ? at.relations : at.relations.filter((each) => isNamed(each, names));
      for (const relation of relations) {
        const found = relation.columns.find((each) => each.name === column);
        if (!found) continue;
        if (found.id) this.resolution.columns.add(found.id);
        this.resolution.references.set(node, { relation, column: found });
        return;
      }
      if (names.length > 1 && relations.length > 0) throw unknownColumn(names.join("."), relations, "E_ATTR");
      if (names.length === 1 && at.outputs.includes(column)) return;
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

function isNamed(relation: Relation, names: string[]): boolean {
  const [table, schema] = [names.at(-2)!, names.at(-3)];
  if (names.length > 3 || relation.alias !== table) return false;
  return schema === undefined || relation.tableId?.startsWith(`${schema}.`) === true;
}

function relationsAround(scope: Scope | null): Relation[] {
  return scope ? [...scope.relations, ...relationsAround(scope.parent)] : [];
}
