import type { Grain } from "../period.ts";

/**
 * What one engine's SQL has different from another's: the writer knows the shape of a query, these rules know its words.
 * Every argument is finished SQL unless it says otherwise; none of them writes a value, only a placeholder's mark.
 */
export interface DialectRules {
  /** `numbered`: `$n`, one for each different value. `positional`: `?`, the value repeated wherever it is used. */
  placeholders: "numbered" | "positional";
  /** A column, table or alias, quoted where it has to be. */
  quoteName(name: string): string;
  /** A placeholder as a day, so that it bounds dates and instants alike in the session's time zone. */
  dateParameter(placeholder: string): string;
  /** A placeholder for a number that is no 32-bit integer. */
  numberParameter(placeholder: string): string;
  /** A sort key under which what is unknown always comes last: "highest first" never means the unknown ones. */
  sortKey(expression: string, direction: "asc" | "desc"): string;
  /** The first day of the period that a date or instant lies in; of `year`, the year's number. */
  grain(grain: Grain, expression: string): string;
  /** Whether a column's type compares as text as it is. */
  isText(type: string): boolean;
  asText(expression: string): string;
  /** Text that holds numbers, as an exact number. */
  asNumber(expression: string): string;
  /** `pattern` takes `\` before a sign that stands for itself. */
  like(expression: string, pattern: string, negated: boolean): string;
  /** A ratio with its full precision, never an integer division; NULL where the whole is nothing. */
  ratio(part: string, whole: string): string;
  /** An aggregate of the group one step of the calendar before, by range: where a month is missing, there is none. */
  previous(aggregate: string, step: PreviousStep): string;
  /** `left [NOT] IN (query)`; `column` names the query's output, `limited` says that it ends in a LIMIT. */
  inQuery(left: string, query: string, options: InQueryOptions): string;
}

export interface PreviousStep {
  /** Groups that each have a course of their own. */
  groups: string[];
  /** What the course runs along, and the grain it is cut to; null where it is a plain column. */
  along: string;
  alongGrain: Grain | null;
  step: Grain;
}

export interface InQueryOptions {
  negated: boolean;
  limited: boolean;
  column: string;
}

/** Plain lower-case names stand as they are; anything else, and whatever the engine reserves, is quoted. */
export function quoting(reserved: ReadonlySet<string>, mark: '"' | "`"): (name: string) => string {
  return (name) =>
    /^[a-z_][a-z0-9_]*$/.test(name) && !reserved.has(name)
      ? name
      : `${mark}${name.replaceAll(mark, mark + mark)}${mark}`;
}

export function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

export function plainInQuery(left: string, query: string, { negated }: InQueryOptions): string {
  return `${left} ${negated ? "NOT IN" : "IN"} (${query})`;
}

/** A window over the groups one step before; `far` is the step in the unit of `along`. */
export function rangeBefore(aggregate: string, groups: string[], along: string, far: string): string {
  const partition = groups.length === 0 ? "" : `PARTITION BY ${groups.join(", ")} `;
  return `max(${aggregate}) OVER (${partition}ORDER BY ${along} RANGE BETWEEN ${far} PRECEDING AND ${far} PRECEDING)`;
}

/** One step as an interval, or 1 where the course counts years as numbers. */
export function stepInterval({ alongGrain, step }: PreviousStep): string {
  return alongGrain === "year" ? "1" : `interval '${step === "quarter" ? "3 month" : `1 ${step}`}'`;
}
