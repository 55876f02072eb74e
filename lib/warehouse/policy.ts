import { distance } from "fastest-levenshtein";
import { LineCounter, parseDocument } from "yaml";
import { z } from "zod";
import { priceLimitsSchema } from "#lib/config/schema.ts";

const name = "[A-Za-z_][\\w$]*";
const reason = z.string().trim().min(1, "must say why");

const tableId = z.string().regex(new RegExp(`^${name}\\.${name}$`), "must be schema.table");
const columnId = z.string().regex(new RegExp(`^${name}\\.${name}\\.${name}$`), "must be schema.table.column");

/** What a statement must do, or must not, for a reason of the business's; the gate checks it. */
const businessRuleSchema = z.discriminatedUnion("kind", [
  /** Whoever reads the table narrows at least one of these columns. */
  z.strictObject({
    kind: z.literal("filter_required"),
    table: tableId,
    columns: z.array(z.string().min(1)).min(1),
    reason,
  }),
  /** No statement reads all of these. */
  z.strictObject({ kind: z.literal("never_together"), tables: z.array(tableId).min(2), reason }),
]);
export type BusinessRule = z.infer<typeof businessRuleSchema>;

/** Limits of this source that are tighter than the configuration's; a wider one changes nothing. */
const limitsSchema = z.strictObject({
  rows: z.number().int().positive().optional(),
  megabytes: z.number().positive().optional(),
  approve_above: priceLimitsSchema.optional(),
  reject_above: priceLimitsSchema.optional(),
});
export type PolicyLimits = z.infer<typeof limitsSchema>;

const policySchema = z.strictObject({
  version: z.literal(1),
  exclude: z
    .strictObject({
      tables: z.array(z.strictObject({ table: tableId, reason })).default([]),
      columns: z.array(z.strictObject({ column: columnId, reason })).default([]),
    })
    .prefault({}),
  limits: limitsSchema.prefault({}),
  rules: z.array(businessRuleSchema).default([]),
});

/** A table or column nobody is to use, and why. */
export interface Exclusion {
  id: string;
  reason: string;
}

/**
 * What of a source nobody is to use here, whatever the database would show: left out when the catalog is read, so that
 * neither the reader of questions nor the gate knows of it. The database's own grants stay the wall behind it. A view
 * is known by its own name: where it shows an excluded column, exclude it there as well.
 */
export interface SchemaPolicy {
  /** Why a table (`schema.table`) or column (`schema.table.column`) is excluded; undefined where it is not. */
  reasonFor(id: string): string | undefined;
  /** All that is excluded, as the policy lists it. */
  excluded: readonly Exclusion[];
  limits: PolicyLimits;
  rules: readonly BusinessRule[];
}

/** A source without a policy. */
export const openPolicy: SchemaPolicy = { reasonFor: () => undefined, excluded: [], limits: {}, rules: [] };

/** A policy that cannot be used, with every fault and its line. */
export class SchemaPolicyError extends Error {
  readonly faults: { line: number; message: string }[];
  constructor(faults: { line: number; message: string }[]) {
    super(faults.map(({ line, message }) => `line ${line}: ${message}`).join("\n"));
    this.name = "SchemaPolicyError";
    this.faults = faults;
  }
}

/**
 * Reads a schema policy.
 *
 * @throws SchemaPolicyError listing every fault with the line it stands in
 */
export function readSchemaPolicy(yaml: string): SchemaPolicy {
  const lines = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: lines });
  if (document.errors.length > 0)
    throw new SchemaPolicyError(
      document.errors.map(({ pos, message }) => ({
        line: lines.linePos(pos[0]).line,
        message: message.split("\n")[0]!,
      })),
    );
  const lineOf = (path: PropertyKey[]): number => {
    for (let length = path.length; length > 0; length--) {
      const node = document.getIn(path.slice(0, length), true) as
        | { range?: [number, number, number] }
        | undefined;
      if (node?.range) return lines.linePos(node.range[0]).line;
    }
    return 1;
  };
  const parsed = policySchema.safeParse(document.toJS());
  if (!parsed.success)
    throw new SchemaPolicyError(
      parsed.error.issues.map(({ path, message }) => ({
        line: lineOf(path),
        message: `${path.map(String).join(".") || "(top)"}: ${message}`,
      })),
    );
  const { exclude, limits, rules } = parsed.data;
  const { tables, columns } = exclude;
  const reasons = new Map<string, string>();
  const faults: { line: number; message: string }[] = [];
  const add = (id: string, why: string, path: PropertyKey[]) => {
    if (reasons.has(id)) faults.push({ line: lineOf(path), message: `${id} is excluded twice` });
    reasons.set(id, why);
  };
  for (const [i, each] of tables.entries()) add(each.table, each.reason, ["exclude", "tables", i]);
  for (const [i, each] of columns.entries()) add(each.column, each.reason, ["exclude", "columns", i]);
  if (faults.length > 0) throw new SchemaPolicyError(faults);
  return {
    reasonFor: (id) => reasons.get(id),
    excluded: [...reasons].map(([id, reason]) => ({ id, reason })),
    limits,
    rules,
  };
}

/** Names that the rules of a policy rest on: excluded ones, and those a business rule speaks of. */
function namesOf({ excluded, rules }: SchemaPolicy): string[] {
  const spoken = rules.flatMap((rule) =>
    rule.kind === "never_together"
      ? rule.tables
      : [rule.table, ...rule.columns.map((each) => `${rule.table}.${each}`)],
  );
  return [...new Set([...excluded.map(({ id }) => id), ...spoken])];
}

/** A source's own limits, made tighter where its policy says so. */
export function tighter<Limits extends Record<string, number | undefined>>(
  limits: Limits,
  policy: Partial<Limits> | undefined,
): Limits {
  const names = new Set([...Object.keys(limits), ...Object.keys(policy ?? {})]);
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const both = [limits[name], policy?.[name]].filter((each) => each !== undefined);
      return both.length === 0 ? [] : [[name, Math.min(...both)]];
    }),
  ) as Limits;
}

/**
 * The rules that match nothing, each with the name that is spelled most like it: a misspelt rule, or one for what was
 * renamed, protects nothing.
 *
 * @param names ids of all tables and columns of the source, none left out
 */
export function idleRules(
  policy: SchemaPolicy,
  names: ReadonlySet<string>,
): { id: string; nearest: string | undefined }[] {
  return namesOf(policy)
    .filter((id) => !names.has(id))
    .map((id) => {
      const parts = id.split(".").length;
      const near = [...names]
        .filter((name) => name.split(".").length === parts)
        .map((name) => ({ name, far: distance(id.toLowerCase(), name.toLowerCase()) }))
        .filter(({ far }) => far <= id.length / 3)
        .sort((a, b) => a.far - b.far);
      return { id, nearest: near[0]?.name };
    });
}
