import { engine } from "#app/engine.ts";
import { rolesOf, type SourceConfig } from "#lib/config/schema.ts";
import type { SourceView } from "#lib/contracts/source.ts";
import type { Source } from "#lib/warehouse/sources.ts";

/** All sources there are, as a page shows them. */
export async function sourceViews(): Promise<SourceView[]> {
  const { sources } = await engine();
  return sources.all().map(sourceView);
}

export function sourceView({ config, origin, acceptsUnsafe }: Source): SourceView {
  const { id, name, kind } = config;
  return { id, name, kind, origin, roles: rolesOf(config), place: placeOf(config), acceptsUnsafe };
}

/** Where it lies: host and database, never a user or a password. */
function placeOf(config: SourceConfig): string {
  if (config.kind === "files") return config.path;
  const { hostname, port, pathname } = new URL(Object.values(config.logins)[0]!);
  return `${hostname}${port ? `:${port}` : ""}${decodeURIComponent(pathname)}`;
}
