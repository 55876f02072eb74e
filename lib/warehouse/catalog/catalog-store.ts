import type { CatalogMemory, RawCatalog } from "./raw-catalog.ts";

/** Catalogs are kept a role: a role sees only its own tables and values. */
export interface CatalogKey {
  sourceId: string;
  role: string;
}

/** What is cheap to ask: whether a copy in memory is still the last word. */
export interface CatalogHead {
  /** Counts what was saved. */
  revision: number;
  /** Counts what people decided. */
  decided: number;
  /** What it was read under; under another binding it is not used. */
  binding: string;
  /** Somebody found it outdated: it is read anew before it is used. */
  forgotten: boolean;
  /** Milliseconds since 1970. */
  readAt: number;
  profiledAt: number | null;
}

export interface StoredCatalog {
  head: CatalogHead;
  raw: RawCatalog;
  memory: CatalogMemory;
}

export interface NewReading {
  raw: RawCatalog;
  binding: string;
  /** With profiles and values; else the structure alone, to which what was known before is added. */
  whole: boolean;
}

/** Where catalogs outlive the process and are shared between processes. Nothing of a login is kept in it. */
export interface CatalogStore {
  /** Null where nothing was read yet. */
  head(key: CatalogKey): Promise<CatalogHead | null>;
  load(key: CatalogKey): Promise<StoredCatalog | null>;
  /** Makes `by` the one who reads the source for so long; true for whoever has it already. */
  claim(key: CatalogKey, by: string, ms: number): Promise<boolean>;
  /** Keeps a reading, and what it changed against the one before it. Does nothing where the claim has gone to another. */
  save(key: CatalogKey, by: string, reading: NewReading): Promise<void>;
  release(key: CatalogKey, by: string): Promise<void>;
  /** Has every role's catalog of a source read anew before it is used again. */
  forget(sourceId: string): Promise<void>;
}
