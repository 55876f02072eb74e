import { z } from "zod";
import type { Dialect } from "#lib/contracts/catalog.ts";

export const priceLimitsSchema = z.strictObject({
  scannedRows: z.number().positive().optional(),
  bytes: z.number().positive().optional(),
  engineCost: z.number().positive().optional(),
  resultRows: z.number().positive().optional(),
});
/** Limits a metric, in the metric's own unit; a metric that is absent is not limited. */
export type PriceLimits = z.infer<typeof priceLimitsSchema>;

const timeZone = z.string().refine(isTimeZone, "is not a known time zone; use a name such as Europe/Berlin");

/** What a source has whatever its engine. */
const anySource = {
  id: z.string().regex(/^[a-z][a-z0-9_-]*$/, "must be lower-case letters, digits, - or _"),
  name: z.string().min(1),
  default_role: z.string(),
  semantic_model: z.string().optional(),
  schema_policy: z.string().optional(),
  as_of: z.iso.date().optional(),
  time_zone: timeZone.default("UTC"),
  /** Questions to start with, on the first page; further ones come from the catalog. */
  examples: z.array(z.string().trim().min(1).max(300)).max(8).default([]),
  fiscal_start: z.number().int().min(1).max(12).default(1),
  approve_above: priceLimitsSchema.default({ scannedRows: 500_000, engineCost: 1_000_000 }),
  reject_above: priceLimitsSchema.default({ scannedRows: 1_000_000_000 }),
  /** What all queries of one person may take in a day, by metric; a metric that is absent is not limited. */
  budget_per_day: priceLimitsSchema.default({}),
};

/** One login a role: what each may see is the database's own rule. */
const logins = (scheme: RegExp, form: string) =>
  z.record(
    z.string(),
    z.string().refine((text) => scheme.test(text) && URL.canParse(text), `must be of the form ${form}`),
  );

const postgresSourceSchema = z.strictObject({
  kind: z.literal("postgres"),
  ...anySource,
  logins: logins(/^postgres(ql)?:\/\//, "postgres://user:password@host:5432/database"),
});

const mysqlSourceSchema = z.strictObject({
  kind: z.literal("mysql"),
  ...anySource,
  logins: logins(/^(mysql|mariadb):\/\//, "mysql://user:password@host:3306/database"),
});

/** A folder of files, each a table. Files know no logins: every role of the list sees all of them. */
const filesSourceSchema = z.strictObject({
  kind: z.literal("files"),
  ...anySource,
  /** Relative to the configuration file. */
  path: z.string().min(1),
  roles: z.array(z.string()).min(1).default(["everyone"]),
  default_role: z.string().default("everyone"),
});

export const sourceConfigSchema = z.discriminatedUnion("kind", [
  postgresSourceSchema,
  mysqlSourceSchema,
  filesSourceSchema,
]);
export type SourceConfig = z.infer<typeof sourceConfigSchema>;

/** Whose rights there are at a source, as the configuration lists them. */
export function rolesOf(source: SourceConfig): string[] {
  return source.kind === "files" ? source.roles : Object.keys(source.logins);
}

/** The language a source's statements are written in. */
export function dialectOf({ kind }: SourceConfig): Dialect {
  return kind === "files" ? "duckdb" : kind;
}

const collectionId = z.string().regex(/^[a-z][a-z0-9_-]*$/, "must be lower-case letters, digits, - or _");

const folderCollectionSchema = z.strictObject({
  id: collectionId,
  name: z.string().min(1),
  kind: z.literal("folder"),
  /** Relative to the configuration file. */
  path: z.string().min(1),
});
/** Markdown, HTML and text files of a folder. Who may read one stands in the file (`audience`). */
export type FolderCollection = z.infer<typeof folderCollectionSchema>;

const rowsCollectionSchema = z.strictObject({
  id: collectionId,
  name: z.string().min(1),
  kind: z.literal("rows"),
  source: z.string(),
  table: z.string().regex(/^[^.]+\.[^.]+$/, "must be of the form schema.table"),
  key: z.string(),
  title: z.string(),
  text: z.array(z.string()).min(1),
  /** Column with the day it was written. */
  published: z.string().optional(),
  /** Columns by which a question may name rows, beside the key: a ticket's customer. */
  links: z.array(z.string()).default([]),
  /** What people call one of them: "ticket". */
  document_kind: z.string().optional(),
});
/** A document a row. Who may read one is whoever's login the source shows it to. */
export type RowsCollection = z.infer<typeof rowsCollectionSchema>;

const collectionSchema = z.discriminatedUnion("kind", [folderCollectionSchema, rowsCollectionSchema]);
export type CollectionConfig = z.infer<typeof collectionSchema>;

export const configSchema = z
  .strictObject({
    runs: z
      .strictObject({
        concurrent: z.number().int().min(1).max(64).default(8),
        approval_minutes: z.number().positive().default(30),
        max_attempts: z.number().int().min(1).default(5),
      })
      .prefault({}),
    query: z
      .strictObject({
        timeout_seconds: z.number().positive().default(30),
        max_rows: z.number().int().positive().default(10_000),
        max_megabytes: z.number().positive().default(8),
      })
      .prefault({}),
    rate_limits: z
      .strictObject({
        /** Of one person, and of all together. */
        runs_per_minute: z.number().int().positive().default(30),
        runs_per_minute_in_all: z.number().int().positive().default(300),
        queries_per_minute: z.number().int().positive().default(240),
        queries_per_minute_in_all: z.number().int().positive().default(1_200),
      })
      .prefault({}),
    cache: z
      .strictObject({
        /** How long a result answers the very same statement of the same role again; 0 never. */
        result_minutes: z.number().min(0).max(1_440).default(5),
      })
      .prefault({}),
    catalog: z
      .strictObject({
        /** After so many hours a source's structure and values are read again, in the background. */
        hours: z.number().positive().default(24),
      })
      .prefault({}),
    sources: z.array(sourceConfigSchema).min(1, "needs at least one source"),
    documents: z.array(collectionSchema).default([]),
  })
  .superRefine((config, context) => {
    const seen = new Set<string>();
    config.sources.forEach((source, index) => {
      if (seen.has(source.id))
        context.addIssue({
          code: "custom",
          path: ["sources", index, "id"],
          message: `"${source.id}" is used twice`,
        });
      seen.add(source.id);
      if (!rolesOf(source).includes(source.default_role))
        context.addIssue({
          code: "custom",
          path: ["sources", index, "default_role"],
          message: `"${source.default_role}" has no login; it must be one of ${rolesOf(source).join(", ")}`,
        });
    });
    const collections = new Set<string>();
    config.documents.forEach((collection, index) => {
      const fault = collections.has(collection.id)
        ? { path: "id", message: `"${collection.id}" is used twice` }
        : collection.kind === "rows" && !seen.has(collection.source)
          ? { path: "source", message: `there is no source "${collection.source}"` }
          : null;
      if (fault)
        context.addIssue({ code: "custom", path: ["documents", index, fault.path], message: fault.message });
      collections.add(collection.id);
    });
  });
export type Config = z.infer<typeof configSchema>;

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
