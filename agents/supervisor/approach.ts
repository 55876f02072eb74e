import type { Metric } from "#lib/contracts/catalog.ts";
import type { Filter } from "#lib/nlq/compose.ts";
import type { Period } from "#lib/nlq/period.ts";

/** How a question that takes several steps is gone about. Chosen once; what its steps find decides on the next ones. */
export type Approach =
  /** Why a figure changed: its course, what explains the change, and what the documents say about that. */
  | {
      kind: "reasons";
      metric: Metric;
      filters: Filter[];
      period: Period | null;
      direction: "up" | "down" | null;
      /** The question, to be searched for. */
      text: string;
    }
  /** Rows first, then the texts of those rows: what the tickets of those customers say. */
  | {
      kind: "texts_of_rows";
      text: string;
      /** The figure whose rows they are, and whose of them, where the question says so rather than its ranking. */
      of?: { metric: Metric; filters: Filter[]; period: Period | null };
    }
  /** How a figure is likely to go on. */
  | { kind: "forecast"; metric: Metric; filters: Filter[]; months: number }
  /** Rows and passages that do not depend on each other. */
  | { kind: "beside"; text: string }
  /** Names that a part of the question stands for are looked up, then the rest is searched with them in its place. */
  | { kind: "named_in_rows"; span: string; text: string }
  /** Passages alone. */
  | {
      kind: "passages";
      text: string;
      /** A count, a total or a comparison is asked for: a text has to say it outright. */
      figures: boolean;
    };

/** ` for Germany`: the innermost of the filters says where; empty where nothing narrows it. */
export function scopeLabel(filters: Filter[]): string {
  const last = filters.at(-1);
  return last ? ` for ${last.label}` : "";
}
