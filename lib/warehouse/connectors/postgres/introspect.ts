import type postgres from "postgres";
import type { Column, Join, Table } from "#lib/contracts/catalog.ts";
import type { RawCatalog } from "#lib/warehouse/catalog/raw-catalog.ts";
import type { IntrospectOptions } from "#lib/warehouse/catalog/read-source.ts";
import { openPolicy, type SchemaPolicy } from "#lib/warehouse/policy.ts";
import { columnKind } from "./column-kind.ts";
import { probeOverlaps } from "./probe-overlaps.ts";
import { profileLimits, profileTable, shareOf } from "./profile.ts";
import {
  columnsQuery,
  foreignKeysQuery,
  keysQuery,
  namesQuery,
  statisticsQuery,
  tablesQuery,
} from "./structure-queries.ts";

interface TableRow {
  oid: number;
  schema: string;
  name: string;
  kind: string;
  rows: number;
  comment: string | null;
}
interface ColumnRow {
  table_oid: number;
  number: number;
  name: string;
  declared: string;
  base: string;
  category: string;
  type_kind: string;
  nullable: boolean;
  comment: string | null;
}
interface KeyRow {
  table_oid: number;
  primary: boolean;
  columns: number[];
}
interface ForeignKeyRow {
  from_oid: number;
  to_oid: number;
  from_columns: string[];
  to_columns: string[];
  on_parent: boolean;
  leaves: number;
  all_leaves: number;
}
interface StatisticsRow {
  schema: string;
  table: string;
  column: string;
  null_share: number;
  distinct_share: number;
  low: string | null;
  high: string | null;
}

/** Milliseconds one statement that reads structure may take. */
const STRUCTURE_MS = 30_000;

/**
 * Reads what the connected role may see: tables (partitions under their parent), views, columns, comments and keys, which
 * are told as soon as they are known; then profiles, a bounded list of stored texts, and for joins that names suggest
 * whether the values meet. All in short READ ONLY transactions with a time limit on each statement, so that it can run
 * against a production database: none holds a snapshot while the next table is read.
 *
 * @param sql a connection of the asking role's own login
 * @param policy what it excludes is not read at all, not even its values
 * @throws the driver's error where even the structure cannot be read; a table that cannot be profiled is not an error
 */
export async function introspect(
  sql: postgres.Sql,
  sourceId: string,
  policy: SchemaPolicy = openPolicy,
  { onStructure, signal }: IntrospectOptions = {},
): Promise<RawCatalog> {
  const { targets, ...structure } = await readOnly(sql, STRUCTURE_MS, (tx) =>
    readStructure(tx, sourceId, policy),
  );
  const raw: RawCatalog = { sourceId, dialect: "postgres", ...structure, values: [] };
  await onStructure?.(structuredClone(raw));
  const share = shareOf(targets);
  for (const target of targets) {
    signal?.throwIfAborted();
    const { values } = await readOnly(sql, profileLimits.statementMs, (tx) =>
      profileTable(tx, target, share.next(target)),
    );
    share.took(values);
    raw.values.push(...values);
  }
  await readOnly(sql, STRUCTURE_MS, (tx) => addStatistics(tx, targets));
  raw.overlaps = await probeOverlaps(raw, (work) => readOnly(sql, profileLimits.statementMs, work), signal);
  return raw;
}

function readOnly<T>(
  sql: postgres.Sql,
  statementMs: number,
  work: (tx: postgres.TransactionSql) => Promise<T>,
): Promise<T> {
  return sql.begin("isolation level repeatable read read only", async (tx) => {
    await tx.unsafe(`set local statement_timeout = ${statementMs}`);
    return work(tx);
  }) as Promise<T>;
}

/** Ids of all tables and columns there are, also those that the connected role may not select; nothing of what is in them. */
export async function readNames(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql.unsafe<{ id: string }[]>(namesQuery);
  return rows.map(({ id }) => id);
}

