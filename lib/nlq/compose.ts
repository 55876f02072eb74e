import type { Catalog, Metric } from "#lib/contracts/catalog.ts";
import type { Reading } from "#lib/contracts/reading.ts";
import type { Candidate } from "./candidates.ts";
import { emit } from "./emit/emit.ts";
import { emptyForm, type Form, type Mention } from "./form.ts";
import type { Grain, Period } from "./period.ts";
import { plan } from "./plan.ts";
import { type Schema, schemaOf } from "./schema.ts";
import type { Choice } from "./slots.ts";
import { toReading } from "./to-reading.ts";

/** A query said in the catalog's own terms rather than in words. */
export interface Composition {
  /** Figures, from the catalog or made for the occasion; they must lie in one table's grain. */
  metrics: Metric[];
  /** Column ids to show for each row; only without metrics. */
  columns?: string[];
  /** Column ids to split by, coarsest first. */
  by?: string[];
  grain?: Grain;
  filters?: Filter[];
  period?: Period;
  /** By the first metric; highest first. */
  ranked?: boolean;
  limit?: number;
}

/** Stored values of one column, any of which fits. */
export interface Filter {
  column: string;
  values: string[];
  /** For a person: `Germany`. */
  label: string;
}

/**
 * Writes the query for a composition: the same planner and emitter that read questions, so that a step of a plan gets
 * the same joins, grain and words as a question would.
 *
 * @returns the reading, or null where the catalog cannot say it: an unknown column, tables that nothing joins, or a
 *   total that a join would multiply
 */
export function compose(composition: Composition, catalog: Catalog): Reading | null {
  const schema = schemaOf(catalog);
  const { form, choice } = formOf(composition, schema);
  if (!form || !holdsOfEachRow(composition, schema)) return null;
  const made = plan({
    schema,
    form,
    choice,
    period: composition.period ?? null,
    stems: new Set(),
    onlyAsked: false,
  });
  if (!made) return null;
  const { sql, params } = emit(made.query, catalog.dialect);
  // Hundreds of keys say nothing to a person; what they are does.
  const many = (composition.filters ?? []).filter(({ values }) => values.length > MOST_NAMED);
  for (const filter of made.filters) {
    const label = many.find((one) => filter.words.includes(one.label))?.label;
    if (label !== undefined) filter.label = label;
  }
  return toReading({ plan: made, choice, score: 1, sql, params }, form);
}

/**
 * Whether each filter is about the very rows that are added up: in the figure's own table, or in one that each of its rows
 * has at most one row of. The cost of a country is not the cost of a product that was sold there.
 */
function holdsOfEachRow({ metrics, filters = [], by = [] }: Composition, schema: Schema): boolean {
  const home = schema.columnById.get(metrics[0]?.columns[0] ?? "")?.owner;
  if (!home) return true;
  const reached = new Set([home]);
  for (const table of reached) for (const edge of table.edges) if (!edge.fansOut) reached.add(edge.to);
  return [...filters.map(({ column }) => column), ...by].every((id) => {
    const owner = schema.columnById.get(id)?.owner;
    return owner !== undefined && reached.has(owner);
  });
}

function formOf(composition: Composition, schema: Schema): { form: Form | null; choice: Choice } {
  const choice: Choice = new Map();
  const form = emptyForm();
  let place = 0;
  let complete = true;
  const mention = (words: string, candidate: Candidate | null): Mention => {
    const made = { words, candidates: candidate ? [candidate] : [], start: place, end: place + 1 };
    place += 2;
    if (candidate) choice.set(made, candidate);
    else complete = false;
    return made;
  };
  const metricMention = (metric: Metric) => {
    const first = schema.columnById.get(metric.columns[0] ?? "");
    return mention(metric.name, first ? { ...sure, kind: "metric", metric, owner: first.owner } : null);
  };
  const columnMention = (id: string) => {
    const column = schema.columnById.get(id);
    return mention(column?.column.name ?? id, column ? { ...sure, kind: "column", column } : null);
  };
  form.measures = composition.metrics.map((metric) => ({
    fn: null,
    of: metricMention(metric),
    distinct: false,
  }));
  form.attributes = (composition.columns ?? []).map(columnMention);
  form.dimensions = (composition.by ?? []).map((id) => ({
    mention: columnMention(id),
    grain: null,
    words: "",
  }));
  if (composition.grain)
    form.dimensions.push({ mention: null, grain: composition.grain, words: composition.grain });
  for (const { column: id, values, label } of composition.filters ?? []) {
    const column = schema.columnById.get(id);
    const value = mention(label, column ? { ...sure, kind: "value", column, values } : null);
    form.conditions.push({ kind: "value", mention: value, negated: false, near: null, either: false });
  }
  if (composition.period) form.period = { period: composition.period, words: "", near: null, or: null };
  if (composition.ranked && form.measures[0])
    form.order = { direction: "desc", by: form.measures[0].of as Mention, fn: null, words: "", further: [] };
  if (composition.limit !== undefined)
    form.rank = {
      direction: "desc",
      count: composition.limit,
      by: form.measures[0]?.of ?? null,
      fn: null,
      adjective: null,
      words: "",
    };
  return { form: complete ? form : null, choice };
}

/** Values that are named one by one. */
const MOST_NAMED = 4;

/** Nothing is guessed: the composition names what it means. */
const sure = { score: 1, because: "composed" } as const;
