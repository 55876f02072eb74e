import type { Adjective, Direction } from "./english/lexicon.ts";
import type { Grain } from "./period.ts";
import type { Aggregate } from "./query.ts";

export type Operator = "=" | "<>" | "<" | "<=" | ">" | ">=";

/** A word or phrase that steers how a question is built, whatever the database is about. */
export type Key =
  | { key: "count" }
  | { key: "aggregate"; fn: Exclude<Aggregate, "count"> }
  /** `top five`, `first 10`: ranks what it stands before, by what is said elsewhere. */
  | { key: "top"; direction: Direction; count: number | null }
  /** `longest`, `most expensive`: ranks by what the adjective is about. */
  | { key: "superlative"; adjective: Adjective; count: number | null; word: string }
  /** `highest`, `most`: ranks by what follows. */
  | { key: "ranker"; direction: Direction; fallback: Adjective | null; count: number | null; word: string }
  | {
      key: "compare";
      operator: Operator;
      value: number;
      upper?: number;
      about: string[];
      /** What it may be about where nothing beside it says so. */
      perhaps?: string[];
      sign?: "currency" | "percent" | undefined;
      each?: boolean;
    }
  /** `above average`, `more than the average`, `below the maximum`: bounded by a figure over all rows. */
  | { key: "average-bound"; operator: "<" | ">" | "<=" | ">="; fn: "avg" | "max" | "min"; about: string[] }
  /** `larger than the revenue of all …`: no number and no average stands behind. */
  | { key: "against"; operator: "<" | ">"; about: string[]; some: boolean }
  | { key: "by" }
  | { key: "where"; word: string }
  | { key: "order"; direction: Direction | null; expects: boolean }
  | { key: "not" }
  | { key: "yet" }
  | { key: "both" }
  | { key: "share" }
  /** `growth`, `month over month`: a figure against the same one a step before. */
  | { key: "growth"; step: Grain | null }
  | { key: "distinct" }
  | { key: "ask"; word: "who" | "which" | "what" | "list" | "where" | "when" }
  | { key: "money"; ranks: Direction | null }
  | { key: "trade"; nouns: string[] }
  | { key: "contains"; mode: "contains" | "starts" | "ends" }
  | { key: "and" }
  | { key: "or" }
  | { key: "stop" };

export interface KeyFound {
  key: Key;
  length: number;
  weight: number;
}
