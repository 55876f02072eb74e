import type { Catalog } from "#lib/contracts/catalog.ts";
import type { SemanticModel } from "#lib/warehouse/semantic/semantic-model.ts";
import { buildCatalog, type CatalogClock } from "./build-catalog.ts";
import type { RawCatalog } from "./raw-catalog.ts";

const timeToLiveMs = 24 * 60 * 60 * 1000;

interface Entry {
  readAt: number;
  raw: Promise<RawCatalog>;
  built?: { model: SemanticModel | null; catalog: Catalog };
}

/** Kept on `globalThis`: a server that loads its modules twice must not introspect twice. */
const cacheKey = Symbol.for("causeway.catalogs");
const holder = globalThis as { [cacheKey]?: Map<string, Entry> };
holder[cacheKey] ??= new Map();
const entries = holder[cacheKey];

export interface CatalogRequest {
  sourceId: string;
  /** Catalogs are kept a role, since a role sees only its own tables and values. */
  role: string;
  model: SemanticModel | null;
  clock: CatalogClock;
  /** Reads the source as that role; called at most once a day, however many ask at the same time. */
  introspect: () => Promise<RawCatalog>;
}

/**
 * The catalog of a source for a role, introspected at most once in 24 hours (single flight). The clock is taken anew
 * on each call. A failed introspection is not remembered: the next call tries again.
 */
export async function loadCatalog(request: CatalogRequest): Promise<Catalog> {
  const key = JSON.stringify([request.sourceId, request.role]);
  let entry = entries.get(key);
  if (!entry || Date.now() - entry.readAt > timeToLiveMs) {
    entry = { readAt: Date.now(), raw: request.introspect() };
    entries.set(key, entry);
  }
  const current = entry;
  let raw: RawCatalog;
  try {
    raw = await current.raw;
  } catch (error) {
    if (entries.get(key) === current) entries.delete(key);
    throw error;
  }
  if (!current.built || current.built.model !== request.model) {
    current.built = { model: request.model, catalog: buildCatalog(raw, request.model, request.clock) };
  }
  const { asOf: _, ...timeless } = current.built.catalog;
  return { ...timeless, ...request.clock };
}

/** Forgets a source's catalogs, as after its structure was found to have changed. */
export function forgetCatalog(sourceId: string): void {
  for (const key of entries.keys()) {
    if ((JSON.parse(key) as [string, string])[0] === sourceId) entries.delete(key);
  }
}
