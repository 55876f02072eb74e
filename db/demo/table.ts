import type { Company } from "./company.ts";

/** A value as it goes into a table; numerics are given as text, so that no cent is lost. */
export type Cell = string | number | boolean | null;

export interface DemoColumn {
  type: string;
  /** What it is in plain business words: the reader of questions goes by this. */
  comment: string;
  /** `schema.table.column` that it refers to. */
  references?: string;
  nullable?: true;
}

/** One table of the demo company: its shape, its meaning and its rows, in one place. */
export interface DemoTable {
  schema: string;
  name: string;
  comment: string;
  columns: Record<string, DemoColumn>;
  /** Empty for the legacy tables, which declare no key. */
  primaryKey: string[];
  unique?: string[][];
  indexes?: string[][];
  /** The column by which row security knows the country that a row belongs to; tables without one are open to all. */
  countryColumn?: string;
  /** No analyst login may read it at all. */
  withheld?: true;
  /** The rows, in the order of `columns`; or the SELECT that makes them, for tables too large to send. */
  rows: ((company: Company) => Iterable<Cell[]>) | { sql: (size: DemoSize) => string };
}

/** A part of the business: a schema with its tables, in the order in which they can be filled. */
export interface SubjectArea {
  schema: string;
  comment: string;
  tables: DemoTable[];
}

/** How large the tables are that are made large on purpose. */
export interface DemoSize {
  webEvents: number;
}

export const fullSize: DemoSize = { webEvents: 3_000_000 };

/** The full name of a table, for SQL. */
export function qualifiedName(table: DemoTable): string {
  return `${table.schema}.${table.name}`;
}

/** CREATE TABLE without keys: those are added once the rows are in, which is several times faster. */
export function createTable(table: DemoTable): string {
  const columns = Object.entries(table.columns).map(
    ([name, column]) => `  ${name} ${column.type}${column.nullable ? "" : " not null"}`,
  );
  return `create table ${qualifiedName(table)} (\n${columns.join(",\n")}\n)`;
}

/** Primary, unique and secondary indexes of a filled table. */
export function createIndexes(table: DemoTable): string[] {
  const name = qualifiedName(table);
  return [
    ...(table.primaryKey.length > 0
      ? [`alter table ${name} add primary key (${table.primaryKey.join(", ")})`]
      : []),
    ...(table.unique ?? []).map((columns) => `alter table ${name} add unique (${columns.join(", ")})`),
    ...(table.indexes ?? []).map((columns) => `create index on ${name} (${columns.join(", ")})`),
  ];
}

/** Foreign keys, once every table that they point to has its primary key. */
export function createForeignKeys(table: DemoTable): string[] {
  return Object.entries(table.columns).flatMap(([column, { references }]) => {
    if (references === undefined) return [];
    const [schema, target, targetColumn] = references.split(".");
    return [
      `alter table ${qualifiedName(table)} add foreign key (${column}) references ${schema}.${target} (${targetColumn})`,
    ];
  });
}

/** COMMENT ON for the table and each of its columns. */
export function createComments(table: DemoTable): string[] {
  const name = qualifiedName(table);
  return [
    `comment on table ${name} is ${literal(table.comment)}`,
    ...Object.entries(table.columns).map(
      ([column, { comment }]) => `comment on column ${name}.${column} is ${literal(comment)}`,
    ),
  ];
}

/** A text as an SQL literal. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Cents as euros, for a numeric column. */
export function euros(cents: number): string {
  return (cents / 100).toFixed(2);
}
