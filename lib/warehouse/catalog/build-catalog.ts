import { createHash } from "node:crypto";
import type { Catalog, Join } from "#lib/contracts/catalog.ts";
import type { SemanticModel } from "#lib/warehouse/semantic/semantic-model.ts";
import { idResolver, withResolvedIds } from "./apply-renames.ts";
import { decidedJoins } from "./decided-joins.ts";
import { lostMeaning } from "./lost-meaning.ts";
import { type CatalogMemory, nothingDecided, type RawCatalog } from "./raw-catalog.ts";
import { wordsOf } from "./rename-score.ts";
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
 * Lays a semantic model over what was introspected, and what people decided over both: confirmed renames lead the model's
 * old names to today's columns, confirmed and rejected joins stand before what is inferred. Parts of the model that name a
 * table or column which the role cannot see are left out: a metric on hidden columns does not exist for that role.
 */
export function buildCatalog(
  raw: RawCatalog,
  written: SemanticModel | null,
  clock: CatalogClock,
  memory: CatalogMemory = nothingDecided,
): Catalog {
  const known = new Set([...raw.columns.map((column) => column.id), ...raw.tables.map((table) => table.id)]);
  const resolve = idResolver(memory.renames, known);
  const model = written && memory.renames.length > 0 ? withResolvedIds(written, resolve) : written;
  const formerNames = formerNamesOf(memory, resolve, known);
  const namesFor = (id: string, synonyms: string[] | undefined) => {
    const former = formerNames.get(id);
    return former ? [...new Set([...(synonyms ?? []), ...former])] : synonyms;
  };
  const sees = (ids: string[]) => ids.every((id) => known.has(id));
  const numeric = numericTexts(raw);
  const metrics = (model?.metrics ?? []).filter((metric) => sees(metric.columns));
  const structure = {
    tables: raw.tables.map((table) =>
      withSynonyms(table, namesFor(table.id, model?.tableSynonyms[table.id])),
    ),
    columns: raw.columns.map((column) =>
      withSynonyms(
        numeric.has(column.id) ? { ...column, numeric: true } : column,
        namesFor(column.id, model?.columnSynonyms[column.id]),
      ),
    ),
    joins: decidedJoins(
      raw,
      mergeJoins(
        raw.joins,
        (model?.joins ?? []).filter((join) => sees([...join.from, ...join.to])),
      ),
      memory.joins,
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
  const lost = lostMeaning(model, memory, known);
  return {
    sourceId: raw.sourceId,
    dialect: raw.dialect,
    version: versionOf(structure),
    ...structure,
    headlines: (model?.headlines ?? []).filter((id) => metrics.some((metric) => metric.id === id)),
    explanations,
    ...(lost.length > 0 ? { lost } : {}),
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

/** What a renamed column or table was called before: people go on asking for it by that name. */
function formerNamesOf(
  { renames }: CatalogMemory,
  resolve: (id: string) => string,
  known: ReadonlySet<string>,
): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const { from } of renames) {
    const now = resolve(from);
    if (now === from || !known.has(now)) continue;
    const former = wordsOf(from.slice(from.lastIndexOf(".") + 1)).join(" ");
    names.set(now, [...(names.get(now) ?? []), former]);
  }
  return names;
}

function withSynonyms<T extends { synonyms?: string[] }>(part: T, synonyms: string[] | undefined): T {
  return synonyms ? { ...part, synonyms } : part;
}

const FROM_MODEL = "it stands in the semantic model";

/** A confirmed join says more (its role) than the declared key it repeats. */
function mergeJoins(declared: Join[], confirmed: Join[]): Join[] {
  const keyOf = (join: Join) => `${join.from.join()}>${join.to.join()}`;
  const merged = new Map(declared.map((join) => [keyOf(join), join]));
  for (const join of confirmed) {
    const same = merged.get(keyOf(join));
    merged.set(
      keyOf(join),
      same
        ? { ...same, origin: "confirmed", score: 1, role: join.role ?? same.role, reasons: [FROM_MODEL] }
        : { ...join, reasons: [FROM_MODEL] },
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
    joins: structure.joins.map(({ reasons: _, confirmed: __, ...join }) => join),
    metrics: structure.metrics,
    glossary: structure.glossary,
  };
  return createHash("sha256").update(JSON.stringify(stable)).digest("hex").slice(0, 16);
}
