import { type Engine, openEngine } from "#agents/engine.ts";

/**
 * The process's one engine. Kept on `globalThis`: instrumentation, pages and actions are bundled apart and do not
 * share module variables.
 */
const KEY = Symbol.for("causeway.engine");
const holder = globalThis as { [KEY]?: Promise<Engine> | undefined };

export function engine(): Promise<Engine> {
  holder[KEY] ??= openEngine().catch((error) => {
    holder[KEY] = undefined;
    throw error;
  });
  return holder[KEY];
}