async function readStructure(tx: postgres.TransactionSql, sourceId: string, policy: SchemaPolicy) {
  const excludes = (id: string) => policy.reasonFor(id) !== undefined;
  const tableRows = (await tx.unsafe<TableRow[]>(tablesQuery)).filter(
    (row) => !excludes(`${row.schema}.${row.name}`),
  );
  const allColumns = await tx.unsafe<ColumnRow[]>(columnsQuery);
  const keyRows = await tx.unsafe<KeyRow[]>(keysQuery);
  const idByOid = new Map(tableRows.map((row) => [row.oid, `${row.schema}.${row.name}`]));
  const foreignKeyRows = (await tx.unsafe<ForeignKeyRow[]>(foreignKeysQuery)).filter(
    (row) => idByOid.has(row.from_oid) && idByOid.has(row.to_oid),
  );
  const keysByTable = Map.groupBy(keyRows, (row) => row.table_oid);
  const columnRows = allColumns.filter((row) => {
    const table = idByOid.get(row.table_oid);
    return table !== undefined && !excludes(`${table}.${row.name}`);
  });
  const shown = Map.groupBy(columnRows, (row) => row.table_oid);
  const allByTable = Map.groupBy(allColumns, (row) => row.table_oid);
  const columnIdByNumber = new Map<string, string>();
  const columns: Column[] = columnRows.map((row) => {
    const table = idByOid.get(row.table_oid)!;
    const id = `${table}.${row.name}`;
    columnIdByNumber.set(`${row.table_oid}:${row.number}`, id);
    return {
      id,
      table,
      name: row.name,
      type: row.declared,
      kind: columnKind(row.base, row.category, row.type_kind),
      nullable: row.nullable,
      ...(row.comment ? { comment: row.comment } : {}),
      top: [],
    };
  });
  const columnsByTable = Map.groupBy(columns, (column) => column.table);

  const tables: Table[] = [];
  const targets = [];
  for (const row of tableRows) {
    const id = idByOid.get(row.oid)!;
    const keys = keysByTable.get(row.oid) ?? [];
    const asIds = (key: KeyRow) => key.columns.map((number) => columnIdByNumber.get(`${row.oid}:${number}`));
    const readable = keys.filter((key) => asIds(key).every((column) => column !== undefined));
    const primary = readable.find((key) => key.primary);
    const table: Table = {
      id,
      source: sourceId,
      schema: row.schema,
      name: row.name,
      kind: row.kind === "v" || row.kind === "m" ? "view" : "table",
      ...(row.comment ? { comment: row.comment } : {}),
      ...(row.rows >= 0 ? { rows: Math.round(row.rows) } : {}),
      primaryKey: primary ? (asIds(primary) as string[]) : [],
      uniqueKeys: readable.filter((key) => !key.primary).map((key) => asIds(key) as string[]),
      ...(shown.get(row.oid)?.length === allByTable.get(row.oid)?.length ? {} : { hidesColumns: true }),
    };
    tables.push(table);
    targets.push({ table, columns: columnsByTable.get(id) ?? [], relkind: row.kind });
  }
  const tableById = new Map(tables.map((table) => [table.id, table]));
  const known = new Set(columns.map((column) => column.id));
  const joins = foreignKeyRows
    .map((row) => joinOf(row, idByOid, tableById))
    .filter((join) => [...join.from, ...join.to].every((column) => known.has(column)));
  return { tables, columns, joins, targets };
}

/** A key that only some partitions declare is inferred for the parent, with the share of partitions as its score. */
function joinOf(row: ForeignKeyRow, idByOid: Map<number, string>, tableById: Map<string, Table>): Join {
  const fromTable = idByOid.get(row.from_oid)!;
  const from = row.from_columns.map((name) => `${fromTable}.${name}`);
  const whole = row.on_parent || row.leaves >= row.all_leaves;
  const table = tableById.get(fromTable)!;
  const keys = [table.primaryKey, ...table.uniqueKeys].filter((key) => key.length > 0);
  return {
    from,
    to: row.to_columns.map((name) => `${idByOid.get(row.to_oid)!}.${name}`),
    origin: whole ? "declared" : "inferred",
    score: whole ? 1 : row.leaves / row.all_leaves,
    cardinality: keys.some((key) => key.every((column) => from.includes(column)))
      ? "one_to_one"
      : "many_to_one",
  };
}

/** Statistics know the whole table where a sample knew a part: they win for shares, distinct counts and ranges. */
async function addStatistics(
  tx: postgres.TransactionSql,
  targets: Array<{ table: Table; columns: Column[] }>,
): Promise<void> {
  const rows = await tx.unsafe<StatisticsRow[]>(statisticsQuery);
  const byId = new Map(rows.map((row) => [`${row.schema}.${row.table}.${row.column}`, row]));
  for (const { table, columns } of targets) {
    for (const column of columns) {
      const row = byId.get(column.id);
      if (!row || column.distinct !== undefined) continue;
      column.nullShare = row.null_share;
      const rowCount = table.rows ?? 0;
      column.distinct = Math.round(
        row.distinct_share < 0 ? -row.distinct_share * rowCount : row.distinct_share,
      );
      if (column.kind === "text" || row.low === null || row.high === null) continue;
      column.min = row.low;
      column.max = row.high;
    }
  }
}
