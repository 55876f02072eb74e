import type { Relation } from "../scope.ts";
import type { Found } from "./scope.ts";

/** Which relation each column reference of the tree names, by its node. */
export type References = WeakMap<object, Found>;

/** Calls back for each node below, itself included; `false` leaves out what is below it. */
export function visit(node: unknown, see: (node: object) => boolean | undefined): void {
  if (!node || typeof node !== "object") return;
  if (see(node) === false) return;
  for (const value of Array.isArray(node) ? node : Object.values(node)) visit(value, see);
}

export function relationsIn(node: unknown, references: References): Relation[] {
  const found = new Set<Relation>();
  visit(node, (each) => {
    const reference = references.get(each);
    if (reference) found.add(reference.relation);
    return undefined;
  });
  return [...found];
}

/** The parts of a condition that must all hold. */
export function conjunctsOf(node: unknown): unknown[] {
  const nested = part(node, "Nested");
  if (nested !== undefined) return conjunctsOf(nested);
  const both = part(node, "BinaryOp") as { op?: unknown; left?: unknown; right?: unknown } | undefined;
  return both?.op === "And" ? [...conjunctsOf(both.left), ...conjunctsOf(both.right)] : [node];
}

/** Of an OR, all arms. */
function armsOf(node: unknown): unknown[] {
  const nested = part(node, "Nested");
  if (nested !== undefined) return armsOf(nested);
  const both = part(node, "BinaryOp") as { op?: unknown; left?: unknown; right?: unknown } | undefined;
  return both?.op === "Or" ? [...armsOf(both.left), ...armsOf(both.right)] : [node];
}

export function part(node: unknown, kind: string): unknown {
  return node && typeof node === "object" && !Array.isArray(node)
    ? (node as Record<string, unknown>)[kind]
    : undefined;
}

const COMPARES = new Set(["Eq", "Lt", "LtEq", "Gt", "GtEq", "Spaceship"]);
const TIES = ["InList", "InSubquery", "Between", "Like", "ILike", "Exists", "AnyOp"];

/** A comparison that narrows; that two things differ ties nothing. */
function isTie(node: unknown): boolean {
  const both = part(node, "BinaryOp") as { op?: unknown } | undefined;
  if (both) return COMPARES.has(String(both.op));
  return TIES.some((kind) => part(node, kind) !== undefined);
}

/** Pairs of relations that a condition ties. Only what must hold ties; of an OR, only what each arm ties. */
export function tiedBy(condition: unknown, references: References): Array<[Relation, Relation]> {
  return conjunctsOf(condition).flatMap((each) => {
    const arms = armsOf(each);
    if (!arms.every((arm) => conjunctsOf(arm).some(isTie))) return [];
    const [first, ...others] = relationsIn(each, references);
    return others.map((other): [Relation, Relation] => [first!, other]);
  });
}

/** Columns that a condition says are equal, across two relations. */
export function equalitiesIn(condition: unknown, references: References): Array<[Found, Found]> {
  return conjunctsOf(condition).flatMap((each) => {
    const both = part(each, "BinaryOp") as { op?: unknown; left?: unknown; right?: unknown } | undefined;
    if (both?.op !== "Eq") return [];
    const [a, b] = [both.left, both.right].map((side) => referenceOf(side, references));
    return a && b && a.relation !== b.relation ? [[a, b] as [Found, Found]] : [];
  });
}

function referenceOf(node: unknown, references: References): Found | undefined {
  const nested = part(node, "Nested");
  if (nested !== undefined) return referenceOf(nested, references);
  const name = part(node, "Identifier") ?? part(node, "CompoundIdentifier");
  return name && typeof name === "object" ? references.get(name) : undefined;
}

/** Ids of the columns that a condition compares with something else than a column. */
export function filteredIn(condition: unknown, references: References): string[] {
  const found = new Set<string>();
  visit(condition, (node) => {
    const both = part(node, "BinaryOp") as { left?: unknown; right?: unknown } | undefined;
    if (both && [both.left, both.right].every((side) => referenceOf(side, references))) return false;
    if (part(node, "IsNull") !== undefined || part(node, "IsNotNull") !== undefined) return false;
    const id = references.get(node)?.column.id;
    if (id !== undefined) found.add(id);
    return undefined;
  });
  return [...found];
}
