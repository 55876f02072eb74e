/** A node of PostgreSQL's parse tree as libpg-query gives it: `{ Kind: { field: … } }`, or bare under some fields. */
export type Fields = Record<string, unknown>;

/** Splits a wrapped node into kind and fields; null where the value is not a wrapped node. */
export function unwrap(node: unknown): { kind: string; fields: Fields } | null {
  if (!node || typeof node !== "object" || Array.isArray(node)) return null;
  const keys = Object.keys(node);
  const kind = keys[0];
  if (keys.length !== 1 || kind === undefined || !/^[A-Z]/.test(kind)) return null;
  return { kind, fields: (node as Record<string, Fields>)[kind]! };
}

/** The fields of a wrapped node of this kind, else null. */
export function as(node: unknown, kind: string): Fields | null {
  const found = unwrap(node);
  return found?.kind === kind ? found.fields : null;
}

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The texts of a list of `String` nodes, e.g. a qualified name. */
export function strings(value: unknown): string[] {
  return list(value).map((each) => String(as(each, "String")?.sval ?? ""));
}

/** Fields whose value is printed without its kind around it. */
const BARE: Record<string, string> = { larg: "SelectStmt", rarg: "SelectStmt", withClause: "WithClause" };

type Visitor = (kind: string, fields: Fields, node: object) => boolean | undefined;

/** Visits every node below a value, wrapped or bare, parents first. A visitor that returns false leaves a subtree out. */
export function visit(value: unknown, visitor: Visitor, bareKind?: string): void {
  if (Array.isArray(value)) {
    for (const each of value) visit(each, visitor);
    return;
  }
  if (!value || typeof value !== "object") return;
  const node = unwrap(value);
  const kind = node?.kind ?? bareKind;
  const fields = node?.fields ?? (value as Fields);
  if (kind !== undefined && visitor(kind, fields, value) === false) return;
  for (const [field, each] of Object.entries(fields)) visit(each, visitor, BARE[field]);
}

/** A literal's value: text, number, boolean or null; undefined where the node is no literal. */
export function literal(node: unknown): string | number | boolean | null | undefined {
  const constant = as(node, "A_Const");
  if (!constant) return undefined;
  if (constant.isnull) return null;
  // The number 0 and the empty text are printed as `{}`.
  if (constant.ival) return Number((constant.ival as Fields).ival ?? 0);
  if (constant.fval) return Number((constant.fval as Fields).fval);
  if (constant.boolval) return Boolean((constant.boolval as Fields).boolval);
  if (constant.sval) return String((constant.sval as Fields).sval ?? "");
  return undefined;
}
