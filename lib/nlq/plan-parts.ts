import type { Join } from "#lib/contracts/catalog.ts";
import type { ReadingPart, ReadingTime } from "#lib/contracts/reading.ts";
import type { Form } from "./form.ts";
import type { Measure } from "./measure.ts";
import type { Grain, Period } from "./period.ts";
import type { Condition, Expression, Query } from "./query.ts";
import type { Schema, SchemaColumn, SchemaTable } from "./schema.ts";
import type { Choice } from "./slots.ts";

/** Something that makes a plan less certain: a factor on its score, and why. */
export interface Doubt {
  factor: number;
  because: string;
  /** What else it could have been, in words. */
  alternatives?: string[];
}

/** A query with what it was made of, for the score and the reading. */
export interface Plan {
  query: Query;
  doubts: Doubt[];
  joins: string[];
  /** Joins that nobody declared or confirmed. */
  guessed?: Join[];
  measures: ReadingPart[];
  dimensions: ReadingPart[];
  filters: ReadingPart[];
  entities: ReadingPart[];
  time: ReadingTime | null;
  order: {
    label: string;
    words: string[];
    direction: "asc" | "desc";
    /** By a date: the earliest rather than the lowest. */
    dated?: boolean;
  } | null;
  /** Within each of what it is ranked: `country`. */
  within?: string;
  /** `one row per segment`. */
  grain: string;
  share: boolean;
}

export interface PlanContext {
  schema: Schema;
  form: Form;
  choice: Choice;
  period: Period | null;
  stems: Set<string>;
  /** Only what was asked for is shown; otherwise the figures behind a ranking or a bound are shown as well. */
  onlyAsked: boolean;
}

/** What a figure is split by. */
export type Dimension = { /** What is ranked, is ranked within each of these. */ each?: boolean } & (
  | { kind: "entity"; table: SchemaTable; words: string }
  | { kind: "column"; column: SchemaColumn; words: string }
  | { kind: "grain"; grain: Grain; words: string }
);

/** A bound on an aggregate, kept for HAVING. */
export interface HavingBound {
  measure: Measure;
  make: (expression: Expression) => Condition;
  words: string;
  label: string;
}

/** What rows or groups are ranked by. */
export type RankBy = { kind: "column"; column: SchemaColumn } | { kind: "measure"; measure: Measure };

/** A bound on a column of single rows, kept for WHERE. */
export interface RowBound {
  column: SchemaColumn;
  make: (left: Expression) => Condition[];
  condition: Extract<Form["conditions"][number], { kind: "bound" }>;
}

/** A superlative that tells which row of another table is meant: `in the dorm with the largest capacity`. */
export interface Extreme {
  column: SchemaColumn;
  direction: "asc" | "desc";
  words: string;
}

/** What a question asks for rows of: a table, or the different values of one column. */
export interface Subject {
  table: SchemaTable;
  column: SchemaColumn | null;
  words: string;
}

export function part(label: string, words: string[]): ReadingPart {
  return { label, words, alternatives: [] };
}

export function title(label: string): string {
  return label === "" ? label : label[0]!.toUpperCase() + label.slice(1);
}

export function nameOf(label: string): string {
  return (
    label
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "_")
      .replace(/^_|_$/g, "") || "value"
  );
}
