import type { Column, Table } from "#lib/contracts/catalog.ts";
import { AppError } from "#lib/contracts/errors.ts";
import type { FileReport } from "#lib/contracts/file-report.ts";
import type { ColumnValues, RawCatalog } from "#lib/warehouse/catalog/raw-catalog.ts";
import { assertJudged } from "#lib/warehouse/guard/judged.ts";
import type { SchemaPolicy } from "#lib/warehouse/policy.ts";
import type { Connector, QueryOptions, QueryResult, SourceHealth } from "../connector.ts";
import { columnKind } from "./cells.ts";
import { estimateOf } from "./estimate.ts";
import { queryFault } from "./faults.ts";
import { FolderEngine } from "./folder-engine.ts";
import { FILES_SCHEMA } from "./load/schema.ts";
import type { ColumnProfile, ExplainAnswer, QueryAnswer } from "./process/messages.ts";

interface FilesSource {
  id: string;
  name: string;
  path: string;
  roles: string[];
  time_zone: string;
}

/** A folder of files as a source: every role sees all of it. */
export function filesConnector(source: FilesSource): Connector {
  const folder = new FolderEngine(source);
  const executions = new Map<string, () => void>();
  const insist = (role: string) => {
    if (!source.roles.includes(role))
      throw new AppError(
        "E_ROLE_UNKNOWN",
        `${source.name} has no role "${role}". It has: ${source.roles.join(", ")}.`,
      );
  };
  return {
    check: (role) => healthOf(folder, source, role),
    introspect: async (role, policy) => {
      insist(role);
      const { engine, reports } = await folder.engine();
      return rawCatalog(
        source,
        reports,
        await engine.ask<ColumnProfile[]>(profileRequest(reports, policy)).answer,
        policy,
      );
    },
    names: async () => {
      const { reports } = await folder.engine();
      return reports.flatMap(({ tables }) =>
        tables.flatMap(({ table, columns }) => [
          `${FILES_SCHEMA}.${table}`,
          ...columns.map(({ name }) => `${FILES_SCHEMA}.${table}.${name}`),
        ]),
      );
    },
    async estimate(statement, role) {
      insist(role);
      const { text, params } = assertJudged(statement);
      const { engine } = await folder.engine();
      const { answer } = engine.ask<ExplainAnswer>({ kind: "explain", text, params });
      return estimateOf(await answer.catch((cause: unknown) => Promise.reject(queryFault(cause, 0))));
    },
    async query(statement, options) {
      insist(options.role);
      return query(folder, assertJudged(statement), options, executions);
    },
    async cancel(executionId) {
      const end = executions.get(executionId);
      end?.();
      return end !== undefined;
    },
    dataVersion: () => folder.version(),
    reports: async () => (await folder.engine()).reports,
    close: async () => folder.close(),
  };
}

async function healthOf(folder: FolderEngine, source: FilesSource, role: string): Promise<SourceHealth> {
  try {
    const { reports } = await folder.engine();
    const tables = reports.flatMap((each) => each.tables);
    const faults = reports.filter(({ fault }) => fault);
    if (tables.length === 0)
      return {
        role,
        state: "unreachable",
        sentence: faults[0]?.fault?.sentence ?? `${source.name} has no files that can be read. Add some.`,
      };
    return {
      role,
      state: "ready",
      sentence:
        `${source.name}: ${tables.length} table(s) from ${reports.length - faults.length} file(s), read only.` +
        (faults.length > 0
          ? ` ${faults.length} file(s) could not be read: ${faults[0]!.fault!.sentence}`
          : ""),
    };
  } catch (error) {
    const sentence =
      error instanceof AppError ? error.sentence : `${source.name} could not be read. Check its files.`;
    return { role, state: "unreachable", sentence };
  }
}

async function query(
  folder: FolderEngine,
  { text, params }: { text: string; params: readonly (string | number | boolean | null)[] },
  { limits, signal, executionId, onSend }: QueryOptions,
  executions: Map<string, () => void>,
): Promise<QueryResult> {
  signal.throwIfAborted();
  const { engine } = await folder.engine();
  await onSend?.();
  const { id, answer } = engine.ask<QueryAnswer>({
    kind: "query",
    text,
    params,
    maxRows: limits.maxRows,
    maxBytes: limits.maxBytes,
  });
  let isLate = false;
  const stop = () => engine.interrupt(id);
  const late = setTimeout(() => {
    isLate = true;
    stop();
  }, limits.timeoutSeconds * 1_000);
  signal.addEventListener("abort", stop, { once: true });
  executions.set(executionId, stop);
  try {
    const { columns, rows, truncated } = await answer;
    return { columns, rows, truncated, rowCount: truncated ? null : rows.length };
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    throw queryFault(cause, isLate ? limits.timeoutSeconds : 0);
  } finally {
    clearTimeout(late);
    signal.removeEventListener("abort", stop);
    executions.delete(executionId);
  }
}

/** What the policy excludes is not looked at. */
function profileRequest(reports: FileReport[], policy: SchemaPolicy) {
  const tables = reports.flatMap((each) => each.tables);
  const leftOut = tables.flatMap(({ table, columns }) => [
    ...(policy.reasonFor(`${FILES_SCHEMA}.${table}`) === undefined ? [] : [table]),
    ...columns
      .filter(({ name }) => policy.reasonFor(`${FILES_SCHEMA}.${table}.${name}`) !== undefined)
      .map(({ name }) => `${table}.${name}`),
  ]);
  return { kind: "profile" as const, leftOut };
}

function rawCatalog(
  source: FilesSource,
  reports: FileReport[],
  profiles: ColumnProfile[],
  policy: SchemaPolicy,
): RawCatalog {
  const tables = reports.flatMap(({ file, tables: made }) =>
    made.flatMap(({ table, rows, columns }): Table[] => {
      const id = `${FILES_SCHEMA}.${table}`;
      if (policy.reasonFor(id) !== undefined) return [];
      return [
        {
          id,
          source: source.id,
          schema: FILES_SCHEMA,
          name: table,
          kind: "table",
          comment: `From the file ${file}.`,
          rows,
          primaryKey: [],
          uniqueKeys: [],
          ...(columns.some(({ name }) => policy.reasonFor(`${id}.${name}`) !== undefined)
            ? { hidesColumns: true }
            : {}),
        },
      ];
    }),
  );
  const headings = new Map(
    reports.flatMap((each) =>
      each.tables.flatMap(({ table, columns }) =>
        columns.map(({ name, heading }) => [`${table}.${name}`, heading] as const),
      ),
    ),
  );
  const idOf = ({ table, name }: ColumnProfile) => `${FILES_SCHEMA}.${table}.${name}`;
  return {
    sourceId: source.id,
    dialect: "duckdb",
    tables,
    columns: profiles.map((profile): Column => {
      const heading = headings.get(`${profile.table}.${profile.name}`);
      return {
        id: idOf(profile),
        table: `${FILES_SCHEMA}.${profile.table}`,
        name: profile.name,
        type: profile.type.toLowerCase(),
        kind: columnKind(profile.type),
        nullable: true,
        ...(heading === undefined ? {} : { comment: heading }),
        nullShare: Math.max(0, Math.min(1, profile.nullShare)),
        distinct: profile.distinct,
        ...(profile.min === null ? {} : { min: profile.min }),
        ...(profile.max === null ? {} : { max: profile.max }),
        top: profile.top,
      };
    }),
    joins: [],
    values: profiles.flatMap((profile): ColumnValues[] =>
      profile.values === null
        ? []
        : [{ column: idOf(profile), values: profile.values.list, complete: profile.values.complete }],
    ),
  };
}
