import type { FileReport } from "#lib/contracts/file-report.ts";
import type { SourceHealth } from "#lib/contracts/source.ts";
import type { Cell, Estimate, JudgedStatement, ResultColumn } from "#lib/contracts/statement.ts";
import type { RawCatalog } from "#lib/warehouse/catalog/raw-catalog.ts";
import type { IntrospectOptions } from "#lib/warehouse/catalog/read-source.ts";
import type { SchemaPolicy } from "#lib/warehouse/policy.ts";

export type { SourceHealth };

export interface QueryLimits {
  timeoutSeconds: number;
  maxRows: number;
  maxBytes: number;
}

export interface QueryOptions {
  role: string;
  limits: QueryLimits;
  signal: AbortSignal;
  /** Names the session in the engine, so that another process can find or end it. */
  executionId: string;
  /** Called right before the statement goes out: until then nothing can have run. */
  onSend?: () => Promise<void>;
}

export interface QueryResult {
  columns: ResultColumn[];
  rows: Cell[][];
  /** Null where the result was cut, so that nobody takes the cut for the count. */
  rowCount: number | null;
  truncated: boolean;
}

/**
 * One way to a business's data. Only statements that the gate judged get through, as the login of the asking role.
 * Faults are `AppError`s with a sentence; the engine's own text stays in the cause.
 */
export interface Connector {
  /** Reaches the login of a role and checks that it can do nothing but read. Never throws. */
  check(role: string): Promise<SourceHealth>;
  /**
   * Structure, profiles and values, as this role may see them; of what the policy excludes, nothing is read. One that
   * takes long tells the structure as soon as it is known, and ends soon after the signal.
   */
  introspect(role: string, policy: SchemaPolicy, options?: IntrospectOptions): Promise<RawCatalog>;
  /** Ids of all tables and columns there are, whatever a policy or the login's grants say. */
  names(role: string): Promise<string[]>;
  estimate(statement: JudgedStatement, role: string): Promise<Estimate>;
  query(statement: JudgedStatement, options: QueryOptions): Promise<QueryResult>;
  /** Ends whatever still runs under this id. True where something did. */
  cancel(executionId: string, role: string): Promise<boolean>;
  /** Changes whenever the data do, where that can be told cheaply. */
  dataVersion?(): Promise<string>;
  /** What became of each file, where the source is a folder of files. */
  reports?(): Promise<FileReport[]>;
  close(): Promise<void>;
}
