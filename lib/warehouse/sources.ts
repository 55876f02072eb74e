import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { CoreDatabase } from "#db/core/client.ts";
import { type Config, dialectOf, type PriceLimits, rolesOf, type SourceConfig } from "#lib/config/schema.ts";
import type { Actor } from "#lib/contracts/actor.ts";
import type { Catalog, VerifiedQuery } from "#lib/contracts/catalog.ts";
import { AppError } from "#lib/contracts/errors.ts";
import type { Parameter } from "#lib/contracts/reading.ts";
import type { Estimate, Price, Statement } from "#lib/contracts/statement.ts";
import { log } from "#lib/telemetry/log.ts";
import type { CatalogStore } from "./catalog/catalog-store.ts";
import { catalogStore } from "./catalog/core-store.ts";
import { forgetCatalog, loadCatalog, settleCatalogs } from "./catalog/load-catalog.ts";
import type { Connector, QueryLimits, SourceHealth } from "./connectors/connector.ts";
import { openConnector } from "./connectors/open.ts";
import { type Judgement, judge } from "./guard/judge.ts";
import { idleRules, openPolicy, readSchemaPolicy, type SchemaPolicy, tighter } from "./policy.ts";
import { priceAgainst } from "./price.ts";
import { registeredSources, registryStamp } from "./registry/registry.ts";
import { type LiveModel, openModel } from "./semantic/live-model.ts";

/** One configured source with everything that is done to it: read its catalog, judge, price, run. */
export interface Source {
  config: SourceConfig;
  /** Whether the configuration file names it, or somebody connected it on the page. */
  origin: "configured" | "connected";
  acceptsUnsafe: boolean;
  connector: Connector;
  model: LiveModel;
  policy: SchemaPolicy;
  /** The configuration's, or tighter ones of the policy. */
  limits: QueryLimits;
  /** As this person may see it, with "now" and the zone in which "last month" is computed. */
  catalog(actor: Actor, now: string): Promise<Catalog>;
  /** State of its data, where the connector can tell; null where it cannot. */
  dataVersion(): Promise<string | null>;
  /** Has its tables and values read anew before the catalog is used again. */
  forget(): Promise<void>;
  /** Reaches the login of each role and checks that it can only read. */
  check(): Promise<SourceHealth[]>;
  /** Rules of the schema policy that protect nothing, a sentence each. Never throws. */
  idleRules(): Promise<string[]>;
  judge(sql: string, params: readonly Parameter[], catalog: Catalog): Promise<Judgement>;
  /** Against the source's limits; `budgetRows` raises the one on scanned rows. */
  price(estimate: Estimate, statement: Statement, catalog: Catalog, budgetRows?: number): Price;
}

