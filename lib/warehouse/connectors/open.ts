import type { SourceConfig } from "#lib/config/schema.ts";
import { AppError } from "#lib/contracts/errors.ts";
import type { Connector } from "./connector.ts";
import { filesConnector } from "./duckdb/connector.ts";
import { postgresConnector } from "./postgres/connector.ts";

/** The connector for a source's engine. Nothing is reached yet. Throws `E_CONFIG` for a kind that has none. */
export function openConnector(source: SourceConfig): Connector {
  switch (source.kind) {
    case "postgres":
      return postgresConnector(source);
    case "files":
      return filesConnector(source);
    default:
      throw new AppError("E_CONFIG", `${source.name}: sources of kind "${source.kind}" cannot be read yet.`);
  }
}
