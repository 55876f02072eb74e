import type { CoreDatabase } from "#db/core/client.ts";
import type { Actor } from "#lib/contracts/actor.ts";
import type { MeaningEntry, MeaningView } from "#lib/contracts/meaning.ts";
import { modelEntries } from "#lib/warehouse/semantic/edit-model.ts";
import { hashOf, modelVersions } from "#lib/warehouse/semantic/model-store.ts";
import type { Source } from "#lib/warehouse/sources.ts";

/** The meaning of a source as a role may see it: what names hidden tables or columns is left out. */
export async function meaningView(db: CoreDatabase, actor: Actor, source: Source): Promise<MeaningView> {
  const catalog = await source.catalog(actor, new Date().toISOString());
  const text = source.model.text();
  const all = modelEntries(text);
  const entries: MeaningEntry[] = [
    ...all.terms
      .filter(({ term }) => catalog.glossary.some((each) => each.term === term))
      .map(({ term, means, synonyms }) => entry("term", term, means, { synonyms })),
    ...all.metrics
      .filter(({ name }) => catalog.metrics.some((each) => each.id === name))
      .map(({ name, expression, synonyms, description = "" }) =>
        entry("metric", name, expression, { synonyms, description }),
      ),
    ...all.verifiedQueries
      .filter(({ question }) => catalog.verifiedQueries?.some((each) => each.question === question))
      .map(({ question, sql, verified_by, verified_at }) =>
        entry("verified-query", question, sql, { verified: `${verified_by}, ${verified_at}` }),
      ),
  ];
  const model = source.model.parsed();
  const seesAll = (model?.tables ?? []).every((id) => catalog.tables.some((each) => each.id === id));
  const notice = (isFault: boolean) => (each: { line: number; path: string; message: string }) => ({
    line: each.line,
    message: `${each.path}: ${each.message}`,
    isFault,
  });
  return {
    sourceId: source.config.id,
    hash: hashOf(text),
    entries,
    notices: seesAll
      ? [...source.model.faults().map(notice(true)), ...(model?.warnings ?? []).map(notice(false))]
      : [],
    history: (await modelVersions(db, source.config.id, 20)).map(({ id, by, at }) => ({ id, by, at })),
    text: seesAll && text !== "" ? text : null,
  };
}

function entry(
  kind: MeaningEntry["kind"],
  name: string,
  definition: string,
  more: Partial<MeaningEntry>,
): MeaningEntry {
  return { kind, name, definition, description: "", synonyms: [], verified: "", ...more };
}
