import type { Catalog } from "#lib/contracts/catalog.ts";
import type { SemanticModel } from "#lib/warehouse/semantic/semantic-model.ts";
import { buildCatalog, type CatalogClock } from "./build-catalog.ts";
import type { CatalogHead, CatalogKey, CatalogStore, StoredCatalog } from "./catalog-store.ts";
import { memoryStore } from "./memory-store.ts";
import type { RawCatalog } from "./raw-catalog.ts";
import { type IntrospectOptions, type Reading, startReading } from "./read-source.ts";

/** How long a copy in memory is taken for the last word before the store is asked. */
const CHECKED_MS = 1_000;
/** How long a first reading may take before the structure alone is served, its profiles and values to follow. */
const PATIENCE_MS = 10_000;
/** After a reading in the background failed, it is left alone for so long. */
const PAUSE_MS = 60_000;
const DAY_HOURS = 24;

export interface CatalogRequest {
  sourceId: string;
  role: string;
  model: SemanticModel | null;
  clock: CatalogClock;
  /** Reads the source as that role; where it tells the structure first, that is served while the rest follows. */
  introspect: (options: IntrospectOptions) => Promise<RawCatalog>;
  /** Shared between processes; without one, catalogs end with the process. */
  store?: CatalogStore | undefined;
  /** Changes with whatever decides what is read: logins and policy, never a password. */
  binding?: string;
  /** Hours after which a catalog is read again in the background. */
  hours?: number;
}

interface Copy {
  stored: StoredCatalog;
  checkedAt: number;
  built?: { model: SemanticModel | null; catalog: Catalog };
}

interface Memory {
  copies: Map<string, Copy>;
  checks: Map<string, Promise<Copy>>;
  readings: Map<string, Reading>;
  failedAt: Map<string, number>;
}

const memories = new WeakMap<CatalogStore, Memory>();
const ownStore = memoryStore();

/** Kept on `globalThis`: pages and runs are bundled apart, and a decision made on a page counts in the next run. */
const touchedKey = Symbol.for("causeway.catalogs.touched");
const holder = globalThis as { [touchedKey]?: Map<string, number> };
holder[touchedKey] ??= new Map();
const touched = holder[touchedKey];

/**
 * The catalog of a source for a role: from memory, which looks once a second whether the store has a newer one, else from
 * the store, else read from the source (single flight, over all processes). One that is older than `hours` is served and
 * read again in the background; one that was forgotten is read again first. Where the source tells its structure before
 * its profiles, a first reading is waited for no longer than ten seconds. The clock is taken anew on each call.
 *
 * @throws what the source throws where nothing is there to serve; a failure is not remembered
 */
export async function loadCatalog(request: CatalogRequest): Promise<Catalog> {
  const memory = memoryOf(request.store ?? ownStore);
  const key = nameOf(request);
  const known = memory.copies.get(key);
  const copy =
    known && isChecked(known, request) ? known : await once(memory.checks, key, () => check(request, memory));
  if (!copy.built || copy.built.model !== request.model) {
    const { raw, memory: decided } = copy.stored;
    copy.built = { model: request.model, catalog: buildCatalog(raw, request.model, request.clock, decided) };
  }
  const { asOf: _, ...timeless } = copy.built.catalog;
  const { readAt, profiledAt } = copy.stored.head;
  return {
    ...timeless,
    readAt: new Date(readAt).toISOString(),
    profiled: profiledAt !== null,
    ...request.clock,
  };
}

/** Has a source's catalogs read anew before they are used again, as after its structure was found to have changed. */
export async function forgetCatalog(sourceId: string, store: CatalogStore = ownStore): Promise<void> {
  await store.forget(sourceId);
  touchCatalog(sourceId);
}

/** Has this process look at the store again at once, as after somebody decided something about a source. */
export function touchCatalog(sourceId: string): void {
  touched.set(sourceId, Date.now());
}

