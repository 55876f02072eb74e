import { distance } from "fastest-levenshtein";
import { LineCounter, parseDocument } from "yaml";
import { z } from "zod";

const name = "[A-Za-z_][\\w$]*";
const reason = z.string().trim().min(1, "must say why");

const policySchema = z.strictObject({
  version: z.literal(1),
  exclude: z.strictObject({
    tables: z
      .array(
        z.strictObject({
          table: z.string().regex(new RegExp(`^${name}\\.${name}$`), "must be schema.table"),
          reason,
        }),
      )
      .default([]),
    columns: z
      .array(
        z.strictObject({
          column: z
            .string()
            .regex(new RegExp(`^${name}\\.${name}\\.${name}$`), "must be schema.table.column"),
          reason,
        }),
      )
      .default([]),
  }),
});

/**
 * What of a source nobody is to use here, whatever the database would show: left out when the catalog is read, so that
 * neither the reader of questions nor the gate knows of it. The database's own grants stay the wall behind it. A view
 * is known by its own name: where it shows an excluded column, exclude it there as well.
 */
export interface SchemaPolicy {
  /** Why a table (`schema.table`) or column (`schema.table.column`) is excluded; undefined where it is not. */
  reasonFor(id: string): string | undefined;
  /** Ids of all that is excluded, as the policy lists it. */
  rules: readonly string[];
}

/** A source without a policy. */
export const openPolicy: SchemaPolicy = { reasonFor: () => undefined, rules: [] };

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
  const { tables, columns } = parsed.data.exclude;
  const reasons = new Map<string, string>();
  const faults: { line: number; message: string }[] = [];
  const add = (id: string, why: string, path: PropertyKey[]) => {
    if (reasons.has(id)) faults.push({ line: lineOf(path), message: `${id} is excluded twice` });
    reasons.set(id, why);
  };
  for (const [i, each] of tables.entries()) add(each.table, each.reason, ["exclude", "tables", i]);
  for (const [i, each] of columns.entries()) add(each.column, each.reason, ["exclude", "columns", i]);
  if (faults.length > 0) throw new SchemaPolicyError(faults);
  return { reasonFor: (id) => reasons.get(id), rules: [...reasons.keys()] };
}

/**
 * The rules that match nothing, each with the name that is spelled most like it: a misspelt rule, or one for what was
 * renamed, protects nothing.
 *
 * @param names ids of all tables and columns of the source, none left out
 */
export function idleRules(
  { rules }: SchemaPolicy,
  names: ReadonlySet<string>,
): { id: string; nearest: string | undefined }[] {
  return rules
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
