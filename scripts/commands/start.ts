import { ensureBuilt } from "#scripts/services/build.ts";
import { serve } from "#scripts/services/supervise.ts";

/** `npm start`: builds where the sources changed, starts databases and server, and keeps them running. */
export function run(): Promise<number> {
  return serve("start", ensureBuilt);
}
