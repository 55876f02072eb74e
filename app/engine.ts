import { type Engine, openEngine } from "#agents/engine.ts";
import { log } from "#lib/telemetry/log.ts";

/**
 * The process's one engine. Kept on `globalThis`: instrumentation, pages and actions are bundled apart and do not
 * share module variables.
 */
const KEY = Symbol.for("causeway.engine");
const holder = globalThis as { [KEY]?: Promise<Engine> | undefined };

export async function engine(): Promise<Engine> {
  holder[KEY] ??= openEngine().catch((error) => {
    holder[KEY] = undefined;
    throw error;
  });
  const opened = await holder[KEY];
  // Pages of one process see what another connected; a store that is away is told by whatever needs it.
  await opened.sources
    .refresh()
    .catch((error: unknown) => log.warn({ error }, "the connected sources could not be read"));
  return opened;
}
