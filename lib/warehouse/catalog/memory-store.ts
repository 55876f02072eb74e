import { carryProfiles } from "./carry-profiles.ts";
import type { CatalogKey, CatalogStore, StoredCatalog } from "./catalog-store.ts";
import { nothingDecided } from "./raw-catalog.ts";

/** Catalogs that end with the process, for a command or a test without a core store. It remembers no changes. */
export function memoryStore(): CatalogStore {
  const kept = new Map<string, StoredCatalog>();
  const readers = new Map<string, string>();
  const nameOf = ({ sourceId, role }: CatalogKey) => JSON.stringify([sourceId, role]);
  return {
    head: async (key) => kept.get(nameOf(key))?.head ?? null,
    load: async (key) => kept.get(nameOf(key)) ?? null,
    async claim(key, by) {
      const reader = readers.get(nameOf(key));
      if (reader !== undefined && reader !== by) return false;
      readers.set(nameOf(key), by);
      return true;
    },
    async save(key, by, { raw, binding, whole }) {
      if (readers.get(nameOf(key)) !== by) return;
      const before = kept.get(nameOf(key));
      const now = Date.now();
      kept.set(nameOf(key), {
        raw: before && !whole && before.head.binding === binding ? carryProfiles(before.raw, raw) : raw,
        memory: nothingDecided,
        head: {
          revision: (before?.head.revision ?? 0) + 1,
          decided: 0,
          binding,
          forgotten: false,
          readAt: now,
          profiledAt: whole ? now : null,
        },
      });
    },
    async release(key, by) {
      if (readers.get(nameOf(key)) === by) readers.delete(nameOf(key));
    },
    async forget(sourceId) {
      for (const [name, { head }] of kept)
        if ((JSON.parse(name) as [string, string])[0] === sourceId) head.forgotten = true;
    },
  };
}
