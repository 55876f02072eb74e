import { randomUUID } from "node:crypto";
import { log } from "#lib/telemetry/log.ts";
import type { CatalogKey, CatalogStore } from "./catalog-store.ts";
import type { RawCatalog } from "./raw-catalog.ts";

/** How long a claim on a source holds without its reader saying that it is still at it. */
const CLAIM_MS = 30_000;
/** How often a process that waits for another's reading looks whether it is there. */
const LOOK_MS = 250;

export interface IntrospectOptions {
  /** Called once the structure is known, before profiles and values are read. */
  onStructure?: (structure: RawCatalog) => Promise<void>;
  signal?: AbortSignal;
}

/** A reading of a source that is under way. */
export interface Reading {
  /** Resolves once there is a structure to serve. */
  structure: Promise<void>;
  /** Resolves once all is there; rejects where the reading failed. */
  whole: Promise<void>;
  stop(): void;
}

interface ReadRequest extends CatalogKey {
  binding?: string;
  /** The last reading that was known when this one was found necessary: a newer one will do. */
  seen: number;
  introspect: (options: IntrospectOptions) => Promise<RawCatalog>;
}

/** Reads a source and keeps what it finds, unless another process is at it: then that one's reading is waited for. */
export function startReading(request: ReadRequest, store: CatalogStore): Reading {
  const stopping = new AbortController();
  const structure = Promise.withResolvers<void>();
  const whole = readOrWait(request, store, structure.resolve, stopping.signal);
  whole.then(structure.resolve, structure.reject);
  structure.promise.catch(() => undefined);
  whole.catch((error: unknown) => {
    if (!stopping.signal.aborted)
      log.warn({ error, source: request.sourceId, role: request.role }, "a source's catalog was not read");
  });
  return { structure: structure.promise, whole, stop: () => stopping.abort() };
}

async function readOrWait(
  request: ReadRequest,
  store: CatalogStore,
  onStructure: () => void,
  signal: AbortSignal,
): Promise<void> {
  const { binding = "", seen } = request;
  const by = randomUUID();
  const others = async () => {
    const head = await store.head(request);
    return head && head.revision > seen && !head.forgotten && head.binding === binding ? head : null;
  };
  while (!(await store.claim(request, by, CLAIM_MS))) {
    const head = await others();
    if (head) onStructure();
    if (head?.profiledAt != null) return;
    signal.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  const heartbeat = setInterval(() => {
    store
      .claim(request, by, CLAIM_MS)
      .catch((error: unknown) => log.warn({ error }, "a claim was not renewed"));
  }, CLAIM_MS / 3).unref();
  try {
    // Another process may have come to its end before this one had its turn.
    if ((await others())?.profiledAt != null) return;
    const raw = await request.introspect({
      signal,
      onStructure: async (read) => {
        await store.save(request, by, { raw: read, binding, whole: false });
        onStructure();
      },
    });
    await store.save(request, by, { raw, binding, whole: true });
  } finally {
    clearInterval(heartbeat);
    await store.release(request, by);
  }
}
