import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseDocument } from "yaml";
import { AppError } from "#lib/contracts/errors.ts";
import { type Config, configSchema, type SourceConfig } from "./schema.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads and checks `config/causeway.yaml` (or the file that `CAUSEWAY_CONFIG` names).
 * Throws `E_CONFIG` with every fault, its path and what would be right.
 */
export function loadConfig(environment: Environment = process.env): Config {
  const file = configFile(environment);
  return parseConfig(readConfig(environment), environment, file);
}

/** The configuration's text. Throws `E_CONFIG` where it cannot be read. */
export function readConfig(environment: Environment = process.env): string {
  return readConfigFile(configFile(environment));
}

/** Where the configuration lies. */
function configFile(environment: Environment = process.env): string {
  return environment.CAUSEWAY_CONFIG || join(process.cwd(), "config", "causeway.yaml");
}

/** The pure part of `loadConfig`: text in, checked configuration out. */
export function parseConfig(text: string, environment: Environment, file = "causeway.yaml"): Config {
  const document = parseDocument(text);
  const fault = document.errors[0];
  if (fault) throw new AppError("E_CONFIG", `${file} is not valid YAML: ${fault.message.split("\n")[0]}`);

  const missing = new Set<string>();
  const resolved = substitute(document.toJS(), environment, missing);
  if (missing.size > 0)
    throw new AppError(
      "E_CONFIG",
      `${file} uses ${[...missing].join(", ")}, which the environment does not set. ` +
        "Set it, or write the value into the file.",
    );

  const parsed = configSchema.safeParse(resolved ?? {});
  if (parsed.success) {
    refuseOwnStores(parsed.data.sources, environment, file);
    return withFilesBeside(parsed.data, file);
  }
  const faults = parsed.error.issues.map((issue) => `  ${issue.path.join(".") || "(top)"}: ${issue.message}`);
  throw new AppError("E_CONFIG", `${file} has ${faults.length} fault(s):\n${faults.join("\n")}`);
}

/** Files that the configuration names lie beside it. */
function withFilesBeside(config: Config, file: string): Config {
  const beside = (name: string | undefined) =>
    name === undefined ? undefined : resolve(dirname(file), name);
  const sources = config.sources.map((source) => ({
    ...source,
    ...(source.kind === "files" ? { path: resolve(dirname(file), source.path) } : {}),
    semantic_model: beside(source.semantic_model),
    schema_policy: beside(source.schema_policy),
  }));
  const documents = config.documents.map((collection) =>
    collection.kind === "folder"
      ? { ...collection, path: resolve(dirname(file), collection.path) }
      : collection,
  );
  return { ...config, sources, documents };
}

/**
 * Questions must not reach Causeway's own stores: their rows are other people's questions, and documents of every role.
 * Throws `E_CONFIG`, naming `where` the source stands.
 */
export function refuseOwnStores(
  sources: readonly SourceConfig[],
  environment: Environment,
  where: string,
): void {
  for (const name of ["DATABASE_URL", "SEARCH_DATABASE_URL"]) {
    const url = environment[name];
    if (!url || !URL.canParse(url)) continue;
    for (const source of sources)
      if (
        source.kind !== "files" &&
        Object.values(source.logins).some((login) => place(login) === place(url))
      )
        throw new AppError(
          "E_CONFIG",
          `${where}: the source "${source.name}" points at Causeway's own store (${name}). Give it the database with your data.`,
        );
  }
}

function place(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname === "localhost" ? "127.0.0.1" : hostname}:${port || "5432"}${pathname}`;
}

function readConfigFile(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new AppError(
      "E_CONFIG",
      `The configuration ${file} cannot be read. Restore it from the repository.`,
      {
        cause,
      },
    );
  }
}

function substitute(value: unknown, environment: Environment, missing: Set<string>): unknown {
  if (typeof value === "string")
    return value.replace(/\$\{([A-Z][A-Z0-9_]*)\}/g, (_, name: string) => {
      const found = environment[name];
      if (found === undefined) missing.add(name);
      return found ?? "";
    });
  if (Array.isArray(value)) return value.map((each) => substitute(each, environment, missing));
  if (value && typeof value === "object")
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, substitute(each, environment, missing)]),
    );
  return value;
}
