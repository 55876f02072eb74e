import { z } from "zod";

/** Whether the login of a role reaches its source, and can do nothing but read. */
export const sourceHealthSchema = z.object({
  role: z.string(),
  /** `unsafe`: it could do more than read, so it is not used. */
  state: z.enum(["ready", "unsafe", "unreachable"]),
  /** In words: what is wrong and what to do, or what was found. */
  sentence: z.string(),
  /** Statements that make a login as it should be; where one is unsafe. */
  script: z.string().optional(),
});
export type SourceHealth = z.infer<typeof sourceHealthSchema>;

const filled = z.string().trim().min(1).max(200);

/** What a person fills in to connect a database. */
export const connectionFormSchema = z.object({
  kind: z.enum(["postgres", "mysql"]),
  name: filled,
  host: filled,
  port: z.number().int().min(1).max(65_535),
  database: filled,
  /** `on` encrypts; `verified` also insists that the certificate is the host's own. */
  tls: z.enum(["off", "on", "verified"]),
  logins: z
    .array(z.object({ role: filled, user: filled, password: z.string().max(500) }))
    .min(1)
    .max(20),
  timeZone: filled,
  /** ISO day from which relative dates count; today where absent. */
  asOf: z.iso.date().optional(),
  /** Somebody was told that a login can do more than read, and wants it used all the same. */
  acceptUnsafe: z.boolean(),
});
export type ConnectionForm = z.infer<typeof connectionFormSchema>;

/** What trying a connection came to; nothing was saved. */
export const connectionTestSchema = z.object({ health: z.array(sourceHealthSchema) });
export type ConnectionTest = z.infer<typeof connectionTestSchema>;

/** A source as a page shows it. */
export const sourceViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(["postgres", "mysql", "files"]),
  /** From the configuration file, or connected on the page. */
  origin: z.enum(["configured", "connected"]),
  roles: z.array(z.string()),
  /** Where it lies, without user or password. */
  place: z.string(),
  acceptsUnsafe: z.boolean(),
});
export type SourceView = z.infer<typeof sourceViewSchema>;
