import type { Column } from "#lib/contracts/catalog.ts";
import type { OutputColumn, Parameter } from "#lib/contracts/reading.ts";
import type { Grain } from "./period.ts";

/**
 * The query between reading and SQL: one star of joined tables, grouped or not. It knows nothing of a dialect; an
 * emitter turns it into text. Values stand in it as values and become parameters there.
 */
export interface Query {
  root: TableUse;
  joins: JoinUse[];
  where: Condition[];
  select: SelectItem[];
  distinct: boolean;
  groupBy: Expression[];
  having: Condition[];
  orderBy: Array<{ expression: Expression; direction: "asc" | "desc" }>;
  limit: number | null;
  /** Keeps the first so many rows of each group, by rank: rows that are equal in it count as one place. */
  /** Keeps the rows of the finished result whose column is not before a value. */
  from?: { column: Expression; value: Expression };
  within?: { groups: Expression[]; by: Expression; direction: "asc" | "desc"; most: number };
}

export interface TableUse {
  alias: string;
  schema: string;
  name: string;
}

export interface JoinUse {
  table: TableUse;
  kind: "inner" | "left";
  on: Array<{ left: ColumnUse; right: ColumnUse }>;
}

export interface ColumnUse {
  kind: "column";
  alias: string;
  column: Column;
}

export type Aggregate = "sum" | "avg" | "min" | "max" | "count";

export type Expression =
  | ColumnUse
  | { kind: "star" }
  | { kind: "value"; value: Parameter; type: "number" | "text" | "date" }
  | { kind: "aggregate"; fn: Aggregate; distinct: boolean; of: Expression }
  | { kind: "arithmetic"; operator: "*" | "-" | "/"; left: Expression; right: Expression }
  | { kind: "grain"; grain: Grain; of: Expression }
  /** Values that differ by letter case are one group. */
  | { kind: "folded"; of: Expression }
  /** A metric's own aggregate: text with its columns in place, in order. */
  | { kind: "template"; parts: Array<string | ColumnUse> }
  | { kind: "number"; value: number }
  /** A text column that holds numbers, taken as one. */
  | { kind: "numeric"; of: ColumnUse }
  /** A ratio that is NULL, not an error, where the whole is nothing. */
  | { kind: "share"; part: Expression; whole: Expression }
  /** The sum of an aggregate over all groups. */
  | { kind: "overall"; of: Expression }
  /** An aggregate of the group a step of the calendar before; NULL where there is none. */
  | { kind: "previous"; of: Expression; groups: Expression[]; along: Expression; step: Grain }
  /** How much one figure is above another, as a share of it. */
  | { kind: "growth"; now: Expression; before: Expression }
  | { kind: "subquery"; query: Query };

export type Condition =
  | { kind: "compare"; left: Expression; operator: "=" | "<>" | "<" | "<=" | ">" | ">="; right: Expression }
  | { kind: "in"; left: Expression; values: string[]; negated: boolean }
  | { kind: "like"; left: Expression; pattern: string; negated: boolean }
  | { kind: "null"; of: Expression; negated: boolean }
  | { kind: "any"; of: Condition[] }
  | { kind: "all"; of: Condition[] }
  | { kind: "not"; of: Condition }
  | { kind: "in-query"; left: Expression; query: Query; negated: boolean }
  | { kind: "exists"; root: TableUse; joins: JoinUse[]; where: Condition[]; negated: boolean };

export interface SelectItem {
  expression: Expression;
  output: OutputColumn;
}

/** A column to compute or compare with: text that holds numbers is taken as a number. */
export function asNumber(use: ColumnUse): Expression {
  return use.column.numeric && use.column.kind === "text" ? { kind: "numeric", of: use } : use;
}
