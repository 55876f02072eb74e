import type { Catalog, Metric } from "#lib/contracts/catalog.ts";
import { todayOf } from "./calendar-days.ts";
import type { Candidate, CandidateOf } from "./candidates.ts";
import { chunk } from "./chunks.ts";
import type { Filter } from "./compose.ts";
import type { Mention } from "./form.ts";
import { parseForm } from "./form-parser.ts";
import { splitFullNames } from "./full-names.ts";
import type { Period } from "./period.ts";
import { schemaOf } from "./schema.ts";
import { prepare, tokenise } from "./tokens.ts";

/** What a question speaks of, whether or not it can be said as one query. */
export interface Topics {
  metrics: Metric[];
  /** Stored values it names, each with its column. */
  filters: Filter[];
  /** Column ids it names. */
  columns: string[];
  /** Table ids it names. */
  tables: string[];
  period: Period | null;
  /** Content words that nothing in the catalog is called. */
  unread: string[];
}

/** A link this sure is what the words name, not what they happen to resemble. */
const named = 0.9;

/** Links a question's words to the catalog without making a query of them. */
export function topicsOf(question: string, catalog: Catalog): Topics {
  const schema = schemaOf(catalog);
  const text = prepare(question);
  const tokens = splitFullNames(tokenise(text), schema);
  const chunks = chunk(tokens, text, schema, { today: todayOf(catalog), fiscalStart: catalog.fiscalStart });
  const form = parseForm(chunks);
  const filters: Filter[] = [];
  for (const condition of form.conditions) {
    const value = condition.kind === "value" && !condition.negated ? best(condition.mention, "value") : null;
    if (value)
      filters.push({
        column: value.column.column.id,
        values: value.values,
        label: value.values[0] ?? "",
      });
  }
  const links = chunks.flatMap((piece): Mention[] =>
    piece.kind === "link"
      ? [{ words: piece.text, candidates: piece.candidates, start: piece.start, end: piece.end }]
      : [],
  );
  const all = <K extends Candidate["kind"]>(kind: K) =>
    links.flatMap((link) => {
      const found = best(link, kind);
      return found && found.score >= Math.max(named, (link.candidates[0]?.score ?? 0) - 0.01) ? [found] : [];
    });
  return {
    metrics: unique(all("metric").map(({ metric }) => metric)),
    filters,
    columns: unique(all("column").map(({ column }) => column.column.id)),
    tables: unique(all("table").map(({ table }) => table.table.id)),
    period: form.period?.period ?? null,
    unread: form.unread,
  };
}

function best<K extends Candidate["kind"]>(mention: Mention, kind: K): CandidateOf<K> | null {
  const found = mention.candidates.find((one): one is CandidateOf<K> => one.kind === kind);
  return found ?? null;
}

function unique<T>(values: T[]): T[] {
  return [...new Set(values)];
}
