import type { Candidate } from "./candidates.ts";
import type { Adjective, Direction } from "./english/lexicon.ts";
import type { Operator } from "./key.ts";
import type { Grain, Period } from "./period.ts";
import type { Aggregate } from "./query.ts";

/** Words that stand for something in the catalog, before it is decided for what. */
export interface Mention {
  words: string;
  candidates: Candidate[];
  /** Token positions, to tell which mentions touch. */
  start: number;
  end: number;
}

export interface MeasureForm {
  fn: Aggregate | null;
  /** Null counts the subject; `money` is money changing hands without a word for it. */
  of: Mention | "money" | null;
  distinct: boolean;
}

export type ConditionForm = { /** Tied to the condition before it by `or`. */ either: boolean } & (
  | { kind: "value"; mention: Mention; negated: boolean; near: Mention | null }
  | {
      kind: "bound";
      of: Mention | "money" | null;
      fn: Aggregate | null;
      operator: Operator;
      value: number;
      upper: number | null;
      about: string[];
      /** The thing that stands before it, as in `parties with hosts older than 50`. */
      near: Mention | null;
      money: boolean;
      negated: boolean;
      /** The number stands before the noun: so many of them, not the one of that number. */
      counts: boolean;
      words: string;
    }
  | {
      kind: "average-bound";
      of: Mention | null;
      operator: "<" | ">" | "<=" | ">=";
      fn: "avg" | "max" | "min";
      about: string[];
      words: string;
    }
  /** `older than some engineer`, `lower in March than in July`: bounded by other rows, or by another column. */
  | {
      kind: "against";
      of: Mention | null;
      other: Mention | null;
      operator: "<" | ">" | "<=" | ">=";
      fn: "avg" | "max" | "min" | null;
      /** One of the other rows is enough. */
      some: boolean;
      about: string[];
      /** What holds of the other rows. */
      within: ConditionForm[];
      words: string;
    }
  /** `made before 1980 or directed by X`: a period that is one of several that may hold. */
  | { kind: "during"; period: Period; near: Mention | null; words: string }
  /** `with the most common role`: the value that occurs most, or least. */
  | { kind: "commonest"; mention: Mention; direction: Direction; negated: boolean; words: string }
  | { kind: "missing"; mention: Mention; words: string }
  /** A second superlative: `the largest city of the smallest state`. */
  | {
      kind: "extreme";
      /** What it stands before: a figure, or a thing whose size the adjective tells. */
      mention: Mention | null;
      /** The thing in front of it, as in `the state with the largest population`. */
      before: Mention | null;
      adjective: Adjective | null;
      direction: Direction;
      words: string;
    }
  /** A verb of trade: the subject did (or never did) what the tables of these nouns record. */
  | { kind: "did"; nouns: string[]; negated: boolean; words: string }
  | { kind: "with"; mention: Mention }
  /** `that are approved`: a column that says yes or no, and says yes. */
  | { kind: "flag"; mention: Mention }
  | {
      kind: "text";
      of: Mention | null;
      mode: "equals" | "contains" | "starts" | "ends";
      text: string;
      negated: boolean;
      words: string;
    }
);

export interface RankForm {
  direction: Direction;
  count: number | null;
  by: Mention | "money" | null;
  fn: Aggregate | null;
  adjective: Adjective | null;
  words: string;
  /** Position of the first of its words. */
  at?: number;
}

export interface DimensionForm {
  mention: Mention | null;
  grain: Grain | null;
  words: string;
  /** `in each country`, `per country`: what is ranked, is ranked within each of them. */
  each?: boolean;
}

/** What the question's clauses say, in the question's own words: still nothing is bound to the catalog. */
export interface Form {
  ask: "who" | "which" | "what" | "list" | "where" | "when" | null;
  subject: Mention | null;
  /** The subject stands in the list of what is asked for, as in `the season, the player and …`. */
  subjectListed: boolean;
  attributes: Mention[];
  measures: MeasureForm[];
  dimensions: DimensionForm[];
  conditions: ConditionForm[];
  rank: RankForm | null;
  order: {
    direction: Direction | null;
    by: Mention | null;
    fn: Aggregate | null;
    words: string;
    /** Further keys, for rows that are equal in the first. */
    further: Array<{ by: Mention; direction: Direction | null }>;
  } | null;
  /** `before 1990 or after 2010` gives two. */
  period: { period: Period; words: string; near: Mention | null; or: Period | null } | null;
  share: boolean;
  /** A figure against the same one a step before; the step of its split where none is said. */
  growth: { step: Grain | null } | null;
  distinct: boolean;
  /** `both … and …`: two conditions that no single row fulfils. */
  both: boolean;
  /** `their ids`: the key of what is asked for is shown. */
  keys: boolean;
  /** `all the information about …`: every column is shown. */
  everything: boolean;
  /** Columns named in a relative clause (`that have …`): perhaps a condition, perhaps something to show. */
  loose: Mention[];
  unread: string[];
  /** Columns named within a clause that only tells which rows are meant. */
  aside: string[];
  /** Unread verbs that say little. */
  soft: string[];
}

/** A form of which nothing is said yet. */
export function emptyForm(): Form {
  return {
    ask: null,
    subject: null,
    subjectListed: false,
    attributes: [],
    measures: [],
    dimensions: [],
    conditions: [],
    rank: null,
    order: null,
    period: null,
    share: false,
    growth: null,
    distinct: false,
    both: false,
    keys: false,
    everything: false,
    loose: [],
    unread: [],
    aside: [],
    soft: [],
  };
}
