import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { stringify } from "yaml";
import type { CoreDatabase } from "#db/core/client.ts";
import type { Actor } from "#lib/contracts/actor.ts";
import type { Catalog, Metric } from "#lib/contracts/catalog.ts";
import { AppError } from "#lib/contracts/errors.ts";
import type { Source } from "#lib/warehouse/sources.ts";
import { editModel, type ModelEdit } from "./edit-model.ts";
import { hashOf, keepModelVersion } from "./model-store.ts";
import { readSemanticModel, type SemanticModel } from "./semantic-model.ts";
import { tryStatement } from "./try-metric.ts";

/** What a page saw when it was filled, and what somebody changed on it. */
export interface ModelChange {
  /** Of the text that the page showed. */
  hash: string;
  edit: ModelEdit;
}

/**
 * Writes one change into the file of a source's model, whole or not at all, and keeps the version with who made it. What
 * the change brings is tried in the gate before.
 *
 * @throws AppError `E_MODEL_STALE` where the file changed since, `E_MODEL` where the change cannot be used, in words
 */
export async function saveModelEdit(
  db: CoreDatabase,
  actor: Actor,
  source: Source,
  { hash, edit }: ModelChange,
): Promise<void> {
  const catalog = await source.catalog(actor, new Date().toISOString());
  await source.model.refresh("now");
  if (source.model.faults().length > 0)
    throw new AppError("E_MODEL", "The file has faults. Mend them first; nothing was saved.");
  const before = source.model.text();
  if (hashOf(before) !== hash)
    throw new AppError(
      "E_MODEL_STALE",
      "Somebody changed this meanwhile, so nothing was saved. Reload the page and make your change again.",
    );
  const { text, model } = edited(before || firstModel(source.config.id, catalog), edit);
  await insistOnUse(source, catalog, model, edit);
  if (before !== "" && readFileSync(source.model.path, "utf8") !== before)
    throw new AppError("E_MODEL_STALE", "The file changed just now, so nothing was saved. Reload the page.");
  mkdirSync(dirname(source.model.path), { recursive: true });
  const draft = `${source.model.path}.${process.pid}.new`;
  writeFileSync(draft, text);
  renameSync(draft, source.model.path);
  await keepModelVersion(db, source.config.id, text, actor.id);
  await source.model.refresh("now");
}

function edited(before: string, edit: ModelEdit): { text: string; model: SemanticModel } {
  try {
    const text = editModel(before, edit);
    return { text, model: readSemanticModel(text) };
  } catch (cause) {
    throw new AppError("E_MODEL", `Nothing was saved. ${(cause as Error).message}`, { cause });
  }
}

/** What was added names only what is there, and the gate lets it run. */
async function insistOnUse(
  source: Source,
  catalog: Catalog,
  model: SemanticModel,
  edit: ModelEdit,
): Promise<void> {
  if (edit.to === null) return;
  const known = new Set([...catalog.columns, ...catalog.tables].map(({ id }) => id));
  const insist = (ids: string[]) => {
    const unknown = ids.find((id) => !known.has(id));
    if (unknown)
      throw new AppError("E_MODEL", `Nothing was saved. There is no ${unknown} that your role may read.`);
  };
  if (edit.kind === "term") {
    const binding = model.glossary.find(({ term }) => term === edit.to?.term)?.binding;
    if (binding && "column" in binding) insist([binding.column]);
    if (binding?.kind === "table") insist([binding.table]);
    return;
  }
  let sql = edit.kind === "verified-query" ? edit.to.sql : "";
  if (edit.kind === "metric") {
    const metric = model.metrics.find(({ id }) => id === edit.to?.name) as Metric;
    insist(metric.columns);
    sql = tryStatement(metric, catalog);
  }
  const { accepted, layers } = await source.judge(sql, [], catalog);
  if (accepted) return;
  const refused = layers.find(({ verdict }) => verdict === "failed");
  throw new AppError("E_MODEL", `Nothing was saved. ${refused?.sentence ?? "The statement is refused."}`);
}

/** The model of a source that has none: a dataset for each table that may be read. */
function firstModel(id: string, { tables }: Catalog): string {
  const isUnique = (name: string) => tables.filter((each) => each.name === name).length === 1;
  const datasets = tables.map(({ schema, name, id: source }) => ({
    name: isUnique(name) ? name : `${schema}_${name}`,
    source,
  }));
  return stringify({ version: "0.2.0", semantic_model: [{ name: id, datasets }] });
}