/** Ends what is still being read in the background and waits for it: before the store closes. */
export async function settleCatalogs(store: CatalogStore = ownStore): Promise<void> {
  const readings = [...(memories.get(store)?.readings.values() ?? [])];
  for (const { stop } of readings) stop();
  await Promise.allSettled(readings.map(({ whole }) => whole));
}

function isChecked({ checkedAt, stored }: Copy, { sourceId, binding = "" }: CatalogRequest): boolean {
  const since = touched.get(sourceId) ?? 0;
  return checkedAt > since && Date.now() - checkedAt < CHECKED_MS && stored.head.binding === binding;
}

/** Asks the store what the last word is; reads the source where there is none. */
async function check(request: CatalogRequest, memory: Memory): Promise<Copy> {
  const store = request.store ?? ownStore;
  const { hours = DAY_HOURS } = request;
  const checkedAt = Date.now();
  const key = nameOf(request);
  let head = await store.head(request);
  const hasProfiles = head?.profiledAt != null && head.binding === (request.binding ?? "");
  if (!isUsable(head, request)) {
    const { structure, whole } = read(request, head, memory);
    // Whoever has profiles from before goes on with them.
    const patience = hasProfiles ? 0 : PATIENCE_MS;
    await Promise.race([whole.catch(() => structure), structure.then(() => delay(patience))]);
    head = await store.head(request);
  } else if (isStale(head, hours)) {
    const failedAt = memory.failedAt.get(key) ?? 0;
    if (Date.now() - failedAt > PAUSE_MS) read(request, head, memory);
  }
  const known = memory.copies.get(key);
  if (known && head && isSame(known.stored.head, head)) {
    known.checkedAt = checkedAt;
    return known;
  }
  const stored = await store.load(request);
  if (!stored) throw new Error(`the catalog of ${request.sourceId} was read and is not there`);
  const copy = { stored, checkedAt };
  memory.copies.set(key, copy);
  return copy;
}

/** One reading at a time in this process; whose failure nobody waits for is logged by it. */
function read(request: CatalogRequest, head: CatalogHead | null, memory: Memory): Reading {
  const key = nameOf(request);
  const under = memory.readings.get(key);
  if (under) return under;
  const reading = startReading({ ...request, seen: head?.revision ?? 0 }, request.store ?? ownStore);
  memory.readings.set(key, reading);
  reading.whole
    .then(
      () => memory.failedAt.delete(key),
      () => memory.failedAt.set(key, Date.now()),
    )
    .finally(() => memory.readings.delete(key));
  return reading;
}

function isUsable(head: CatalogHead | null, { binding = "" }: CatalogRequest): head is CatalogHead {
  return head !== null && !head.forgotten && head.binding === binding;
}

/** Too old, or its profiles never came. */
function isStale({ readAt, profiledAt }: CatalogHead, hours: number): boolean {
  const age = Date.now() - readAt;
  return age > hours * 3_600_000 || (profiledAt === null && age > PAUSE_MS);
}

function isSame(one: CatalogHead, other: CatalogHead): boolean {
  return (
    one.revision === other.revision && one.decided === other.decided && one.profiledAt === other.profiledAt
  );
}

function once<T>(flights: Map<string, Promise<T>>, key: string, work: () => Promise<T>): Promise<T> {
  const flying = flights.get(key);
  if (flying) return flying;
  const flight = work().finally(() => flights.delete(key));
  flights.set(key, flight);
  return flight;
}

function memoryOf(store: CatalogStore): Memory {
  let memory = memories.get(store);
  if (!memory) {
    memory = { copies: new Map(), checks: new Map(), readings: new Map(), failedAt: new Map() };
    memories.set(store, memory);
  }
  return memory;
}

const nameOf = ({ sourceId, role, binding = "" }: CatalogKey & { binding?: string }) =>
  JSON.stringify([sourceId, role, binding]);
const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