/** The sources of the configuration, and those that were connected on the page. */
export interface Sources {
  /** Throws `E_SOURCE_UNKNOWN`. */
  of(id?: string): Source;
  all(): Source[];
  /**
   * Takes in what was connected, changed or removed meanwhile, by whichever process. Looks once a second at most,
   * unless it is to look `now`.
   */
  refresh(when?: "now"): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the sources of the configuration; nothing is reached yet. With a store, also those that were connected on the
 * page, once `refresh` was called.
 */
export function openSources(config: Config, db?: CoreDatabase): Sources {
  const store = db ? catalogStore(db) : undefined;
  const configured = config.sources.map((each) => openSource(each, config, { db, store }));
  const connected = new Map<string, { stamp: string; source: Source }>();
  const all = () => [...configured, ...[...connected.values()].map(({ source }) => source)];
  const refresh = async () => {
    if (!db) return;
    const current = await registeredSources(db);
    for (const [id, { stamp, source }] of connected) {
      if (current.some((each) => each.stamp === stamp)) continue;
      connected.delete(id);
      // Whatever still runs there ends with its connection.
      await source.connector.close();
    }
    for (const { config: each, stamp, acceptsUnsafe } of current)
      if (!connected.has(each.id) && !configured.some((other) => other.config.id === each.id))
        connected.set(each.id, {
          stamp,
          source: openSource(each, config, { db, store, connected: { acceptsUnsafe } }),
        });
  };
  return {
    of(id) {
      const found = id === undefined ? all()[0] : all().find((each) => each.config.id === id);
      if (found) return found;
      const known = all().map((each) => each.config.id);
      throw new AppError(
        "E_SOURCE_UNKNOWN",
        `There is no source "${id}", or it was removed. Known sources: ${known.join(", ")}.`,
      );
    },
    all,
    refresh: atMostOnce(refresh, db),
    close: async () => {
      await settleCatalogs(store);
      await Promise.all(all().map((each) => each.connector.close()));
    },
  };
}

const LOOK_MS = 1_000;

/** Runs `work` where the registry changed since it last ran, and looks for that once a second at most. */
function atMostOnce(work: () => Promise<void>, db: CoreDatabase | undefined): Sources["refresh"] {
  let stamp: string | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;
  const look = async () => {
    const latest = await registryStamp(db!);
    if (latest !== stamp) await work();
    stamp = latest;
    lookedAt = performance.now();
  };
  return async (when) => {
    if (!db || (when !== "now" && performance.now() - lookedAt < LOOK_MS)) return;
    if (when === "now") await looking;
    looking ??= look().finally(() => {
      looking = null;
    });
    await looking;
  };
}

interface SourceOptions {
  /** Where its catalogs outlive the process; without one they end with it. */
  store?: CatalogStore | undefined;
  /** Where the versions of its model are kept. */
  db?: CoreDatabase | undefined;
  /** Set where it was connected on the page. */
  connected?: {
    /** Somebody lets a login in that could do more than read; the log of the source says who. */
    acceptsUnsafe: boolean;
  };
}

function openSource(config: SourceConfig, { query, catalog }: Config, options: SourceOptions = {}): Source {
  const forget = () => forgetCatalog(config.id, options.store);
  const connector = noticingChanges(openConnector(config), forget);
  const model = openModel(config, options.db);
  const policy = loadFile(config, "schema policy", config.schema_policy, readSchemaPolicy, openPolicy);
  const limits: QueryLimits = {
    timeoutSeconds: query.timeout_seconds,
    maxRows: Math.min(query.max_rows, policy.parsed.limits.rows ?? Number.POSITIVE_INFINITY),
    maxBytes: Math.min(query.max_megabytes, policy.parsed.limits.megabytes ?? Number.POSITIVE_INFINITY) * 1e6,
  };
  const judgeIn: Source["judge"] = (sql, params, catalog) =>
    judge(sql, params, {
      dialect: dialectOf(config),
      catalog,
      sourceVersion: versionOf(config, model.text(), policy.text),
      maxRows: limits.maxRows,
      rules: policy.parsed.rules,
    });
  return {
    config,
    origin: options.connected ? "connected" : "configured",
    acceptsUnsafe: options.connected?.acceptsUnsafe ?? false,
    connector,
    model,
    policy: policy.parsed,
    limits,
    catalog: async (actor, now) => {
      await model.refresh();
      const loaded = await loadCatalog({
        sourceId: config.id,
        role: actor.role,
        model: model.parsed(),
        clock: {
          now,
          ...(config.as_of === undefined ? {} : { asOf: earlier(config.as_of, now.slice(0, 10)) }),
          timeZone: config.time_zone,
          fiscalStart: config.fiscal_start,
        },
        store: options.store,
        hours: catalog.hours,
        binding: versionOf(config, policy.text, (await connector.dataVersion?.()) ?? ""),
        introspect: async (reading) => {
          if (!options.connected?.acceptsUnsafe) await insistOnSafety(connector, actor.role);
          return connector.introspect(actor.role, policy.parsed, reading);
        },
      });
      return withVerifiedQueries(loaded, model.parsed()?.verifiedQueries ?? [], judgeIn);
    },
    dataVersion: async () => (await connector.dataVersion?.()) ?? null,
    forget,
    check: () => Promise.all(rolesOf(config).map((role) => connector.check(role))),
    idleRules: () => idleRulesOf(config, connector, policy.parsed),
    judge: judgeIn,
    price: (estimate, statement, catalog, budgetRows = 0) =>
      priceAgainst(
        estimate,
        {
          approve: withBudget(tighter(config.approve_above, policy.parsed.limits.approve_above), budgetRows),
          reject: tighter(config.reject_above, policy.parsed.limits.reject_above),
        },
        largestTable(statement, catalog),
      ),
  };
}

/** Those that the role may run: what names a table it does not see is refused, as every statement is. */
async function withVerifiedQueries(
  catalog: Catalog,
  all: VerifiedQuery[],
  judgeIn: Source["judge"],
): Promise<Catalog> {
  const verdicts = await Promise.all(all.map(({ sql }) => judgeIn(sql, [], catalog)));
  return { ...catalog, verifiedQueries: all.filter((_, i) => verdicts[i]!.accepted) };
}

/** A statement that names what is no longer there shows that the catalog is old: it is read anew for the next one. */
function noticingChanges(connector: Connector, forget: () => Promise<void>): Connector {
  const notice = async (error: unknown): Promise<never> => {
    if (error instanceof AppError && error.code === "E_SCHEMA_CHANGED") await forget();
    throw error;
  };
  return {
    ...connector,
    estimate: (statement, role) => connector.estimate(statement, role).catch(notice),
    query: (statement, options) => connector.query(statement, options).catch(notice),
  };
}

/** The database's own rules are the wall: a login that could do more than read is not used. Throws `E_SOURCE_LOGIN`. */
async function insistOnSafety(connector: Connector, role: string): Promise<void> {
  const health = await connector.check(role);
  if (health.state === "unsafe") throw new AppError("E_SOURCE_LOGIN", health.sentence);
}

/** A file of the data team's, with what it says. Throws `E_CONFIG` where it cannot be read or used. */
function loadFile<Meaning>(
  config: SourceConfig,
  kind: string,
  file: string | undefined,
  read: (text: string) => Meaning,
  absent: Meaning,
): { text: string; parsed: Meaning } {
  if (file === undefined) return { text: "", parsed: absent };
  try {
    const text = readFileSync(file, "utf8");
    return { text, parsed: read(text) };
  } catch (cause) {
    throw new AppError(
      "E_CONFIG",
      `The ${kind} of ${config.name} (${file}) cannot be used: ${(cause as Error).message}`,
      { cause },
    );
  }
}

/** Those that match nothing in the database, in a sentence each; none while a login cannot be reached. */
async function idleRulesOf(
  config: SourceConfig,
  connector: Connector,
  policy: SchemaPolicy,
): Promise<string[]> {
  if (policy.excluded.length + policy.rules.length === 0) return [];
  const shown: string[][] = [];
  for (const role of rolesOf(config)) {
    try {
      shown.push(await connector.names(role));
    } catch (error) {
      log.warn({ error, role }, "whether the rules of the schema policy match anything is not known");
      return [];
    }
  }
  return idleRules(policy, new Set(shown.flat())).map(
    ({ id, nearest }) =>
      `${config.name}: the schema policy names ${id}, which is not there, so that rule protects nothing.${nearest === undefined ? "" : ` Is ${nearest} meant?`}`,
  );
}

/** Changes with whatever an approval or a cached answer silently rests on. Passwords stay out of it. */
function versionOf(config: SourceConfig, ...files: string[]): string {
  const bound =
    config.kind === "files"
      ? config
      : {
          ...config,
          logins: Object.entries(config.logins).map(([role, url]) => [role, addressOf(url)]),
        };
  return createHash("sha256")
    .update(JSON.stringify([bound, ...files]))
    .digest("hex")
    .slice(0, 16);
}

function withBudget(limits: PriceLimits, rows: number): PriceLimits {
  return limits.scannedRows === undefined
    ? limits
    : { ...limits, scannedRows: Math.max(limits.scannedRows, rows) };
}

/** The earlier of two ISO days: whoever asks as of an earlier day means that day, and the data never reach past their own. */
function earlier(a: string, b: string): string {
  return a < b ? a : b;
}

/** Which database it is. On this machine the port says nothing: an embedded server takes another at each start. */
function addressOf(url: string): string {
  const { host, hostname, pathname, username } = new URL(url);
  const isLocal = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(hostname);
  return `${username}@${isLocal ? "localhost" : host}${pathname}`;
}

/** The table a person would name when asked what makes a query large. */
function largestTable(statement: Statement, catalog: Catalog): string {
  const tables = catalog.tables.filter((each) => statement.tables.includes(each.id));
  const largest = tables.toSorted((a, b) => (b.rows ?? 0) - (a.rows ?? 0))[0];
  return largest ? largest.name.replaceAll("_", " ") : "data";
}
