import { createHash } from "node:crypto";
import type { Catalog, Join } from "#lib/contracts/catalog.ts";
import type { SemanticModel } from "#lib/warehouse/semantic/semantic-model.ts";
import { inferJoins } from "./infer-joins.ts";
import type { RawCatalog } from "./raw-catalog.ts";
import { buildValueIndex } from "./value-index.ts";

export interface CatalogClock {
  /** ISO instant. */
  now: string;
  /** ISO date from which relative dates count, where the source sets one. */
  asOf?: string;
  timeZone: string;
  /** Month in which the fiscal year starts, 1 to 12. */
  fiscalStart: number;
}

/**
 * Lays a semantic model over what was introspected. Parts of the model that name a table or column which the role
 * cannot see are left out: a metric on hidden columns does not exist for that role.
 */
export function buildCatalog(raw: RawCatalog, model: SemanticModel | null, clock: CatalogClock): Catalog {
  const known = new Set([...raw.columns.map((column) => column.id), ...raw.tables.map((table) => table.id)]);
  const sees = (ids: string[]) => ids.every((id) => known.has(id));
  const numeric = numericTexts(raw);
  const metrics = (model?.metrics ?? []).filter((metric) => sees(metric.columns));
  const structure = {
    tables: raw.tables.map((table) => withSynonyms(table, model?.tableSynonyms[table.id])),
    columns: raw.columns.map((column) =>
      withSynonyms(
        numeric.has(column.id) ? { ...column, numeric: true } : column,
        model?.columnSynonyms[column.id],
      ),
    ),
    joins: withInferred(
      raw,
      mergeJoins(
        raw.joins,
        (model?.joins ?? []).filter((join) => sees([...join.from, ...join.to])),
      ),
    ),
    metrics: metrics.map((metric) =>
      metric.time && !known.has(metric.time) ? { ...metric, time: undefined } : metric,
    ),
    glossary: (model?.glossary ?? []).filter(({ binding }) => {
      if (binding.kind === "metric") return metrics.some((metric) => metric.id === binding.metric);
      return sees([binding.kind === "table" ? binding.table : binding.column]);
    }),
  };
  const explanations = (model?.explanations ?? []).filter(
    ({ key, date, where, texts, metric }) =>
      metrics.some(({ id }) => id === metric) &&
      sees([key, date, texts.key, texts.of, texts.date, ...where.map(({ column }) => column)]),
  );
  return {
    sourceId: raw.sourceId,
    dialect: raw.dialect,
    version: versionOf(structure),
    ...structure,
    headlines: (model?.headlines ?? []).filter((id) => metrics.some((metric) => metric.id === id)),
    explanations,
    values: buildValueIndex(raw.values),
    now: clock.now,
    ...(clock.asOf ? { asOf: clock.asOf } : {}),
    timeZone: clock.timeZone,
    fiscalStart: clock.fiscalStart,
  };
}

/** Text columns that hold nothing but numbers, by their complete list of values. */
function numericTexts({ values }: RawCatalog): Set<string> {
  const found = values.filter(
    ({ values: texts, complete }) =>
      complete && texts.length > 0 && texts.every((text) => /^-?\d{1,15}(\.\d+)?$/.test(text)),
  );
  return new Set(found.map(({ column }) => column));
}

/** Joins that names and values suggest, where nothing is declared or confirmed between the same columns. */
function withInferred(raw: RawCatalog, known: Join[]): Join[] {
  const taken = new Set(known.flatMap(({ from }) => from));
  const linked = new Set(
    known.flatMap(({ from, to }) => [pairOf(from[0]!, to[0]!), pairOf(to[0]!, from[0]!)]),
  );
  const inferred = inferJoins(raw).filter(
    ({ from, to }) => !taken.has(from[0]!) && !linked.has(pairOf(from[0]!, to[0]!)),
  );
  return [...known, ...inferred];
}

/** Two tables that are already joined need no guess. */
function pairOf(from: string, to: string): string {
  return `${tableOf(from)}>${tableOf(to)}`;
}

function tableOf(column: string): string {
  return column.slice(0, column.lastIndexOf("."));
}

function withSynonyms<T extends { synonyms?: string[] }>(part: T, synonyms: string[] | undefined): T {
  return synonyms ? { ...part, synonyms } : part;
}

/** A confirmed join says more (its role) than the declared key it repeats. */
function mergeJoins(declared: Join[], confirmed: Join[]): Join[] {
  const keyOf = (join: Join) => `${join.from.join()}>${join.to.join()}`;
  const merged = new Map(declared.map((join) => [keyOf(join), join]));
  for (const join of confirmed) {
    const same = merged.get(keyOf(join));
    merged.set(
      keyOf(join),
      same ? { ...same, origin: "confirmed", score: 1, role: join.role ?? same.role } : join,
    );
  }
  return [...merged.values()];
}

/** Profiles move with every load of data; the version follows structure and meaning only. */
function versionOf(
  structure: Pick<Catalog, "tables" | "columns" | "joins" | "metrics" | "glossary">,
): string {
  const stable = {
    tables: structure.tables.map(({ rows: _, ...table }) => table),
    columns: structure.columns.map(({ id, type, nullable, comment, synonyms }) => ({
      id,
      type,
      nullable,
      comment,
      synonyms,
    })),
    joins: structure.joins,
    metrics: structure.metrics,
    glossary: structure.glossary,
  };
  return createHash("sha256").update(JSON.stringify(stable)).digest("hex").slice(0, 16);
}
